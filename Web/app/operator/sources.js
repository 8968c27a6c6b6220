// The state of live sources, and how much of their data matched the network.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Operator } from "./operator.js" */
import { age, wholeNumber } from "../format.js";
import { h, icon, patch } from "../render.js";
import { whileSeen } from "../seen.js";

const EVERY_MILLISECONDS = 5000;

/** @typedef {Record<string, number>} Counts */
/** @typedef {{vehiclesMatched: number, vehiclesAssigned: number, vehiclesUnmatched: number,
 *   unmatchedReasons: Counts, vehiclesRepeated: number, updatesMatched: number, updatesUnmatched: number,
 *   alerts: number, alertsUnknown: number}} Taken */
/** @typedef {{id: string, kind: string, state: "live"|"old"|"down", ageSeconds?: number, trouble?: string,
 *   counts: {asked: number, fetched: number, unchanged: number, failed: Counts, failuresInARow: number,
 *   bytes: number, entities: number}, taken?: Taken, quarantined: Counts}} Source */

/** The reasons by count, the largest first.
 * @param {Counts} counts
 * @returns {[string, number][]} */
export function ranked(counts) {
  return Object.entries(counts).filter(([, count]) => count > 0)
    .toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b));
}

/** The share of the total, such as "98%"; null if the total is zero.
 * @param {number} part
 * @param {number} rest
 * @param {string} locale */
export function share(part, rest, locale) {
  const all = part + rest;
  if (all === 0) return null;
  // Only a complete share is shown as 100%.
  const value = rest > 0 ? Math.min(part / all, 0.999) : 1;
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: rest > 0 ? 1 : 0 }).format(value);
}

/** @typedef {{id: string, feed?: string, vehiclesBy: Counts, updatesBy: Counts, contradicted: number,
 *   unmatched: {trip?: string, route?: string, nearest?: string}[], advice: string[]}} Matching */

