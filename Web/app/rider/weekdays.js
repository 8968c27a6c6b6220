// Weekdays and times of day, as text.

/** @import { Speaker } from "../i18n.js" */
/** @import { Reminder } from "./wire.js" */
import { clockTime } from "../format.js";

/** From 1 (Monday) to 7 (Sunday). */
export const WEEK = [1, 2, 3, 4, 5, 6, 7];

/** The name of a weekday.
 * @param {number} day from 1 (Monday)
 * @param {string} locale
 * @param {"short"|"long"} width */
export function dayName(day, locale, width) {
  // 1 January 2024 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday: width, timeZone: "UTC" })
    .format(Date.UTC(2024, 0, day));
}

/** Weekdays in common form: "Mon–Fri", "Sat, Sun", "every day".
 * @param {readonly number[]} days from 1 (Monday), in order
 * @param {Speaker} speaker */
export function weekdaysText(days, speaker) {
  if (days.length === WEEK.length) return speaker.say("days.all");
  const { locale } = speaker;
  /** @type {[number, number][]} */
  const spans = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else spans.push([day, day]);
  }
  return spans.flatMap(([first, last]) => {
    if (last - first >= 2) return [`${dayName(first, locale, "short")}–${dayName(last, locale, "short")}`];
    return (first === last ? [first] : [first, last]).map((day) => dayName(day, locale, "short"));
  }).join(", ");
}

/** A time of day.
 * @param {number} minute after midnight
 * @param {string} locale */
export function minuteText(minute, locale) {
  return clockTime(minute * 60_000, locale, "UTC");
}

/** A time of day as the value of a `time` input.
 * @param {number} minute after midnight */
export function minuteValue(minute) {
  const part = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`;
}

/** Parses the value of a `time` input.
 * @param {string} text
 * @returns {number|null} minutes after midnight */
export function minuteOf(text) {
  const found = text.match(/^(\d{2}):(\d{2})/);
  if (found === null) return null;
  const minute = Number(found[1]) * 60 + Number(found[2]);
  return minute < 1440 ? minute : null;
}

/** @param {Reminder} reminder
 * @param {Speaker} speaker */
export function reminderText({ minute, weekdays }, speaker) {
  return `${minuteText(minute, speaker.locale)} · ${weekdaysText(weekdays, speaker)}`;
}
