// The accuracy of predictions by line, compared with timetable and delay alone.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Operator } from "./operator.js" */
import { lineBadge, lineName } from "../badge.js";
import { calendarDay, lineOrder, wholeNumber } from "../format.js";
import { h, icon } from "../render.js";
import { stacking } from "../stacking.js";

/** @typedef {{count: number, meanErrorSeconds?: number, transitShare?: number, mbtaShare?: number}} Measures */
/** @typedef {{date: string, fallback: boolean, learnt: Measures, timetableAndDelay: Measures}} Day */
/** @typedef {{route: string, fallback: boolean, days: Day[]}} RouteScores */
/** @typedef {{today?: string, routes: RouteScores[]}} Scores */

/** The evaluated days, newest first.
 * @param {Scores} scores
 * @returns {string[]} */
export function daysOf(scores) {
  const days = new Set(scores.routes.flatMap((route) => route.days.map((day) => day.date)));
  if (scores.today !== undefined) days.add(scores.today);
  return [...days].toSorted().toReversed();
}

/** The combined measures of several routes, weighted by their counts.
 * @param {Measures[]} all
 * @returns {Measures} */
export function together(all) {
  const count = all.reduce((sum, each) => sum + each.count, 0);
  /** @param {"meanErrorSeconds"|"transitShare"|"mbtaShare"} key */
  const mean = (key) => {
    const known = all.filter((each) => each[key] !== undefined && each.count > 0);
    const weight = known.reduce((sum, each) => sum + each.count, 0);
    if (weight === 0) return undefined;
    return known.reduce((sum, each) => sum + (each[key] ?? 0) * each.count, 0) / weight;
  };
  return {
    count, meanErrorSeconds: mean("meanErrorSeconds"), transitShare: mean("transitShare"),
    mbtaShare: mean("mbtaShare"),
  };
}

export class PredictionsPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    this.operator = operator;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {Scores|null} */
    this.scores = null;
    /** @private */
    this.hasFailed = false;
    /** The shown day; empty for the newest. @private */
    this.day = "";
  }

  async show() {
    try {
      this.scores = await this.operator.request("GET", "/api/v1/operator/predictions");
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
    this.draw();
  }

  hide() {}

  draw() {
    const { speaker } = this.context;
    this.element.replaceChildren(
      h("h2", {}, speaker.say("operator.predictions")),
      h("p", { class: "hint" }, speaker.say("operator.predictionsHint")),
      this.hasFailed ? h("p", { class: "warning", role: "status" }, speaker.say("failed"))
        : this.scores === null ? h("p", { class: "hint", role: "status" }, speaker.say("loading"))
        : h("div", {}, ...this.table(this.scores)),
    );
  }

  /** @private
   * @param {Scores} scores */
  table(scores) {
    const { speaker, routes } = this.context;
    const days = daysOf(scores);
    const day = days.includes(this.day) ? this.day : days[0] ?? "";
    const rows = scores.routes.flatMap(({ route, fallback, days: all }) => {
      const judged = all.find((each) => each.date === day);
      return judged === undefined || judged.learnt.count === 0 ? [] : [{ route, fallback, judged }];
    });
    if (rows.length === 0) return [h("p", { class: "empty" }, speaker.say("operator.noScores"))];
    const order = lineOrder(speaker.locale);
    const name = (/** @type {string} */ id) => {
      const route = routes.get(id);
      return route === undefined ? id : lineName(route);
    };
    rows.sort((a, b) => order(name(a.route), name(b.route)));
    const select = h("select", { id: "scores-day", onchange: () => {
      this.day = select.value;
      this.draw();
      document.getElementById("scores-day")?.focus();
    } }, ...days.map((each) => h("option", { value: each, selected: each === day },
      calendarDay(each, speaker.locale) + (each === scores.today ? ` · ${speaker.say("operator.today")}` : ""))));
    const head = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ more = {}) =>
      h("th", { scope: "col", ...more }, text);
    return [
      h("p", { class: "operator-choice" }, h("label", { for: "scores-day" }, speaker.say("operator.day")), select),
      stacking(h("table", { class: "scores", "aria-label": speaker.say("operator.predictions") },
        h("thead", {},
          h("tr", {}, head(speaker.say("operator.line"), { rowspan: 2 }), head(speaker.say("operator.judged"), { rowspan: 2 }),
            h("th", { scope: "colgroup", colspan: 2 }, speaker.say("operator.meanError")),
            h("th", { scope: "colgroup", colspan: 2 }, speaker.say("operator.hits"))),
          h("tr", {}, ...[1, 2].flatMap(() =>
            [head(speaker.say("operator.learnt")), head(speaker.say("operator.plain"))]))),
        h("tbody", {}, ...rows.map(({ route, fallback, judged }) =>
          this.row(h("th", { scope: "row" }, this.line(route), fallback || judged.fallback
            ? h("span", { class: "remark warn" }, speaker.say("operator.fallback")) : null), judged))),
        h("tfoot", {}, this.row(h("th", { scope: "row" }, speaker.say("operator.allLines")), {
          learnt: together(rows.map(({ judged }) => judged.learnt)),
          timetableAndDelay: together(rows.map(({ judged }) => judged.timetableAndDelay)),
        })))),
      h("p", { class: "hint" }, speaker.say("operator.fallbackHint")),
    ];
  }

  /** @private
   * @param {string} id */
  line(id) {
    const route = this.context.routes.get(id);
    return route === undefined ? id : lineBadge(route);
  }

  /** @private
   * @param {HTMLElement} head
   * @param {{learnt: Measures, timetableAndDelay: Measures}} day */
  row(head, { learnt, timetableAndDelay: plain }) {
    const { speaker } = this.context;
    const { locale } = speaker;
    const seconds = (/** @type {Measures} */ { meanErrorSeconds: value }) => value === undefined ? "–"
      : new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "narrow",
        maximumFractionDigits: 0 }).format(value);
    const percent = (/** @type {Measures} */ { mbtaShare: value }) => value === undefined ? "–"
      : new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(value);
    const better = (learnt.meanErrorSeconds ?? 0) < (plain.meanErrorSeconds ?? 0);
    const cell = (/** @type {MessageKey[]} */ names, /** @type {string} */ value, isBetter = false) =>
      h("td", { class: isBetter ? "better" : null, "data-name": names.map((each) => speaker.say(each)).join(" · ") },
        h("span", {}, isBetter ? icon("check") : null, value));
    return h("tr", {}, head, cell(["operator.judged"], wholeNumber(learnt.count, locale)),
      cell(["operator.meanError", "operator.learnt"], seconds(learnt), better),
      cell(["operator.meanError", "operator.plain"], seconds(plain)),
      cell(["operator.hits", "operator.learnt"], percent(learnt)), cell(["operator.hits", "operator.plain"], percent(plain)));
  }
}
