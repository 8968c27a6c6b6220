// What a delay is called. One place decides, so that map, list and card never disagree.

/** From how many seconds on a vehicle counts as late, and as early. */
export const LATE_FROM_SECONDS = 60;
export const EARLY_FROM_SECONDS = 60;

/** @typedef {"unknown"|"onTime"|"late"|"early"} DelayKind */

/** @param {number|null} seconds null is unknown
 * @returns {DelayKind} */
export function delayKind(seconds) {
  if (seconds === null) return "unknown";
  if (seconds >= LATE_FROM_SECONDS) return "late";
  if (seconds <= -EARLY_FROM_SECONDS) return "early";
  return "onTime";
}

/** Whole minutes, cut and not rounded: 119 s late is "+1", as on the displays at the stops.
 * @param {number} seconds */
export function delayMinutes(seconds) {
  return Math.trunc(seconds / 60);
}

/** The short mark beside a vehicle, such as "+5" or "−2"; empty when on time or unknown.
 * @param {number|null} seconds */
export function delayMark(seconds) {
  const kind = delayKind(seconds);
  if (seconds === null || kind === "onTime" || kind === "unknown") return "";
  const minutes = Math.abs(delayMinutes(seconds));
  return (kind === "late" ? "+" : "−") + minutes;
}

/** From which age on a position is old, and stale: as the server judges. */
const OLD_AFTER_MILLISECONDS = 90_000;
const STALE_AFTER_MILLISECONDS = 300_000;

/** How fresh a position is. The server's word counts, and grows old here when the server is silent.
 * @param {{state: "live"|"old"|"stale", updatedAt: number}} vehicle
 * @param {number} now the server's time, Unix milliseconds
 * @returns {"live"|"old"|"stale"} */
export function freshness(vehicle, now) {
  const age = now - vehicle.updatedAt;
  if (vehicle.state === "stale" || age > STALE_AFTER_MILLISECONDS) return "stale";
  if (vehicle.state === "old" || age > OLD_AFTER_MILLISECONDS) return "old";
  return "live";
}
