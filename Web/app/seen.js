// Repeats work only while the page is visible.

/** After this long without an answer, the age of the copy on the screen is shown. */
export const SLOW_MILLISECONDS = 400;

/** Repeats work while the page is visible, and at once when it becomes visible again; nothing happens in a pocket.
 * @param {number} every milliseconds
 * @param {() => unknown} work
 * @param {AbortSignal} [signal] ends it, for example when the screen is left */
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
