// The keys of this device's storage.

/** The rider's token. */
export const RIDER_KEY = "takt.rider";

/** Whether the diary was being recorded here. */
export const RECORDING_KEY = "takt.diaryRecording";

/** The id of this device's channel. */
export const PUSH_KEY = "takt.pushChannel";

/** Whether this device reports its position while the app is open. */
export const PLACE_KEY = "takt.reportsPlace";

/** Home and work, as the rider named them. */
export const OWN_PLACES_KEY = "takt.homeAndWork";

/** The last answers of the server about the rider's data. */
export const HOME_KEY = "takt.home";
export const CONNECTIONS_KEY = "takt.connections";
export const TRIPS_KEY = "takt.trips";
/** The time of the last answer about trips, Unix milliseconds by this device's clock. */
export const TRIPS_AT_KEY = "takt.tripsAt";
export const KEPT_STOPS_KEY = "takt.keptStops";
/** Recently viewed runs, for use without a network. */
export const RUNS_KEY = "takt.runs";
export const BOARDS_KEY = "takt.boards";
/** The kept map. */
export const KEPT_MAP_KEY = "takt.keptMap";
/** Which network is kept on this device for use without a server. */
export const POCKET_KEY = "takt.pocket";
export const RIDER_SETTINGS_KEY = "takt.riderSettings";

/** The prefix of the keys of waiting changes: one key each, so that no tab overwrites another's. */
export const CHANGE_PREFIX = "takt.change.";

/** A storage such as `localStorage`.
 * @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem"> & Partial<Pick<Storage, "key"|"length">>} Store */

/** The keys with a prefix, in order.
 * @param {Store|null} store
 * @param {string} prefix
 * @returns {string[]} */
export function keysOf(store, prefix) {
  const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key?.(at) ?? "");
  return keys.filter((key) => key.startsWith(prefix)).sort();
}

/** The time until data stored by another tab is visible here, in milliseconds. */
export const STORE_SETTLES_MILLISECONDS = 100;

/** Runs work that only one tab may do at a time; without locks, at once. The next one begins when it sees what this one
 * stored.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>} */
export async function alone(name, work) {
  const { locks } = navigator;
  if (locks === undefined) return await work();
  return await new Promise((resolve, reject) => {
    locks.request(name, async () => {
      await work().then(resolve, reject);
      await new Promise((settled) => setTimeout(settled, STORE_SETTLES_MILLISECONDS));
    }).catch(reject);
  });
}

/** The browser's storage; null if it is not allowed.
 * @returns {Store|null} */
export function browserStore() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
