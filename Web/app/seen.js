// What is done again and again, but only while somebody sees it.

/** Who has waited this long for an answer is told how old the copy on the screen is. */
export const SLOW_MILLISECONDS = 400;

/** Does something every so often while the page is seen, and at once when it is seen again: in a pocket nothing happens.
 * @param {number} every milliseconds
 * @param {() => unknown} work
 * @param {AbortSignal} [signal] ends it; a screen's when it is left */
export function whileSeen(every, work, signal) {
  let timer = 0;
  const turn = () => {
    clearInterval(timer);
    if (!document.hidden) timer = setInterval(work, every);
  };
  if (signal?.aborted) return;
  turn();
  document.addEventListener("visibilitychange", () => {
    turn();
    if (!document.hidden) work();
  }, { signal });
  signal?.addEventListener("abort", () => clearInterval(timer));
}
