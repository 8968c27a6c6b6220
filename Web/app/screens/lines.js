// All lines, with links to their timetables.

/** @import { Context } from "../context.js" */
/** @import { Route } from "../types.js" */
import { lineBadge, lineName, modeIcon } from "../badge.js";
import { lineOrder } from "../format.js";
import { lineTitle } from "../lines/line-title.js";
import { h, icon, setText } from "../render.js";
import { linesAddress } from "../router.js";
import { whileSeen } from "../seen.js";
import { knowsVehicles } from "../status.js";
import { folded, wordsOf } from "../words.js";

const COUNT_MILLISECONDS = 5000;
/** Fewer lines are all in sight after a short scroll. */
const LINES_WORTH_FINDING = 12;
/** @type {import("../types.js").Mode[]} */
const MODE_ORDER = ["rail", "subway", "tram", "trolleybus", "bus", "coach", "ferry", "funicular",
  "aerialLift", "cableTram", "monorail", "taxi", "air", "other"];

/** Lines by mode, each mode's in the feed's order, otherwise by name.
 * @param {Route[]} routes
 * @param {string} locale
 * @returns {[import("../types.js").Mode, Route[]][]} */
export function groupByMode(routes, locale) {
  const order = lineOrder(locale);
  return MODE_ORDER.map((mode) => /** @type {[typeof mode, Route[]]} */ ([
    mode,
    routes.filter((route) => route.mode === mode).sort((a, b) =>
      (a.sortOrder ?? Infinity) - (b.sortOrder ?? Infinity) ||
      order(lineName(a), lineName(b))
    ),
  ])).filter(([, group]) => group.length > 0);
}

/** The badge of a line in the list. A long name is written beside it, where there is room, and the badge has the mode.
 * @param {Route} route */
function rowBadge(route) {
  if (route.shortName) return lineBadge(route);
  const badge = lineBadge({ ...route, name: "" });
  badge.append(modeIcon(route.mode));
  return badge;
}

/** How many agencies run these lines.
 * @param {Route[]} routes */
const agenciesOf = (routes) => new Set(routes.map(({ agency }) => agency)).size;

/** The lines whose number begins with each typed word, or whose name, ends or agency contain it.
 * @param {Route[]} routes
 * @param {string} text */
export function linesFound(routes, text) {
  const words = wordsOf(text);
  return routes.filter((route) => {
    const name = folded(lineName(route));
    const more = folded(`${lineTitle(route)} ${route.agency ?? ""}`);
    return words.every((word) => name.startsWith(word) || more.includes(word));
  });
}

export class LinesScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.heading = h("h1");
    this.input = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    this.input.addEventListener("input", () => {
      this.drawRows();
      setText(this.announcer, context.speaker.count("linesFound", this.rows.querySelectorAll("[data-route]").length));
    });
    this.tools = h("div", { class: "tools" }, h("label", { class: "search" }, icon("magnify"), this.input));
    this.announcer = h("p", { class: "unseen", role: "status" });
    this.rows = h("div", { class: "groups" });
    this.element = h("section", { class: "screen page" }, h("header", { class: "page-head" }, this.heading), this.tools,
      this.announcer, this.rows);
    this.active = false;
    context.fleet.onChange(() => this.active && this.counted === 0 && this.count());
    this.counted = 0;
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  show(_place, seen) {
    this.active = true;
    whileSeen(COUNT_MILLISECONDS, () => this.count(), seen);
    this.counted = 0;
    this.context.cover(null);
    this.drawAll();
  }

  hide() {
    this.active = false;
  }

  translate() {
    if (this.language === this.context.speaker.language) this.count();
    else this.drawAll();
  }

  /** @private */
  drawAll() {
    const { speaker, routes } = this.context;
    this.language = speaker.language;
    setText(this.heading, speaker.say("lines.title"));
    this.input.placeholder = speaker.say("lines.find");
    this.input.setAttribute("aria-label", speaker.say("lines.find"));
    this.tools.hidden = routes.size < LINES_WORTH_FINDING;
    setText(this.announcer, "");
    this.drawRows();
  }

  /** @private */
  drawRows() {
    const { speaker, routes } = this.context;
    const all = agenciesOf([...routes.values()]);
    const text = this.input.value.trim();
    const groups = groupByMode(linesFound([...routes.values()], text), speaker.locale).map(([mode, group]) => {
      // An agency is named where it distinguishes lines, and once where it has all of a mode.
      const isOne = agenciesOf(group) === 1;
      return h("section", { class: "group" },
        h("h2", {}, modeIcon(mode), speaker.say(`mode.${mode}`)),
        isOne && all > 1 && group[0].agency ? h("p", { class: "hint" }, speaker.say("lines.by", { agency: group[0].agency })) : null,
        h("ul", {}, ...group.map((route) => this.row(route, !isOne))));
    });
    this.rows.replaceChildren(...(groups.length > 0 ? groups : [h("p", { class: "empty" },
      text === "" ? speaker.say("notKnown") : speaker.say("lines.noMatch", { text }))]));
    this.count();
  }

  /** @private
   * @param {Route} route
   * @param {boolean} hasAgencies whether its agency distinguishes it from others */
  row(route, hasAgencies) {
    const title = lineTitle(route);
    const agency = title && hasAgencies ? route.agency : "";
    return h(
      "li",
      {},
      h(
        "a",
        { class: "row", href: linesAddress(route.id) },
        h("span", { class: "row-badge" }, rowBadge(route)),
        h("span", { class: "row-text" },
          h("span", { class: "row-title" }, title || (route.shortName ? route.agency : route.id)),
          h("span", { class: "row-next line-facts" }, agency ? h("span", {}, agency) : null, h("span", { "data-route": route.id }))),
        icon("chevron-right"),
      ),
    );
  }

  /** @private */
  count() {
    const { fleet, speaker, connection } = this.context;
    const counts = fleet.countsByRoute();
    if (counts.size > 0) this.counted = performance.now();
    for (const place of this.element.querySelectorAll("[data-route]")) {
      const { route = "" } = /** @type {HTMLElement} */ (place).dataset;
      const n = counts.get(route) ?? 0;
      const isKnown = (connection === "live" || connection === "polling") && (n > 0 || knowsVehicles(this.context));
      setText(place, !isKnown ? "" : n === 0 ? speaker.say("lines.noneNow") : speaker.count("vehicles", n));
    }
  }
}
