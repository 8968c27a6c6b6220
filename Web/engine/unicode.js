/**
 * What the engine asks of Unicode's tables, answered by the browser's own; the engine would be
 * 55 kB larger with tables inside.
 */

/** A character of each canonical combining class, from the lowest. */
const CLASSES = [
  ...'\u0334\u{16ff0}\u093c\u3099\u094d\u05b0\u05b1\u05b2\u05b3\u05b4\u05b5\u05b6\u05b7\u05b8',
  ...'\u05b9\u05bb\u05bc\u05bd\u05bf\u05c1\u05c2\ufb1e\u064b\u064c\u064d\u0618\u0619\u061a\u0651',
  ...'\u0652\u0670\u0711\u0c55\u0c56\u0e38\u0e48\u0eb8\u0ec8\u0f71\u0f72\u0f74\u0321\u1dce\u031b',
  ...'\u1dfa\u0316\u059a\u302e\u{1d16d}\u05ae\u0300\u0315\u035c\u035d\u0345',
];
/** Characters that may combine with the one before: marks, and vowels and ends of Korean syllables. */
const COMBINING = /^[\p{M}\u1161-\u1175\u11a8-\u11c2]$/u;
const WORD = /^[\p{L}\p{Mn}\p{Mc}\p{N}]$/u;
const SYMBOL = /^\p{So}$/u;

/** @type {((text: string) => string)[]} */
const FORMS = [
  (text) => text.normalize('NFC'), (text) => text.normalize('NFKC'),
  (text) => text.normalize('NFKD'), (text) => text.toLowerCase(),
];

/**
 * A form of a text by its number: NFC, NFKC, NFKD or lower case.
 * @param {number} form @param {string} text
 */
export const textForm = (form, text) => FORMS[form](text);

/**
 * What a character is to words: 0 nothing, 1 a part of them, 2 a symbol.
 * @param {number} scalar
 */
export function wordCategory(scalar) {
  const character = String.fromCodePoint(scalar);
  return WORD.test(character) ? 1 : SYMBOL.test(character) ? 2 : 0;
}

/** Whether marks change places, which those of a higher class before a lower one do.
 *  @param {string} first @param {string} second */
function reorders(first, second) {
  return `a${first}${second}`.normalize('NFD') !== `a${first}${second}`;
}

/**
 * The rank of a character's combining class, from 1, or 0 for one that starts a combination.
 * @param {string} character
 */
function combiningRank(character) {
  const [mark] = character.normalize('NFD');
  const isMark = reorders(mark, CLASSES[0]) || reorders(CLASSES[CLASSES.length - 1], mark);
  return isMark ? 1 + CLASSES.filter((other) => reorders(mark, other)).length : 0;
}

/** @type {Map<number, number>} */
const knownData = new Map();

/**
 * The rank of the combining class times 8, plus 2 if the character is not or may not be in NFC, plus
 * 1 if it is not in NFD.
 * @param {number} scalar
 */
export function normalData(scalar) {
  const known = knownData.get(scalar);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(scalar);
  const composes = COMBINING.test(character) || character.normalize('NFC') !== character;
  const data = 8 * combiningRank(character) + (composes ? 2 : 0)
    + (character.normalize('NFD') === character ? 0 : 1);
  if (knownData.size < 10_000) knownData.set(scalar, data);
  return data;
}

/**
 * The character that two others compose, or -1.
 * @param {number} first @param {number} second
 */
export function composition(first, second) {
  const text = String.fromCodePoint(first, second).normalize('NFC');
  const scalar = text.codePointAt(0) ?? 0;
  return text.length === (scalar < 0x10000 ? 1 : 2) ? scalar : -1;
}

/**
 * The canonical decomposition of a character; empty if it has none.
 * @param {number} scalar
 */
export function decomposition(scalar) {
  const character = String.fromCodePoint(scalar);
  const apart = character.normalize('NFD');
  return apart === character ? '' : apart;
}
