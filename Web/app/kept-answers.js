// The runs and boards that were looked at last, as they were then: without a network they are told with their age.

/** @import { Store } from "./store.js" */

/** So many are kept of each kind. */
export const MOST_ANSWERS = 6;
/** A longer one is not kept: what is looked at on the way is short. */
const LONGEST_TEXT = 100_000;

/** `id` is what was asked for; `at` is when the server told it, by its clock; Unix milliseconds.
 * @template Answer
 * @typedef {{id: string, answer: Answer, at: number}} KeptAnswer */

/** @param {Store|null} store
 * @param {string} key
 * @returns {KeptAnswer<any>[]} */
function keptAnswers(store, key) {
  try {
    const kept = JSON.parse(store?.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each?.answer === "object" && Number.isFinite(each.at)) : [];
  } catch {
    return [];
  }
}

/** What was last told about a thing; null if it was not, or too many others since.
 * @param {Store|null} store
 * @param {string} key of its kind
 * @param {string} id
 * @returns {KeptAnswer<any>|null} */
export function keptAnswer(store, key, id) {
  return keptAnswers(store, key).find((each) => each.id === id) ?? null;
}

/** Keeps an answer as the server just told it.
 * @param {Store|null} store
 * @param {string} key of its kind
 * @param {KeptAnswer<object>} told */
export function keepAnswer(store, key, told) {
  if (JSON.stringify(told).length > LONGEST_TEXT) return;
  const others = keptAnswers(store, key).filter(({ id }) => id !== told.id);
  try {
    store?.setItem(key, JSON.stringify([told, ...others].slice(0, MOST_ANSWERS)));
  } catch {
    // Then it is not there without a network.
  }
}
