// A day as riders say it.

import { weekDay } from "../format.js";

const DAY_MILLISECONDS = 86_400_000;

/** "Today", "Tomorrow" or the date with its weekday, such as "Wed, 6 May 2026".
 * @param {string} day "2026-05-04", without a time zone
 * @param {string} today in the same form
 * @param {string} locale */
export function namedDay(day, today, locale) {
  const days = (Date.parse(day) - Date.parse(today)) / DAY_MILLISECONDS;
  if (days !== 0 && days !== 1) return weekDay(day, locale);
  const name = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
}
