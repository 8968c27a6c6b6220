// Where riders begin and end: stops by their ids, own places by their coordinates, and what was
// chosen lately, which stays on this device.

/** @import { StopHit } from "./wire.js" */
/** @import { Mode } from "../types.js" */
import { ask } from "../context.js";
import { coordinateOf } from "./query.js";

/** A place as the form holds it; `value` is what the API is asked with.
 * @typedef {{value: string, name: string, modes: Mode[]}} ChosenPlace */

const RECENT_KEY = "takt.recentStops";
const MAXIMUM_RECENT = 8;

/** What keeps texts, as `localStorage` does.
 * @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem">} Store */

/** The browser's storage, or null where it is not allowed.
 * @returns {Store|null} */
export function browserStore() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** The stops chosen lately, the latest first. */
export class RecentPlaces {
  /** @param {Store|null} store */
  constructor(store) {
    /** @private */
    this.store = store;
  }

  /** @returns {ChosenPlace[]} */
  all() {
    try {
      const stored = JSON.parse(this.store?.getItem(RECENT_KEY) ?? "[]");
      if (!Array.isArray(stored)) return [];
      return stored.filter((each) =>
        typeof each?.value === "string" && typeof each?.name === "string" &&
        Array.isArray(each?.modes)
      ).slice(0, MAXIMUM_RECENT);
    } catch {
      return [];
    }
  }

  /** Own places are not kept: where somebody was is nobody's business later.
   * @param {ChosenPlace} place */
  add(place) {
    if (coordinateOf(place.value) !== null) return;
    const others = this.all().filter((each) => each.value !== place.value);
    this.write([place, ...others].slice(0, MAXIMUM_RECENT));
  }

  /** Forgets them all. */
  clear() {
    try {
      this.store?.removeItem(RECENT_KEY);
    } catch {
      // Nothing was kept then.
    }
  }

  /** @private
   * @param {ChosenPlace[]} places */
  write(places) {
    try {
      this.store?.setItem(RECENT_KEY, JSON.stringify(places));
    } catch {
      // Without storage nothing is remembered.
    }
  }
}

/** @param {StopHit} hit
 * @returns {ChosenPlace} */
export function placeOfHit(hit) {
  return { value: hit.id, name: hit.name, modes: hit.modes };
}

/** The place that an address names: its stop's name is asked for, and what is no stop is kept as it
 * was typed.
 * @param {string} value
 * @param {string} ownName what a coordinate is called
 * @returns {Promise<ChosenPlace>} */
export async function placeOfValue(value, ownName) {
  if (coordinateOf(value) !== null) return { value, name: ownName, modes: [] };
  try {
    const stop = await ask(`/stops/${encodeURIComponent(value)}`);
    return { value, name: stop.name, modes: stop.modes ?? [] };
  } catch {
    return { value, name: value, modes: [] };
  }
}

/** A name cut where it was found, for marking.
 * @param {string} name
 * @param {[number, number][]} highlights from and to, in UTF-16 units, in order
 * @returns {{text: string, marked: boolean}[]} */
export function markedParts(name, highlights) {
  const parts = [];
  let at = 0;
  for (const [from, to] of highlights) {
    if (from < at || to <= from || to > name.length) continue;
    if (from > at) parts.push({ text: name.slice(at, from), marked: false });
    parts.push({ text: name.slice(from, to), marked: true });
    at = to;
  }
  if (at < name.length) parts.push({ text: name.slice(at), marked: false });
  return parts;
}
