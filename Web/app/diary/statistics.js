// Totals of a week or a month of the diary: by mode, line and place, with CO2 emissions.

/** @import { MessageKey } from "../i18n.js" */
/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { DiaryStatistics } from "./wire.js" */
import { Refusal } from "../ask.js";
import { lineBadge } from "../badge.js";
import { distance, duration, unitLocale, wholeNumber } from "../format.js";
import { h, icon } from "../render.js";
import { stacking } from "../stacking.js";
import { today } from "./day.js";
import { diaryIcon } from "./day-items.js";
import { ownZone } from "./participant.js";

const DAY = 86_400_000;

/** @param {string} date
 * @param {number} days */
function shifted(date, days) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** The week (from Monday) or the month that contains a day.
 * @param {"week"|"month"} kind
 * @param {string} date "2026-05-04"
 * @returns {{from: string, to: string}} */
export function periodOf(kind, date) {
  if (kind === "week") {
    const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
    const from = shifted(date, -weekday);
    return { from, to: shifted(from, 6) };
  }
  const from = `${date.slice(0, 7)}-01`;
  const next = `${shifted(from, 32).slice(0, 7)}-01`;
  return { from, to: shifted(next, -1) };
}

/** The kind of a period.
 * @param {string} from
 * @param {string} to
 * @returns {"week"|"month"} */
export function kindOf(from, to) {
  return (Date.parse(to) - Date.parse(from)) / DAY === 6 ? "week" : "month";
}

/** How many of the rides with a known delay were on time; null if there are none.
 * @param {{timedRides: number, onTimeRides: number}} line
 * @param {string} locale */
export function punctuality({ timedRides, onTimeRides }, locale) {
  if (timedRides === 0) return null;
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(onTimeRides / timedRides);
}

