// Texts that riders type to find something in a list.

/** The text without accents and capitals.
 * @param {string} text */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a typed text, folded.
 * @param {string} text */
export function wordsOf(text) {
  return folded(text).split(/[\s,]+/).filter((word) => word !== "");
}