export class SourcesPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    this.operator = operator;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {Source[]|null} */
    this.sources = null;
    /** @private @type {Map<string, Matching>} */
    this.matchings = new Map();
    /** The problems of the timetable's feeds.
     * @private @type {string[]} */
    this.feeds = [];
    /** @private */
    this.hasFailed = false;
    /** @private */
    this.print = "";
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    whileSeen(EVERY_MILLISECONDS, () => this.refresh(), seen);
    await this.refresh();
  }

  hide() {}

  /** @private */
  async refresh() {
    try {
      this.sources = (await this.operator.request("GET", "/api/v1/operator/sources")).sources;
      /** @type {{sources: Matching[], feeds: string[]}} */
      const { sources, feeds } = await this.operator.request("GET", "/api/v1/operator/matching");
      this.matchings = new Map(sources.map((each) => [each.id, each]));
      this.feeds = feeds;
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
    const print = JSON.stringify([this.sources, [...this.matchings], this.feeds, this.hasFailed]);
    // Unchanged content is not redrawn, so that readers are not disturbed.
    if (print !== this.print) this.draw();
    this.print = print;
  }

  draw() {
    const { speaker } = this.context;
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((each) => each.id));
    const parts = [
      h("h2", {}, speaker.say("operator.sources")),
      h("p", { class: "hint" }, speaker.say("operator.sourcesHint")),
      this.hasFailed ? h("p", { class: "warning", role: "status" }, speaker.say("failed")) : "",
      ...this.feeds.map((sentence) => h("p", { class: "warning" }, sentence)),
      this.sources === null ? (this.hasFailed ? "" : h("p", { class: "hint", role: "status" }, speaker.say("loading")))
        : this.sources.length === 0 ? h("p", { class: "empty" }, speaker.say("operator.noSources"))
        : h("ul", { class: "operator-cards" }, ...this.sources.map((each) => this.card(each))),
    ];
    for (const part of parts) {
      for (const details of part instanceof Element ? part.querySelectorAll("details") : []) details.open = open.has(details.id);
    }
    patch(this.element, parts);
  }

  /** @private
   * @param {Source} source */
  card(source) {
    const { speaker } = this.context;
    const { id, kind, state, ageSeconds, trouble } = source;
    return h("li", { class: "operator-card" },
      h("div", { class: "operator-card-head" },
        h("h3", {}, id), h("span", { class: "hint" }, kind),
        h("span", { class: `source-state source-${state}` },
          icon(state === "live" ? "check" : "alert-circle-outline"), speaker.say(`source.${state}`))),
      ageSeconds === undefined ? null
        : h("p", {}, speaker.say("about.liveUpdated", { age: age(ageSeconds * 1000, speaker.locale) })),
      trouble === undefined ? null : h("p", { class: "warning" }, trouble),
      ...(this.matchings.get(id)?.advice ?? []).map((sentence) => h("p", { class: "warning" }, sentence)),
      source.taken === undefined ? null : this.matching(source.taken, this.matchings.get(id)),
      this.reasons("operator.unmatchedWhy", source.taken?.unmatchedReasons ?? {}),
      this.reasons("operator.quarantined", source.quarantined),
      this.details(source),
    );
  }

  /** @private
   * @param {Taken} taken
   * @param {Matching|undefined} matching */
  matching(taken, matching) {
    const { speaker } = this.context;
    const rows = [
      this.matched("operator.vehiclesMatched", taken.vehiclesMatched, taken.vehiclesUnmatched),
      this.matched("operator.updatesMatched", taken.updatesMatched, taken.updatesUnmatched),
      this.matched("operator.alertsKnown", taken.alerts, taken.alertsUnknown),
    ];
    return h("div", {}, h("h4", {}, speaker.say("operator.matching")), ...rows,
      matching?.feed === undefined ? null
        : h("p", { class: "hint" }, speaker.say("operator.sourceFeed", { feed: matching.feed })),
      ...(matching === undefined ? [] : [
        this.reasons("operator.vehiclesBy", matching.vehiclesBy, (way) => this.way(way)),
        this.reasons("operator.updatesBy", matching.updatesBy, (way) => this.way(way)),
        this.unmatched(matching),
      ]));
  }

  /** @private
   * @param {string} way */
  way(way) {
    return this.context.speaker.say(/** @type {MessageKey} */ (`way.${way}`));
  }

  /** Some unmatched ids, each with the most similar one of the network.
   * @private
   * @param {Matching} matching */
  unmatched({ unmatched }) {
    const { speaker } = this.context;
    if (unmatched.length === 0) return null;
    return h("div", {}, h("h4", {}, speaker.say("operator.unmatchedTrips")),
      h("ul", { class: "unmatched" }, ...unmatched.map(({ trip, route, nearest }) =>
        h("li", {}, h("code", {}, trip ?? route ?? ""),
          nearest === undefined ? null : h("span", { class: "hint" }, speaker.say("operator.nearestTrip", { id: nearest }))))));
  }

  /** @private
   * @param {MessageKey} key
   * @param {number} part
   * @param {number} rest */
  matched(key, part, rest) {
    const { speaker } = this.context;
    const shown = share(part, rest, speaker.locale);
    if (shown === null) return null;
    const label = speaker.say(key);
    return h("div", { class: "match-row" }, h("span", {}, label),
      h("meter", { min: 0, max: part + rest, value: part, "aria-label": label }),
      h("span", { class: "figure" }, shown),
      h("span", { class: "hint" }, speaker.say("operator.ofAll", {
        part: wholeNumber(part, speaker.locale), all: wholeNumber(part + rest, speaker.locale),
      })));
  }

  /** @private
   * @param {MessageKey} title
   * @param {Counts} counts
   * @param {(name: string) => string} say What a name means to people */
  reasons(title, counts, say = (name) => this.context.speaker.say(/** @type {MessageKey} */ (`reason.${name}`))) {
    const { speaker } = this.context;
    const rows = ranked(counts);
    if (rows.length === 0) return null;
    return h("div", {}, h("h4", {}, speaker.say(title)), h("ul", { class: "reasons" }, ...rows.map(([reason, count]) =>
      h("li", {}, h("span", { class: "figure" }, wholeNumber(count, speaker.locale)),
        h("span", {}, say(reason) || reason)))));
  }

  /** @private
   * @param {Source} source */
  details({ id, counts, taken }) {
    const { speaker } = this.context;
    const number = (/** @type {number} */ value) => wholeNumber(value, speaker.locale);
    /** @type {[MessageKey, number][]} */
    const rows = [["count.asked", counts.asked], ["count.fetched", counts.fetched],
      ["count.unchanged", counts.unchanged], ["count.failuresInARow", counts.failuresInARow],
      ["count.entities", counts.entities], ["count.repeated", taken?.vehiclesRepeated ?? 0]];
    return h("details", { id: `source-${id}` }, h("summary", {}, icon("chevron-right"), speaker.say("operator.exchange")),
      h("dl", { class: "figures" },
        ...rows.map(([key, value]) => h("div", {}, h("dt", {}, speaker.say(key)), h("dd", {}, number(value)))),
        h("div", {}, h("dt", {}, speaker.say("count.bytes")), h("dd", {},
          new Intl.NumberFormat(speaker.locale, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 })
            .format(counts.bytes / 1e6)))),
      this.reasons("operator.failures", counts.failed));
  }
}
