// The head of a day: its date with the days beside it, and its sums.

/** @import { Speaker } from "../i18n.js" */
/** @import { DiaryDay } from "./wire.js" */
import { distance, duration, weekDay } from "../format.js";
import { h, icon } from "../render.js";

/** The nearest days before and after with content; null where there is none.
 * @param {string} date
 * @param {string[]} days newest first
 * @returns {{before: string|null, after: string|null}} */
export function neighbours(date, days) {
  const before = days.find((day) => day < date) ?? null;
  const after = days.findLast((day) => day > date) ?? null;
  return { before, after };
}

/** The heading with links to the days beside it.
 * @param {string} date
 * @param {{days: string[], address: (date: string) => string, speaker: Speaker}} world the days with content, newest first */
export function dayNav(date, { days, address, speaker }) {
  const { before, after } = neighbours(date, days);
  const step = (/** @type {string|null} */ to, /** @type {string} */ label, /** @type {string} */ kind) => to === null
    ? h("span", { class: `round ${kind} off` })
    : h("a", { class: `round ${kind}`, href: address(to), "aria-label": label, title: label }, icon("chevron-right"));
  return h("div", { class: "day-nav" }, step(before, speaker.say("diary.dayBefore"), "previous"),
    h("h2", {}, weekDay(date, speaker.locale)), step(after, speaker.say("diary.dayAfter"), "next"));
}

/** How far somebody travelled on a day, and how long; empty without a trip.
 * @param {DiaryDay} day
 * @param {Speaker} speaker */
export function daySums(day, { locale }) {
  return day.items.some(({ kind }) => kind === "trip")
    ? `${distance(day.distanceMetres, locale)} · ${duration(day.travelSeconds, locale)}` : "";
}
