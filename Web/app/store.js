// Where texts are kept on this device.

/** Where the rider's token is. */
export const RIDER_KEY = "takt.rider";

/** Whether the diary was being recorded here. */
export const RECORDING_KEY = "takt.diaryRecording";

/** Which of the rider's channels this device is. */
export const PUSH_KEY = "takt.pushChannel";

/** Whether this device tells where it is while the app is open. */
export const PLACE_KEY = "takt.tellsPlace";

/** What is kept of the rider here: what was saved, as the server last told it. */
export const HOME_KEY = "takt.home";
export const CONNECTIONS_KEY = "takt.connections";
export const TRIPS_KEY = "takt.trips";
/** When the server told the trips, Unix milliseconds of this device. */
export const TRIPS_AT_KEY = "takt.tripsAt";
export const KEPT_STOPS_KEY = "takt.keptStops";
/** The runs that were looked at last, for when there is no network. */
export const RUNS_KEY = "takt.runs";
export const BOARDS_KEY = "takt.boards";

/** Which network is kept on this device for use without a server. */
export const POCKET_KEY = "takt.pocket";
export const RIDER_SETTINGS_KEY = "takt.riderSettings";

/** How the keys of changes begin that wait for the server: one each, so that no tab overwrites another's. */
export const CHANGE_PREFIX = "takt.change.";

/** What keeps texts, as `localStorage` does.
 * @typedef {Pick<Storage, "getItem"|"setItem"|"removeItem"> & Partial<Pick<Storage, "key"|"length">>} Store */

/** The keys that begin so, in their order.
 * @param {Store|null} store
 * @param {string} prefix
 * @returns {string[]} */
export function keysOf(store, prefix) {
  const keys = Array.from({ length: store?.length ?? 0 }, (_, at) => store?.key?.(at) ?? "");
  return keys.filter((key) => key.startsWith(prefix)).sort();
}

/** After another tab let go, what it stored takes this long to be seen here. Milliseconds. */
const STORE_SETTLES_MILLISECONDS = 100;

/** Does something that only one tab may do at a time; where browsers cannot tell tabs apart, at once.
 * @template Value
 * @param {string} name
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>} */
export async function alone(name, work) {
  const { locks } = navigator;
  if (locks === undefined) return await work();
  /** @type {{value: Value}|null} */
  const done = await locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { value: await work() });
  if (done !== null) return done.value;
  return await locks.request(name, async () => {
    await new Promise((resolve) => setTimeout(resolve, STORE_SETTLES_MILLISECONDS));
    return await work();
  });
}

/** The browser's storage, or null where it is not allowed.
 * @returns {Store|null} */
export function browserStore() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
