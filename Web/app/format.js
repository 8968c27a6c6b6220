// Formats times, dates and distances in the rider's language and the network's time zone, by Intl alone.

import { isImperial } from "./region.js";

/** @type {Map<string, Intl.DateTimeFormat>} */
const formatters = new Map();

/** @param {string} locale
 * @param {Intl.DateTimeFormatOptions} options */
function formatter(locale, options) {
  const key = locale + JSON.stringify(options);
  let found = formatters.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat(locale, options);
    formatters.set(key, found);
  }
  return found;
}

/** Hours and minutes, such as 08:03 or 8:03 AM, which no line break parts.
 * @param {number|string} moment Unix milliseconds or an ISO 8601 text with offset
 * @param {string} locale
 * @param {string} timeZone */
export function clockTime(moment, locale, timeZone) {
  const options = /** @type {const} */ ({ timeStyle: "short", timeZone });
  return formatter(locale, options).format(new Date(moment)).replace(/\s/g, "\u00a0");
}

/** Hours and minutes in the time zone in which the text was written.
 * @param {string} text ISO 8601 with offset, as the API returns it
 * @param {string} locale */
export function localTime(text, locale) {
  return clockTime(`${text.slice(0, 19)}Z`, locale, "UTC");
}

/** The locale by which units are written: British and other forms of English would write "mins".
 * @param {string} locale */
export const unitLocale = (locale) => /^en\b/.test(locale) ? "en" : locale;

/** A duration, such as "34 min" or "1 hr 5 min".
 * @param {number} seconds not negative; rounded up to whole minutes
 * @param {string} locale */
export function duration(seconds, locale) {
  const minutes = Math.ceil(seconds / 60);
  /** @param {number} value
   * @param {string} unit */
  const part = (value, unit) =>
    new Intl.NumberFormat(unitLocale(locale), { style: "unit", unit, unitDisplay: "short" }).format(value);
  if (minutes < 60) return part(minutes, "minute");
  const hours = part(Math.floor(minutes / 60), "hour");
  return minutes % 60 === 0 ? hours : `${hours} ${part(minutes % 60, "minute")}`;
}

/** A calendar day, such as "4 May 2026".
 * @param {string} day "2026-05-04", without a time zone
 * @param {string} locale */
export function calendarDay(day, locale) {
  const options = /** @type {const} */ ({ dateStyle: "medium", timeZone: "UTC" });
  return formatter(locale, options).format(new Date(`${day}T00:00:00Z`));
}

/** A calendar day with its weekday, such as "Mon, 4 May 2026".
 * @param {string} day "2026-05-04", without a time zone
 * @param {string} locale */
export function weekDay(day, locale) {
  const options = /** @type {const} */ ({
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  return formatter(locale, options).format(new Date(`${day}T00:00:00Z`));
}

/** @param {number} value
 * @param {string} locale */
export function wholeNumber(value, locale) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}

/** From here on, tenths of kilometres or miles say nothing. */
const FAR = 100;

/** A length in metres and kilometres, or in feet and miles if the locale uses them. Nothing but 0 is written as 0.
 * @param {number} metres
 * @param {string} locale */
export function distance(metres, locale) {
  const imperial = isImperial(locale);
  const [small, smallUnit, large, largeUnit] = imperial
    ? [metres / 0.3048, "foot", metres / 1609.344, "mile"]
    : [metres, "meter", metres / 1000, "kilometer"];
  const near = imperial ? large < 0.1 : metres < 1000;
  const value = !near ? large : metres > 0 ? Math.max(10, Math.round(small / 10) * 10) : 0;
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: near ? smallUnit : largeUnit,
    maximumFractionDigits: near || large >= FAR ? 0 : 1,
  }).format(value);
}

/** An age, such as "8 seconds ago" or "2 days ago"; never in the future.
 * @param {number} milliseconds
 * @param {string} locale */
export function age(milliseconds, locale) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "long" });
  if (seconds < 60) return relative.format(-seconds, "second");
  if (seconds < 3600) return relative.format(-Math.floor(seconds / 60), "minute");
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? relative.format(-hours, "hour") : relative.format(-Math.floor(hours / 24), "day");
}

/** Sorts "2" before "10" and "S2" before "S10".
 * @param {string} locale
 * @returns {(a: string, b: string) => number} */
export function lineOrder(locale) {
  return new Intl.Collator(locale, { numeric: true, sensitivity: "base" }).compare;
}
