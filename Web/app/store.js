// Where texts are kept on this device.

/** Where the rider's token is. */
export const RIDER_KEY = "takt.rider";

/** Whether the diary was being recorded here. */
export const RECORDING_KEY = "takt.diaryRecording";

/** Whether this device tells where it is while the app is open. */
export const PLACE_KEY = "takt.tellsPlace";

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
