// Walking against waiting: marks the earliest result and the one with the least walking, and offers a longer or shorter walk
// where it pays.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { Page, Way } from "./wire.js" */
import { ask } from "../ask.js";
import { duration, localTime } from "../format.js";
import { h, icon } from "../render.js";
import { shownTime } from "../times.js";
import { MAXIMUM_WALK, USUAL_WALK, connectionsPath, coordinateOf } from "./query.js";

/** Smaller differences are not offered. */
const WORTH_METRES = 200;
const WORTH_SECONDS = 180;
/** The longest walk in minutes for those who want to walk less. */
const SHORT_WALK = 5;
/** A stop that is no further as the crow flies can be reached in that time. */
const SHORT_METRES = 250;
const RESULTS = 4;

/** @param {Way} way */
function walkSeconds({ legs }) {
  return legs.reduce((sum, leg) => leg.kind === "walk" ? sum + leg.seconds : sum, 0);
}

/** The best connection by time: the earliest arrival, or the latest departure of a search by arrival.
 * @param {readonly Way[]} ways
 * @param {Pick<SearchQuery, "arriveBy">} query
 * @returns {Way|undefined} */
function bestOf(ways, { arriveBy }) {
  const value = (/** @type {Way} */ { arrival, departure }) => arriveBy ? -Date.parse(shownTime(departure)) : Date.parse(shownTime(arrival));
  return ways.filter(({ status }) => status === "works").sort((one, other) => value(one) - value(other))[0];
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

/** Another search: `walk` is its longest walk in minutes, `way` its best connection.
 * @typedef {{kind: "further"|"less", walk: number, way: Way}} Choice */

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

  /** Searches with other walks, and offers those that pay. Failing is quiet.
   * @param {SearchQuery} query
   * @param {readonly Way[]} ways what it found
   * @param {AbortSignal} signal ends when something else is asked */
  async look(query, ways, signal) {
    const best = bestOf(ways, query);
    if (best === undefined || query.wheelchair) return;
    const limit = query.walk ?? USUAL_WALK;
    const least = Math.min(...ways.filter(({ status }) => status === "works").map(walkSeconds));
    const [further, less] = await Promise.all([
      limit < MAXIMUM_WALK ? this.ask({ ...query, walk: Math.min(MAXIMUM_WALK, 2 * limit) }, signal) : null,
      limit > SHORT_WALK && least > WORTH_SECONDS ? this.askLess(query, signal) : null,
    ]).catch(() => [null, null]);
    if (signal.aborted) return;
    /** @type {Choice[]} */
    const choices = [];
    if (further && gain(further, best, query) >= WORTH_SECONDS) choices.push({ kind: "further", walk: Math.min(MAXIMUM_WALK, 2 * limit), way: further });
    if (less && least - walkSeconds(less) >= WORTH_SECONDS) choices.push({ kind: "less", walk: SHORT_WALK, way: less });
    this.draw(choices, query, best);
  }

  /** Searches with short walks, if there is a stop near both ends.
   * @private
   * @param {SearchQuery} query
   * @param {AbortSignal} signal
   * @returns {Promise<Way|null>} */
  async askLess(query, signal) {
    const points = [query.from, query.to].filter((end) => coordinateOf(end) !== null);
    const around = await Promise.all(points.map((at) => ask(`/stops/nearby?at=${at}&radius=${SHORT_METRES}&limit=1`, signal)));
    return around.every(({ stops }) => stops.length > 0) ? await this.ask({ ...query, walk: SHORT_WALK }, signal) : null;
  }

  /** @private
   * @param {SearchQuery} query
   * @param {AbortSignal} signal
   * @returns {Promise<Way|null>} the best */
  async ask(query, signal) {
    const path = connectionsPath(query, null, this.context.settings.values.pace);
    const page = /** @type {Page|null} */ (await ask(`${path}&results=${RESULTS}`, signal).catch(() => null));
    return bestOf(page?.connections ?? [], query) ?? null;
  }

  /** @private
   * @param {readonly Choice[]} choices
   * @param {SearchQuery} query
   * @param {Way} best of what is shown */
  draw(choices, query, best) {
    const { speaker } = this.context;
    this.element.hidden = choices.length === 0;
    this.element.replaceChildren(...choices.map(({ kind, walk, way }) => {
      const end = query.arriveBy ? way.departure : way.arrival;
      const values = {
        walk: duration(walkSeconds(way), speaker.locale), time: localTime(shownTime(end), speaker.locale),
        gain: duration(Math.abs(gain(way, best, query)), speaker.locale),
      };
      return h("button", { type: "button", class: "trade-off", "data-control": `trade-${kind}`, onclick: () => this.onChosen(walk) },
        icon("walk"), h("span", {}, speaker.say(`trade.${kind}${query.arriveBy ? "Leave" : ""}`, values)));
    }));
  }
}
