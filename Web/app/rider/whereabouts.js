// Where the rider is while the app is open, for vehicles that come near: told every half minute if they want, kept
// nowhere.

/** @import { Context } from "../context.js" */
import { findLocation } from "../map/location.js";
import { PLACE_KEY, browserStore } from "../store.js";

const EVERY_MILLISECONDS = 30_000;

let timer = 0;

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
  clearInterval(timer);
  timer = 0;
  if (isWanted) goOn(context);
}

/** Goes on telling; asks for nothing where that was not wanted.
 * @param {Context} context */
export function goOn(context) {
  if (timer !== 0) return;
  timer = setInterval(() => tell(context), EVERY_MILLISECONDS);
  tell(context);
}

/** @param {Context} context */
async function tell({ saved }) {
  // A page in the background gets no place, or an old one.
  if (document.hidden || saved.rider.token === null) return;
  try {
    const { latitude, longitude } = await findLocation();
    await saved.rider.request("POST", "/rider/location", { latitude, longitude });
  } catch {
    // Without a place or a network there is nothing to tell; the next time may be better.
  }
}
