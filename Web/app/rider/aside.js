// Keeps a copy of the rider's data when the server no longer knows the rider, so that no answer loses data.

/** @import { Store } from "../store.js" */
/** @import { RiderSettings } from "./sync.js" */
/** @import { SavedConnection, TripAnswer } from "./wire.js" */
import {
  CHANGE_PREFIX, CONNECTIONS_KEY, HOME_KEY, RIDER_KEY, RIDER_SETTINGS_KEY, TRIPS_AT_KEY, TRIPS_KEY, keysOf,
} from "../store.js";

export const ASIDE_KEY = "takt.aside";

/** A rider's saved data in the server's export format; from this device with the `token` under which it was saved.
 * `isAsked` says that the rider has already decided about it and finds it in the settings; `isRefused` that it is here
 * because the server refused a change. `waits` are the texts of the changes that waited for the server, which knows nothing
 * of them.
 * @typedef {{connections: SavedConnection[], trips: TripAnswer["trip"][], settings: Partial<RiderSettings>|null,
 *   token?: string|null, isAsked?: boolean, isRefused?: boolean, waits?: string[]}} Copy */

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

/** The rider's data on this device.
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

/** The copy that was put aside and not yet restored; null if there is none.
 * @param {Store|null} store
 * @returns {Copy|null} */
export function asideCopy(store) {
  const copy = read(store, ASIDE_KEY, null);
  return Array.isArray(copy?.connections) && Array.isArray(copy?.trips) ? copy : null;
}

/** Stores the copy; null removes it.
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

/** Puts a connection aside as the rider wanted it. Fails where it cannot be stored.
 * @param {Store|null} store
 * @param {SavedConnection} connection whose change the server refused permanently */
export function putConnectionAside(store, connection) {
  const before = asideCopy(store) ?? { connections: [], trips: [], settings: null };
  keepAside(store, { ...before, connections: joined(before.connections, [connection]), isAsked: false, isRefused: true });
}

/** The names of a copy's entries.
 * @param {Pick<Copy, "connections"|"trips">} copy */
export function namesIn({ connections, trips }) {
  const ways = [...connections, ...trips].map((each) =>
    "name" in each && each.name ? each.name : `${each.from.name} – ${each.to.name}`);
  return ways.join("; ");
}

/** Puts the rider's data aside, together with an earlier copy that is still waiting.
 * @param {Store|null} store
 * @returns {boolean} false if it could not be stored; then nothing changes */
export function putAside(store) {
  const [before, now] = [asideCopy(store), presentCopy(store)];
  const changes = keysOf(store, CHANGE_PREFIX);
  const waits = [...before?.waits ?? [], ...changes.map((key) => store?.getItem(key) ?? "")];
  const copy = { ...now, waits, connections: joined(before?.connections ?? [], now.connections),
    trips: joined(before?.trips ?? [], now.trips), settings: now.settings ?? before?.settings ?? null };
  try {
    if (copy.connections[0] || copy.trips[0] || /"method":"DELETE"/.test(`${waits}`)) keepAside(store, copy);
  } catch {
    return false;
  }
  for (const key of [RIDER_KEY, HOME_KEY, CONNECTIONS_KEY, TRIPS_KEY, TRIPS_AT_KEY, RIDER_SETTINGS_KEY, ...changes]) store?.removeItem(key);
  return true;
}