export class StatisticsPanel {
  /** @param {DiaryScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "diary-panel" });
    /** @private */
    this.period = periodOf("week", today());
    /** @private @type {DiaryStatistics|null} */
    this.sums = null;
    /** @private @type {""|"sealed"|"failed"} */
    this.problem = "";
  }

  /** @param {{from: string|null, to: string|null}} place */
  async show({ from, to }) {
    this.period = from !== null && to !== null && from <= to ? { from, to } : periodOf("week", today());
    const wanted = this.period;
    try {
      const query = new URLSearchParams({ ...wanted, zone: ownZone() });
      const sums = await this.screen.participant.request("GET", `/statistics?${query}`);
      if (this.period !== wanted) return;
      this.sums = sums;
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof Refusal && error.kind === "sealed" ? "sealed" : "failed";
    }
    this.draw();
  }

  hide() {}

  draw() {
    const { speaker } = this.screen.context;
    const { sums } = this;
    this.element.replaceChildren(this.head(),
      ...(this.problem !== "" ? [h("p", { class: "empty", role: "status" }, speaker.say(this.problem === "sealed" ? "diary.sealed" : "failed"))]
        : sums === null ? [h("p", { class: "hint", role: "status" }, speaker.say("loading"))]
        : sums.recordedDays === 0 ? [h("p", { class: "empty" }, speaker.say("diary.emptyPeriod"))]
        : this.parts(sums)));
  }

  /** @private */
  head() {
    const { speaker } = this.screen.context;
    const { from, to } = this.period;
    const kind = kindOf(from, to);
    const address = (/** @type {{from: string, to: string}} */ period) => `/diary/statistics?from=${period.from}&to=${period.to}`;
    const before = periodOf(kind, shifted(from, -1));
    const after = periodOf(kind, shifted(to, 1));
    const step = (/** @type {{from: string, to: string}} */ period, /** @type {string} */ label, /** @type {string} */ side) =>
      h("a", { class: `round ${side}`, href: address(period), "aria-label": label, title: label }, icon("chevron-right"));
    const link = (/** @type {"week"|"month"} */ each) => h("a", { href: address(periodOf(each, from)),
      "aria-current": each === kind ? "true" : null }, speaker.say(`diary.${each}`));
    const title = kind === "month"
      ? new Intl.DateTimeFormat(speaker.locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(Date.parse(from))
      : new Intl.DateTimeFormat(speaker.locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
        .formatRange(Date.parse(from), Date.parse(to));
    return h("div", { class: "day-head" },
      h("div", { class: "segments", role: "group", "aria-label": speaker.say("diary.period") }, link("week"), link("month")),
      h("div", { class: "day-nav" }, step(before, speaker.say("diary.periodBefore"), "previous"), h("h2", {}, title),
        after.from > today() ? h("span", { class: "round next off" })
          : step(after, speaker.say("diary.periodAfter"), "next")));
  }

  /** @private
   * @param {DiaryStatistics} sums */
  parts(sums) {
    const { speaker } = this.screen.context;
    const { locale } = speaker;
    const weight = (/** @type {number} */ grams) => new Intl.NumberFormat(locale, { style: "unit",
      unit: "kilogram", maximumFractionDigits: 1 }).format(grams / 1000);
    const figure = (/** @type {string} */ label, /** @type {string} */ value) =>
      h("div", {}, h("dt", {}, label), h("dd", {}, value));
    const most = Math.max(1, ...sums.modes.map((mode) => mode.distanceMetres));
    return [
      h("dl", { class: "big-figures" },
        figure(speaker.say("diary.distance"), distance(sums.distanceMetres, locale)),
        figure(speaker.say("diary.travelled"), duration(sums.travelSeconds, locale)),
        figure(speaker.say("diary.trips"), wholeNumber(sums.trips, locale)),
        sums.co2Grams === undefined ? "" : figure("CO₂", weight(sums.co2Grams))),
      h("p", { class: "hint" }, speaker.say("diary.recorded", { n: sums.recordedDays, days: sums.days })),
      h("section", { class: "device-part" }, h("h2", {}, speaker.say("diary.byMode")),
        h("ul", { class: "mode-bars" }, ...sums.modes.map((mode) => {
          const bar = h("span", { class: "mode-bar", "data-mode": mode.mode });
          bar.style.inlineSize = `${(100 * mode.distanceMetres) / most}%`;
          return h("li", {}, h("p", { class: "mode-name" }, diaryIcon(mode.mode), speaker.say(`ridden.${mode.mode}`)),
            h("span", { class: "figure" }, distance(mode.distanceMetres, locale)),
            h("span", { class: "mode-track" }, bar),
            h("p", { class: "hint" }, [duration(mode.seconds, locale),
              ...(mode.co2Grams === undefined ? [] : [`${weight(mode.co2Grams)} CO₂`])].join(" · ")));
        }))),
      sums.lines.length === 0 ? "" : this.lines(sums, locale),
      sums.places.length === 0 ? "" : h("section", { class: "device-part" }, h("h2", {}, speaker.say("diary.places")),
        h("dl", { class: "figures" }, ...sums.places.map((place) => figure(place.name, duration(place.seconds, locale))))),
      sums.co2 === undefined ? "" : h("p", { class: "hint" }, `${speaker.say("diary.co2Source")} `,
        sums.co2.url === undefined ? sums.co2.source
          : h("a", { href: sums.co2.url, target: "_blank", rel: "noreferrer" }, sums.co2.source)),
    ];
  }

  /** @private
   * @param {DiaryStatistics} sums
   * @param {string} locale */
  lines(sums, locale) {
    const { speaker } = this.screen.context;
    const head = (/** @type {string} */ text) => h("th", { scope: "col" }, text);
    const cell = (/** @type {MessageKey} */ name, /** @type {string} */ value) =>
      h("td", { "data-name": speaker.say(name) }, h("span", {}, value));
    return h("section", { class: "device-part" }, h("h2", {}, speaker.say("diary.yourLines")),
      stacking(h("table", { class: "scores", "aria-label": speaker.say("diary.yourLines") },
        h("thead", {}, h("tr", {}, head(speaker.say("diary.line")), head(speaker.say("diary.rides")),
          head(speaker.say("diary.onTime")), head(speaker.say("diary.usually")))),
        h("tbody", {}, ...sums.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, lineBadge({ ...line, name: line.line })),
          cell("diary.rides", wholeNumber(line.rides, locale)), cell("diary.onTime", punctuality(line, locale) ?? "–"),
          cell("diary.usually", line.medianDelaySeconds === undefined ? "–" : lateness(line.medianDelaySeconds, locale))))))),
      h("p", { class: "hint" }, speaker.say("diary.onTimeHint")));
  }
}

/** A delay in minutes with its sign, such as "+2 min".
 * @param {number} seconds
 * @param {string} locale */
function lateness(seconds, locale) {
  const options = /** @type {const} */ ({ style: "unit", unit: "minute", signDisplay: "exceptZero", maximumFractionDigits: 0 });
  return new Intl.NumberFormat(unitLocale(locale), options).format(Math.trunc(seconds / 60));
}
