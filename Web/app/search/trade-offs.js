// Walking against waiting: marks the earliest result and the one with the least walking, which a page has, and offers a
// longer walk where it pays.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { Page, Way } from "./wire.js" */
import { ask } from "../ask.js";
import { duration, localTime } from "../format.js";
import { h, icon } from "../render.js";
import { shownTime } from "../times.js";
import { MAXIMUM_WALK, USUAL_WALK, connectionsPath } from "./query.js";

/** Smaller differences are not offered. */
const WORTH_METRES = 200;
const WORTH_SECONDS = 180;
const RESULTS = 4;

/** @param {Way} way */
function walkSeconds({ legs }) {
  return legs.reduce((sum, leg) => leg.kind === "walk" ? sum + leg.seconds : sum, 0);
}

/** The best connection by time: the earliest arrival, or the latest departure of a search by arrival; of several the shortest.
 * @param {readonly Way[]} ways
 * @param {Pick<SearchQuery, "arriveBy">} query
 * @returns {Way|undefined} */
function bestOf(ways, { arriveBy }) {
  const leaves = (/** @type {Way} */ { departure }) => -Date.parse(shownTime(departure));
  const arrives = (/** @type {Way} */ { arrival }) => Date.parse(shownTime(arrival));
  const [first, second] = arriveBy ? [leaves, arrives] : [arrives, leaves];
  return ways.filter(({ status }) => status === "works").sort((one, other) => first(one) - first(other) || second(one) - second(other))[0];
}

/** Remarks for the earliest result and the one with the least walking; none if they are the same.
 * @param {readonly Way[]} ways
 * @param {Pick<SearchQuery, "arriveBy">} query
 * @returns {Map<string, MessageKey>} by their ids */
export function remarksOf(ways, query) {
  const best = bestOf(ways, query);
  const least = ways.filter(({ status }) => status === "works").sort((one, other) => one.walkMetres - other.walkMetres)[0];
  /** @type {Map<string, MessageKey>} */
  const remarks = new Map();
  if (best === undefined || least === undefined || best.walkMetres - least.walkMetres < WORTH_METRES) return remarks;
  if (!query.arriveBy) remarks.set(best.id, "trade.earliest");
  return remarks.set(least.id, "trade.least");
}

/** How much earlier one arrives than another, or how much later it departs. Seconds.
 * @param {Way} one
 * @param {Way} other
 * @param {Pick<SearchQuery, "arriveBy">} query */
function gain(one, other, { arriveBy }) {
  const [mine, theirs] = [one, other].map((way) => Date.parse(shownTime(arriveBy ? way.departure : way.arrival)));
  return (arriveBy ? mine - theirs : theirs - mine) / 1000;
}

export class TradeOffs {
  /** @param {Context} context
   * @param {(walk: number) => void} onChosen with the longest walk in minutes */
  constructor(context, onChosen) {
    this.context = context;
    this.onChosen = onChosen;
    this.element = h("div", { class: "trade-offs", hidden: true });
  }

  clear() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }

  /** Searches with a longer walk, and offers it if it pays. Failing is quiet.
   * @param {SearchQuery} query
   * @param {readonly Way[]} ways what it found
   * @param {AbortSignal} signal ends when something else is asked */
  async look(query, ways, signal) {
    const best = bestOf(ways, query);
    const limit = query.walk ?? USUAL_WALK;
    if (best === undefined || query.wheelchair || limit >= MAXIMUM_WALK) return;
    const walk = Math.min(MAXIMUM_WALK, 2 * limit);
    const path = connectionsPath({ ...query, walk }, null, this.context.settings.values.pace);
    const page = /** @type {Page|null} */ (await ask(`${path}&results=${RESULTS}`, signal).catch(() => null));
    const way = bestOf(page?.connections ?? [], query);
    if (signal.aborted || way === undefined || gain(way, best, query) < WORTH_SECONDS) return;
    this.draw(way, walk, query, gain(way, best, query));
  }

  /** @private
   * @param {Way} way the best with the longer walk
   * @param {number} walk that longest walk, in minutes
   * @param {SearchQuery} query
   * @param {number} seconds gained by it */
  draw(way, walk, query, seconds) {
    const { speaker } = this.context;
    const end = query.arriveBy ? way.departure : way.arrival;
    const values = {
      walk: duration(walkSeconds(way), speaker.locale), time: localTime(shownTime(end), speaker.locale),
      gain: duration(seconds, speaker.locale),
    };
    this.element.hidden = false;
    this.element.replaceChildren(
      h("button", { type: "button", class: "trade-off", "data-control": "trade-further", onclick: () => this.onChosen(walk) },
        icon("walk"), h("span", {}, speaker.say(query.arriveBy ? "trade.furtherLeave" : "trade.further", values))));
  }
}
