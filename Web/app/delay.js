// Classifies delays in one place, so that map, list and card agree.

/** The delay from which a vehicle is late, and the earliness from which it is early. */
export const LATE_FROM_SECONDS = 60;
export const EARLY_FROM_SECONDS = 60;

/** The delay shown in red; smaller ones are amber. */
export const MUCH_FROM_SECONDS = 300;

/** @typedef {"unknown"|"onTime"|"late"|"early"} DelayKind */

/** @param {number|null} seconds null is unknown
 * @returns {DelayKind} */
export function delayKind(seconds) {
  if (seconds === null) return "unknown";
  if (seconds >= LATE_FROM_SECONDS) return "late";
  if (seconds <= -EARLY_FROM_SECONDS) return "early";
  return "onTime";
}

const MINUTE = 60_000;

/** The delay by the displayed minutes, so that two times and the delay between them add up: 08:18:50 that becomes
 * 08:20:00 is two minutes late for a reader of 08:18 and 08:20. This is the one place that rounds.
 * @param {number} scheduled Unix milliseconds
 * @param {number} expected Unix milliseconds
 * @returns {number} seconds, a multiple of 60; 0 where it is on time */
export function delayBetween(scheduled, expected) {
  if (delayKind((expected - scheduled) / 1000) === "onTime") return 0;
  return (Math.floor(expected / MINUTE) - Math.floor(scheduled / MINUTE)) * 60;
}

/** The delay of an event, by its two times where both are known.
 * @param {{scheduled?: string, expected?: string, delaySeconds?: number|null}|undefined|null} event
 * @returns {number|null} seconds, null if unknown */
export function delayOf(event) {
  if (event?.delaySeconds === undefined || event.delaySeconds === null) return null;
  if (event.scheduled === undefined || event.expected === undefined) return event.delaySeconds;
  return delayBetween(Date.parse(event.scheduled), Date.parse(event.expected));
}

/** @typedef {DelayKind|"late much"} DelayLook */

/** The style class of a delay; red for large ones.
 * @param {number|null} seconds
 * @returns {DelayLook} */
export function delayClass(seconds) {
  const isMuch = seconds !== null && seconds >= MUCH_FROM_SECONDS;
  return isMuch ? "late much" : delayKind(seconds);
}

/** Whole minutes, truncated and not rounded: 119 s late is "+1", as on displays at stops.
 * @param {number} seconds */
export function delayMinutes(seconds) {
  return Math.trunc(seconds / 60);
}

/** The short mark beside a vehicle, such as "+5" or "−2"; empty if on time or unknown.
 * @param {number|null} seconds */
export function delayMark(seconds) {
  const kind = delayKind(seconds);
  if (seconds === null || kind === "onTime" || kind === "unknown") return "";
  const minutes = Math.abs(delayMinutes(seconds));
  return (kind === "late" ? "+" : "−") + minutes;
}

/** The age from which a position is old, and stale; the same as on the server. */
const OLD_AFTER_MILLISECONDS = 90_000;
const STALE_AFTER_MILLISECONDS = 300_000;

/** How fresh a position is: the server's state, but aged here while the server is silent.
 * @param {{state: "live"|"old"|"stale", updatedAt: number}} vehicle
 * @param {number} now the server's time, Unix milliseconds
 * @returns {"live"|"old"|"stale"} */
export function freshness(vehicle, now) {
  const age = now - vehicle.updatedAt;
  if (vehicle.state === "stale" || age > STALE_AFTER_MILLISECONDS) return "stale";
  if (vehicle.state === "old" || age > OLD_AFTER_MILLISECONDS) return "old";
  return "live";
}
