// Buttons whose work takes a while, or cannot be undone.

/** Longer than a double tap. */
export const PAUSE_MILLISECONDS = 600;

/** Disables a button while it works. The focus, which browsers take from a disabled button, comes back to it unless it went
 * elsewhere meanwhile.
 * @template Value
 * @param {HTMLButtonElement} button
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>} */
export async function whileDisabled(button, work) {
  const hadFocus = document.activeElement === button;
  button.disabled = true;
  try {
    return await work();
  } finally {
    button.disabled = false;
    if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
  }
}

/** Lets a button that confirms something pass over the second half of the double tap that showed it.
 * @param {HTMLButtonElement} button
 * @returns {HTMLButtonElement} the same */
export function notAtOnce(button) {
  const pass = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  button.setAttribute("aria-disabled", "true");
  button.addEventListener("click", pass, true);
  setTimeout(() => {
    button.removeAttribute("aria-disabled");
    button.removeEventListener("click", pass, true);
  }, PAUSE_MILLISECONDS);
  return button;
}
