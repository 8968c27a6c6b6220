// Sizes and days as the kept network's are said.

const MEGABYTE = 1_000_000;

/** A size in megabytes, such as "2.1 MB".
 * @param {number} bytes
 * @param {string} locale */
export function size(bytes, locale) {
  const value = Math.max(0.1, bytes / MEGABYTE);
  return new Intl.NumberFormat(locale, {
    style: "unit", unit: "megabyte", maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}

/** A distance in whole kilometres, such as "40 km".
 * @param {number} metres
 * @param {string} locale */
export function kilometres(metres, locale) {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "kilometer", maximumFractionDigits: 0 }).format(metres / 1000);
}

/** A day, such as "22 Nov"; with its year where that is another one.
 * @param {string} day "2026-11-22"
 * @param {string} today likewise
 * @param {string} locale */
export function shortDay(day, today, locale) {
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year, timeZone: "UTC" })
    .format(new Date(`${day}T00:00:00Z`));
}
