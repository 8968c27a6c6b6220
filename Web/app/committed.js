// A choice field that reports what was chosen, instead of everything on the way there.

/** What fields have yet to report. @type {Map<HTMLSelectElement, () => void>} */
const waiting = new Map();

/** Reports what still waits, before its page is left. */
export function reportWaiting() {
  for (const report of [...waiting.values()]) report();
}
globalThis.addEventListener?.("pagehide", reportWaiting);

/** Calls `report` when the value of a field was chosen: at once from its list, but on a closed field, where each arrow and
 * letter is a choice already, with Enter or when it is left.
 * @param {HTMLSelectElement} field
 * @param {() => void} report */
export function whenChosen(field, report) {
  let isOnTheWay = false;
  let reported = field.value;
  const settle = () => {
    waiting.delete(field);
    if (field.value === reported) return;
    reported = field.value;
    report();
  };
  field.addEventListener("keydown", ({ key }) => {
    // Enter also chooses from the list, and its change comes afterwards.
    isOnTheWay = key !== "Enter";
    if (!isOnTheWay) settle();
  });
  field.addEventListener("pointerdown", () => isOnTheWay = false);
  field.addEventListener("change", () => {
    if (isOnTheWay) waiting.set(field, settle);
    else settle();
  });
  field.addEventListener("blur", settle);
}
