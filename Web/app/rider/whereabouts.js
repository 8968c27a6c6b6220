// Reports the rider's position while the app is open, for announcements of vehicles nearby: every half minute if the
// rider wants that; nothing is stored.

/** @import { Context } from "../context.js" */
import { findLocation } from "../map/location.js";
import { whileSeen } from "../seen.js";
import { PLACE_KEY, browserStore } from "../store.js";

const EVERY_MILLISECONDS = 30_000;

/** Ends the reports; null while there are none. @type {AbortController|null} */
let telling = null;

/** Whether this device reports its position. */
export function tellsPlace() {
  return browserStore()?.getItem(PLACE_KEY) === "1";
}

/** Starts or stops reporting this device's position.
 * @param {Context} context
 * @param {boolean} isWanted */
export function tellPlace(context, isWanted) {
  if (isWanted) browserStore()?.setItem(PLACE_KEY, "1");
  else browserStore()?.removeItem(PLACE_KEY);
  telling?.abort();
  telling = null;
  if (isWanted) goOn(context);
}

/** Resumes reporting, if the rider turned it on.
 * @param {Context} context */
export function goOn(context) {
  if (telling !== null) return;
  telling = new AbortController();
  // A page in the background gets no position, or an old one.
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
    // Without a position or a network there is nothing to report; the next attempt may succeed.
  }
}
