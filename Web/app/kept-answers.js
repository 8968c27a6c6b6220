// Recently viewed trips and boards, shown with their age when there is no network.

/** @import { Store } from "./store.js" */

/** The largest number of stored answers of each kind. */
export const MAXIMUM_ANSWERS = 6;
/** Longer answers are not stored, since those needed under way are short. */
const LONGEST_TEXT = 100_000;

/** `id` identifies the request; `at` is the time of the answer by the server's clock, Unix milliseconds.
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

/** The last stored answer; null if there is none, or it was evicted.
 * @param {Store|null} store
 * @param {string} key of the kind
 * @param {string} id
 * @returns {KeptAnswer<any>|null} */
export function keptAnswer(store, key, id) {
  return keptAnswers(store, key).find((each) => each.id === id) ?? null;
}

/** Stores an answer that has just arrived.
 * @param {Store|null} store
 * @param {string} key of the kind
 * @param {KeptAnswer<object>} answer */
export function keepAnswer(store, key, answer) {
  if (JSON.stringify(answer).length > LONGEST_TEXT) return;
  const others = keptAnswers(store, key).filter(({ id }) => id !== answer.id);
  try {
    store?.setItem(key, JSON.stringify([answer, ...others].slice(0, MAXIMUM_ANSWERS)));
  } catch {
    // Without storage it is missing when there is no network.
  }
}
