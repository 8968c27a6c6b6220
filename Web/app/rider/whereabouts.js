// Reports the rider's position while the app is open, for announcements of vehicles nearby: every half minute if the
// rider wants that; nothing is stored.

/** @import { Context } from "../context.js" */
import { findLocation } from "../map/location.js";
import { whileSeen } from "../seen.js";
import { PLACE_KEY, browserStore } from "../store.js";

const EVERY_MILLISECONDS = 30_000;

/** Ends the reports; null while there are none. @type {AbortController|null} */
let reporting = null;

/** Whether this device reports its position. */
export function reportsPlace() {
  return browserStore()?.getItem(PLACE_KEY) === "1";
}

/** Starts or stops reporting this device's position.
 * @param {Context} context
 * @param {boolean} isWanted */
export function reportPlace(context, isWanted) {
  if (isWanted) browserStore()?.setItem(PLACE_KEY, "1");
  else browserStore()?.removeItem(PLACE_KEY);
  reporting?.abort();
  reporting = null;
  if (isWanted) goOn(context);
}

/** Resumes reporting, if the rider turned it on.
 * @param {Context} context */
export function goOn(context) {
  if (reporting !== null) return;
  reporting = new AbortController();
  // A page in the background gets no position, or an old one.
  whileSeen(EVERY_MILLISECONDS, () => report(context), reporting.signal);
  if (!document.hidden) report(context);
}

/** @param {Context} context */
async function report({ saved }) {
  if (saved.rider.token === null) return;
  try {
    const { latitude, longitude } = await findLocation();
    await saved.rider.request("POST", "/rider/location", { latitude, longitude });
  } catch {
    // Without a position or a network there is nothing to report; the next attempt may succeed.
  }
}
