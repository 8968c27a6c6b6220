// GTFS times: hours since the start of a service day, which may continue after midnight.

/** @import { Speaker } from "../i18n.js" */
import { clockTime } from "../format.js";
import { localMinute } from "../search/query.js";

/** The hour until which runs of the day before are looked for. */
export const NIGHT_ENDS = 6;
const DAY_MILLISECONDS = 86_400_000;
const HALF_DAY_MILLISECONDS = 43_200_000;

/** @param {string} text "25:10:00"
 * @returns {number} seconds from the start of the service day */
export function serviceSeconds(text) {
  const [hours, minutes, seconds] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** The start of a service day, which GTFS defines as twelve hours before noon; when clocks change, that is not midnight.
 * @param {string} serviceDay "2026-05-04"
 * @param {string} timeZone
 * @returns {number} Unix milliseconds */
function startOf(serviceDay, timeZone) {
  const guess = Date.parse(`${serviceDay}T12:00Z`);
  const offset = Date.parse(`${localMinute(guess, timeZone)}Z`) - guess;
  return guess - offset - HALF_DAY_MILLISECONDS;
}

/** Converts a time to seconds since the start of a service day.
 * @param {number} moment Unix milliseconds
 * @param {string} serviceDay "2026-05-04"
 * @param {string} timeZone */
export function secondsOfServiceDay(moment, serviceDay, timeZone) {
  return (moment - startOf(serviceDay, timeZone)) / 1000;
}

/** Formats the times of a service day as clocks show them, also in a night in which clocks change.
 * @param {{serviceDay: string, timeZone: string}} day
 * @param {Speaker} speaker
 * @returns {(text: string) => string} of "25:10:00" */
export function serviceClock({ serviceDay, timeZone }, speaker) {
  const zone = timeZone || speaker.timeZone || "UTC";
  const start = startOf(serviceDay, zone);
  return (text) => clockTime(start + serviceSeconds(text) * 1000, speaker.locale, zone);
}

/** @param {string} day "2026-05-04"
 * @param {number} days */
export function shiftedDay(day, days) {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}
