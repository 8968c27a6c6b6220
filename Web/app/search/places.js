// Where riders begin and end: stops by their ids, own places by their coordinates, and what was
// chosen lately, which stays on this device.

/** @import { StopHit } from "./wire.js" */
/** @import { Store } from "../store.js" */
/** @import { Mode } from "../types.js" */
import { ask } from "../ask.js";
import { homeAndWork } from "../rider/home-and-work.js";
import { browserStore } from "../store.js";
import { coordinateOf } from "./query.js";

/** A place as the form has it; `value` is what the API is asked with. An address is a coordinate
 * with the name that it was chosen by; `detail` distinguishes it from others of that name.
 * @typedef {{value: string, name: string, modes: Mode[], isAddress?: boolean, detail?: string}} ChosenPlace */

const COORDINATE_DIGITS = 5;
const RECENT_KEY = "takt.recentStops";
const MAXIMUM_RECENT = 8;

/** A coordinate as the API takes it.
 * @param {{latitude: number, longitude: number}} coordinate */
export function coordinateValue({ latitude, longitude }) {
  return `${latitude.toFixed(COORDINATE_DIGITS)},${longitude.toFixed(COORDINATE_DIGITS)}`;
}

/** Where the rider was found since the app was opened; in memory only. @type {Set<string>} */
const ownPlaces = new Set();

/** @param {string} value as `coordinateValue` writes it */
export function rememberOwnPlace(value) {
  ownPlaces.add(value);
}

/** What coordinates without a name are near, in the rider's words; in memory only. @type {Map<string, string>} */
const nearNames = new Map();
const MAXIMUM_NEAR_NAMES = 50;

/** @param {{latitude: number, longitude: number}} coordinate
 * @param {string} name such as "Near 12 High Street" */
export function rememberNearName(coordinate, name) {
  if (nearNames.size >= MAXIMUM_NEAR_NAMES) nearNames.clear();
  nearNames.set(coordinateValue(coordinate), name);
}

/** What a coordinate is called: as the address it was chosen by, the rider's own place where it is
 * known to be that, else by what it is near.
 * @param {{latitude: number, longitude: number}} coordinate
 * @param {string} ownName
 * @param {RecentPlaces} [recent]
 * @returns {string|undefined} undefined if none of that is known */
export function nameOfCoordinate(coordinate, ownName, recent = new RecentPlaces(browserStore())) {
  const value = coordinateValue(coordinate);
  if (ownPlaces.has(value)) return ownName;
  return recent.all().find((place) => place.value === value)?.name ?? nearNames.get(value);
}

/** What a coordinate is called, by its numbers if nothing else is known.
 * @param {{latitude: number, longitude: number}} coordinate
 * @param {string} ownName
 * @param {RecentPlaces} [recent] */
export function coordinateName(coordinate, ownName, recent) {
  return nameOfCoordinate(coordinate, ownName, recent) ??
    `${coordinate.latitude.toFixed(4)}, ${coordinate.longitude.toFixed(4)}`;
}

/** The name of a coordinate that this device keeps anyway, as an address that was chosen or as home or work.
 * @param {{latitude: number, longitude: number}} coordinate
 * @param {Store|null} [store]
 * @returns {string|undefined} undefined for where the rider is */
export function knownName(coordinate, store = browserStore()) {
  const value = coordinateValue(coordinate);
  if (ownPlaces.has(value)) return undefined;
  return [...Object.values(homeAndWork(store)), ...new RecentPlaces(store).all()].find((place) => place.value === value)?.name;
}

/** Whether this device keeps a place anyway, as an address that was chosen or as home or work: then also a connection from
 * there may be kept.
 * @param {{latitude?: number, longitude?: number}} place
 * @param {Store|null} [store] */
export function isKnownHere({ latitude, longitude }, store = browserStore()) {
  return latitude !== undefined && longitude !== undefined && knownName({ latitude, longitude }, store) !== undefined;
}

/** The stops and addresses chosen lately, the latest first. */
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
    if (coordinateOf(place.value) !== null && place.isAddress !== true) return;
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
 * @param {string} ownName what the rider's own place is called
 * @returns {Promise<ChosenPlace>} */
export async function placeOfValue(value, ownName) {
  const coordinate = coordinateOf(value);
  if (coordinate !== null) return { value, name: coordinateName(coordinate, ownName), modes: [] };
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
