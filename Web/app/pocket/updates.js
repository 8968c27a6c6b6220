// When a newer network is fetched without asking, and when a rider is asked about it.

/** @import { Kept } from "./wire.js" */

const DAY_MILLISECONDS = 86_400_000;
/** A timetable that is older, or ends sooner, is worth a question. */
const OLD_DAYS = 7;
const SOON_DAYS = 3;
/** At night nobody pays attention, and many plans cost nothing. */
const NIGHT = { from: 1, until: 5 };

/** Whether it may be fetched without asking: on a network that the browser knows to cost nothing, and at night on one that
 * is not known to cost something.
 * @param {Date} now the device's time
 * @param {{type?: string, saveData?: boolean}|undefined} connection if browsers have it */
export function mayFetch(now, connection) {
  if (connection === undefined || connection.saveData === true) return false;
  if (connection.type === "wifi" || connection.type === "ethernet") return true;
  const isNight = now.getHours() >= NIGHT.from && now.getHours() < NIGHT.until;
  return isNight && connection.type !== "cellular" && connection.type !== "none";
}

/** Whether a rider is asked about a newer one: the kept file is old, ends soon, or cannot be used.
 * @param {Kept} kept
 * @param {{today: string, now: number}} time in the network's zone; `now` in Unix milliseconds */
export function isDue(kept, { today, now }) {
  if (kept.lack !== undefined || now - kept.at > OLD_DAYS * DAY_MILLISECONDS) return true;
  const soon = new Date(Date.parse(`${today}T00:00:00Z`) + SOON_DAYS * DAY_MILLISECONDS).toISOString().slice(0, 10);
  return kept.lastDay < soon;
}
