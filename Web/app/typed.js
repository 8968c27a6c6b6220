// Redrawing forms without losing what was typed into them.

const TEXT = "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])";

/** The fields into which somebody typed. @type {WeakSet<EventTarget>} */
const typed = new WeakSet();
globalThis.addEventListener?.("input", ({ target }) => target !== null && typed.add(target), true);

/** Redraws a part. Fields of the same id keep what was typed into them, and the focus stays with its selection.
 * @param {Element} part
 * @param {() => void} draw */
export function redraw(part, draw) {
  const before = fieldsOf(part).filter((field) => field.id !== "" && typed.has(field));
  const { activeElement } = document;
  const focused = activeElement !== null && part.contains(activeElement) ? activeElement : null;
  const selection = focused === null ? null : selectionOf(focused);
  draw();
  const after = new Map(fieldsOf(part).map((field) => [field.id, field]));
  for (const field of before) {
    const again = after.get(field.id);
    if (again === undefined || again === field) continue;
    again.value = field.value;
    typed.add(again);
  }
  if (focused === null || focused.id === "" || document.activeElement === focused) return;
  const again = part.querySelector(`#${CSS.escape(focused.id)}`);
  if (!(again instanceof HTMLElement)) return;
  again.focus({ preventScroll: true });
  if (selection !== null) /** @type {HTMLInputElement} */ (again).setSelectionRange(...selection);
}

/** @param {Element} part */
function fieldsOf(part) {
  return /** @type {(HTMLInputElement|HTMLTextAreaElement)[]} */ ([...part.querySelectorAll(TEXT)]);
}

/** The selected text of a field; null for fields without a selection, such as dates.
 * @param {Element} field
 * @returns {[number, number]|null} */
function selectionOf(field) {
  const { selectionStart: from = null, selectionEnd: to = null } = /** @type {Partial<HTMLInputElement>} */ (field);
  return from === null || to === null ? null : [from, to];
}
