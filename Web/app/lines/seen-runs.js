// The runs that were looked at last, as they were then: without a network they are told with their age.

/** @import { Store } from "../store.js" */
/** @import { TripRun } from "./wire.js" */
import { RUNS_KEY } from "../store.js";

/** So many are kept. */
export const MOST_RUNS = 6;
/** A run with more calls than any line has is not kept. */
const LONGEST_TEXT = 100_000;

/** @typedef {{run: TripRun, at: number}} KeptRun `at` is when the server told it, by its clock; Unix milliseconds */

/** @param {Store|null} store
 * @returns {KeptRun[]} */
function keptRuns(store) {
  try {
    const kept = JSON.parse(store?.getItem(RUNS_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => Array.isArray(each?.run?.calls) && Number.isFinite(each.at)) : [];
  } catch {
    return [];
  }
}

/** What was last seen of a run; null if it was not, or too long ago.
 * @param {Store|null} store
 * @param {{trip: string, day: string}} wanted
 * @returns {KeptRun|null} */
export function keptRun(store, { trip, day }) {
  return keptRuns(store).find(({ run }) => run.trip === trip && run.serviceDay === day) ?? null;
}

/** Keeps a run as the server just told it.
 * @param {Store|null} store
 * @param {TripRun} run
 * @param {number} at Unix milliseconds */
export function keepRun(store, run, at) {
  const others = keptRuns(store).filter((each) => each.run.trip !== run.trip || each.run.serviceDay !== run.serviceDay);
  if (JSON.stringify(run).length > LONGEST_TEXT) return;
  try {
    store?.setItem(RUNS_KEY, JSON.stringify([{ run, at }, ...others].slice(0, MOST_RUNS)));
  } catch {
    // Then it is not there without a network.
  }
}
