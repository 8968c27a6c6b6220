// Where the rider is while the app is open, for vehicles that come near: told every half minute if they want, kept
// nowhere.

/** @import { Context } from "../context.js" */
import { findLocation } from "../map/location.js";
import { whileSeen } from "../seen.js";
import { PLACE_KEY, browserStore } from "../store.js";

const EVERY_MILLISECONDS = 30_000;

/** Ends it; null while nothing is told. @type {AbortController|null} */
let telling = null;

/** Whether this device tells where it is. */
export function tellsPlace() {
  return browserStore()?.getItem(PLACE_KEY) === "1";
}

/** Tells from now on where this device is, or not any more.
 * @param {Context} context
 * @param {boolean} isWanted */
export function tellPlace(context, isWanted) {
  if (isWanted) browserStore()?.setItem(PLACE_KEY, "1");
  else browserStore()?.removeItem(PLACE_KEY);
  telling?.abort();
  telling = null;
  if (isWanted) goOn(context);
}

/** Goes on telling; asks for nothing where that was not wanted.
 * @param {Context} context */
export function goOn(context) {
  if (telling !== null) return;
  telling = new AbortController();
  // A page in the background gets no place, or an old one.
  whileSeen(EVERY_MILLISECONDS, () => tell(context), telling.signal);
  if (!document.hidden) tell(context);
}

/** @param {Context} context */
async function tell({ saved }) {
  if (saved.rider.token === null) return;
  try {
    const { latitude, longitude } = await findLocation();
    await saved.rider.request("POST", "/rider/location", { latitude, longitude });
  } catch {
    // Without a place or a network there is nothing to tell; the next time may be better.
  }
}
