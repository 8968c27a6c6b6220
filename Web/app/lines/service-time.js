// GTFS times: hours since the start of a service day, which may continue after midnight.

import { clockTime } from "../format.js";
import { localMinute } from "../search/query.js";

const DAY_MILLISECONDS = 86_400_000;
const HALF_DAY_SECONDS = 43_200;

/** @param {string} text "25:10:00"
 * @returns {number} seconds from the start of the service day */
export function serviceSeconds(text) {
  const [hours, minutes, seconds] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Converts a time to seconds since the start of a service day, which GTFS defines as twelve hours before noon; when
 * clocks change, that is not midnight.
 * @param {number} moment Unix milliseconds
 * @param {string} serviceDay "2026-05-04"
 * @param {string} timeZone */
export function secondsOfServiceDay(moment, serviceDay, timeZone) {
  const guess = Date.parse(`${serviceDay}T12:00Z`);
  const offset = Date.parse(`${localMinute(guess, timeZone)}Z`) - guess;
  return (moment - (guess - offset)) / 1000 + HALF_DAY_SECONDS;
}

/** The time of day as a clock shows it.
 * @param {string} text "25:10:00"
 * @param {string} locale */
export function serviceClock(text, locale) {
  return clockTime((serviceSeconds(text) % 86_400) * 1000, locale, "UTC");
}

/** @param {string} day "2026-05-04"
 * @param {number} days */
export function shiftedDay(day, days) {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}
