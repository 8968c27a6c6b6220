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
