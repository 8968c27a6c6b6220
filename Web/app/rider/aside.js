// What is put aside when the server says that it no longer knows this rider: nothing is lost by an answer.

/** @import { Store } from "../store.js" */
/** @import { RiderSettings } from "./sync.js" */
/** @import { SavedConnection, TripAnswer } from "./wire.js" */
import {
  CHANGE_PREFIX, CONNECTIONS_KEY, HOME_KEY, RIDER_KEY, RIDER_SETTINGS_KEY, TRIPS_AT_KEY, TRIPS_KEY, keysOf,
} from "../store.js";

export const ASIDE_KEY = "takt.aside";

/** What a rider saved, as the server exports it; from this device with the `token` that it was saved under.
 * `isAsked` is where the rider has decided about it already, and will find it in the settings; `isRefused` where it is
 * here since the server did not take a change.
 * @typedef {{connections: SavedConnection[], trips: TripAnswer["trip"][], settings: Partial<RiderSettings>|null,
 *   token?: string|null, isAsked?: boolean, isRefused?: boolean}} Copy */

/** @param {Store|null} store
 * @param {string} key
 * @param {any} otherwise */
function read(store, key, otherwise) {
  try {
    return JSON.parse(store?.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** What of the rider is on this device.
 * @param {Store|null} store
 * @returns {Copy} */
export function presentCopy(store) {
  return {
    token: store?.getItem(RIDER_KEY) ?? null,
    settings: read(store, RIDER_SETTINGS_KEY, null),
    connections: read(store, CONNECTIONS_KEY, []),
    trips: read(store, TRIPS_KEY, []).map((/** @type {TripAnswer} */ { trip }) => trip),
  };
}

/** What was put aside and not yet taken back; null if nothing is.
 * @param {Store|null} store
 * @returns {Copy|null} */
export function asideCopy(store) {
  const copy = read(store, ASIDE_KEY, null);
  return Array.isArray(copy?.connections) && Array.isArray(copy?.trips) ? copy : null;
}

/** Keeps what is aside as it is now, null for nothing.
 * @param {Store|null} store
 * @param {Copy|null} copy */
export function keepAside(store, copy) {
  if (copy === null) store?.removeItem(ASIDE_KEY);
  else store?.setItem(ASIDE_KEY, JSON.stringify(copy));
}

/** @template {{id: string}} Thing
 * @param {Thing[]} before
 * @param {Thing[]} now */
function joined(before, now) {
  const isKnown = new Set(now.map(({ id }) => id));
  return [...before.filter(({ id }) => !isKnown.has(id)), ...now];
}

/** Puts a connection aside as the rider wanted it. Fails where it cannot be kept.
 * @param {Store|null} store
 * @param {SavedConnection} connection whose change the server refused for good */
export function putConnectionAside(store, connection) {
  const before = asideCopy(store) ?? { connections: [], trips: [], settings: null };
  keepAside(store, { ...before, connections: joined(before.connections, [connection]), isAsked: false, isRefused: true });
}

/** The names of what is in a copy.
 * @param {Pick<Copy, "connections"|"trips">} copy */
export function namesIn({ connections, trips }) {
  const ways = [...connections, ...trips].map((each) =>
    "name" in each && each.name ? each.name : `${each.from.name} – ${each.to.name}`);
  return ways.join(", ");
}

/** Puts the rider aside. What was put aside before and is waiting still is kept with it.
 * @param {Store|null} store
 * @returns {boolean} false where it could not be kept: then all stays as it is */
export function putAside(store) {
  const [before, now] = [asideCopy(store), presentCopy(store)];
  const copy = { ...now, connections: joined(before?.connections ?? [], now.connections),
    trips: joined(before?.trips ?? [], now.trips), settings: now.settings ?? before?.settings ?? null };
  try {
    if (copy.connections.length + copy.trips.length > 0) keepAside(store, copy);
  } catch {
    return false;
  }
  for (const key of [RIDER_KEY, HOME_KEY, CONNECTIONS_KEY, TRIPS_KEY, TRIPS_AT_KEY, RIDER_SETTINGS_KEY]) store?.removeItem(key);
  for (const key of keysOf(store, CHANGE_PREFIX)) store?.removeItem(key);
  return true;
}
