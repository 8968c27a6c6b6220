// All lines, and one line with the stops of its directions.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Route, RouteDetail } from "../types.js" */
import { lineBadge, modeIcon } from "../badge.js";
import { ask } from "../context.js";
import { lineOrder } from "../format.js";
import { h, icon, setText } from "../render.js";
import { linesAddress, mapAddress } from "../router.js";

const COUNT_MILLISECONDS = 5000;
/** @type {import("../types.js").Mode[]} */
const MODE_ORDER = ["rail", "subway", "tram", "trolleybus", "bus", "coach", "ferry", "funicular",
  "aerialLift", "cableTram", "monorail", "taxi", "air", "other"];

/** Lines by their mode, each mode's in the feed's order or else by name.
 * @param {Route[]} routes
 * @param {string} locale
 * @returns {[import("../types.js").Mode, Route[]][]} */
export function groupByMode(routes, locale) {
  const order = lineOrder(locale);
  return MODE_ORDER.map((mode) => /** @type {[typeof mode, Route[]]} */ ([
    mode,
    routes.filter((route) => route.mode === mode).sort((a, b) =>
      (a.sortOrder ?? Infinity) - (b.sortOrder ?? Infinity) ||
      order(a.shortName, b.shortName)
    ),
  ])).filter(([, group]) => group.length > 0);
}

export class LinesScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.title = "lines.title";
    this.element = h("section", { class: "screen page" });
    /** @private @type {string|null} */
    this.line = null;
    /** @private @type {RouteDetail|null} */
    this.detail = null;
    this.active = false;
    setInterval(() => this.active && this.count(), COUNT_MILLISECONDS);
    context.fleet.onChange(() => this.active && this.counted === 0 && this.count());
    this.counted = 0;
  }

  /** @param {{line: string|null}} place */
  async show(place) {
    this.active = true;
    this.line = place.line;
    this.detail = null;
    this.counted = 0;
    this.context.cover(null);
    if (place.line === null) return this.drawAll();
    this.drawWaiting();
    try {
      const detail = await ask(`/routes/${encodeURIComponent(place.line)}`);
      if (this.line !== place.line) return;
      this.detail = detail;
      this.drawOne();
    } catch {
      if (this.line === place.line) this.drawFailed();
    }
  }

  hide() {
    this.active = false;
  }

  translate() {
    if (this.language === this.context.speaker.language) return this.count();
    if (this.line === null) this.drawAll();
    else if (this.detail !== null) this.drawOne();
  }

  /** @private */
  drawAll() {
    const { speaker, routes } = this.context;
    this.language = speaker.language;
    const groups = groupByMode([...routes.values()], speaker.locale).map(([mode, group]) =>
      h(
        "section",
        { class: "group" },
        h("h2", {}, modeIcon(mode), speaker.say(`mode.${mode}`)),
        h("ul", {}, ...group.map((route) => this.row(route))),
      )
    );
    this.element.replaceChildren(
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("lines.title"))),
      h("div", { class: "groups" }, ...groups),
    );
    this.count();
  }

  /** @private
   * @param {Route} route */
  row(route) {
    return h(
      "li",
      {},
      h(
        "a",
        { class: "row", href: linesAddress(route.id) },
        h("span", { class: "row-badge" }, lineBadge({ ...route, name: route.shortName })),
        h("span", { class: "row-text" },
          h("span", { class: "row-title" }, route.longName || route.agency),
          h("span", { class: "row-next", "data-route": route.id })),
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
      const n = counts.get(/** @type {HTMLElement} */ (place).dataset.route ?? "") ?? 0;
      const known = connection === "live" || connection === "polling";
      setText(place, !known ? "" : n === 0
        ? speaker.say("lines.noneNow")
        : speaker.count("vehicles", n));
    }
  }

  /** @private */
  backLink() {
    return h("a", { class: "back", href: "/lines" }, icon("chevron-right"),
      this.context.speaker.say("lines.title"));
  }

  /** @private */
  drawWaiting() {
    this.element.replaceChildren(this.backLink(),
      h("p", { class: "empty" }, this.context.speaker.say("loading")));
  }

  /** @private */
  drawFailed() {
    const { speaker } = this.context;
    this.element.replaceChildren(this.backLink(),
      h("h1", {}, speaker.say("lines.title")),
      h("p", { class: "empty", role: "alert" }, speaker.say("failed")));
  }

  /** @private */
  drawOne() {
    const route = this.detail;
    if (route === null) return;
    const { speaker } = this.context;
    this.language = speaker.language;
    const directions = route.directions.map((direction) => {
      const headsign = direction.headsigns.join(" / ");
      return h(
        "section",
        { class: "group" },
        h("h2", {}, icon("arrow-right"),
          h("span", { class: "group-title" }, headsign === ""
            ? speaker.say("lines.otherDirection")
            : speaker.say("lines.direction", { headsign })),
          h("span", { class: "group-count" }, speaker.count("stops", direction.stops.length))),
        h("ol", { class: "stops" }, ...direction.stops.map((stop) =>
          h("li", {}, h("a", { href: mapAddress({ stop: stop.id, line: route.id }) }, stop.name)))),
      );
    });
    const columns = h("div", { class: "groups directions" }, ...directions);
    columns.style.setProperty("--fill", route.colour);
    this.element.replaceChildren(
      this.backLink(),
      h(
        "header",
        { class: "page-head line-head" },
        h("h1", {}, modeIcon(route.mode), lineBadge({ ...route, name: route.shortName }),
          h("span", {}, route.longName)),
        h("p", { class: "hint" },
          speaker.say(/** @type {MessageKey} */ (`mode.${route.mode}`)), " · ",
          route.agency ? `${speaker.say("lines.by", { agency: route.agency })} · ` : null,
          h("span", { "data-route": route.id })),
        h("p", {}, h("a", { class: "button", href: mapAddress({ line: route.id }) },
          icon("map-outline"), speaker.say("lines.onMap"))),
      ),
      columns,
    );
    this.count();
  }
}
