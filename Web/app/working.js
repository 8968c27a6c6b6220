// Buttons whose work takes a while.

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
