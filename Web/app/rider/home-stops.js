// The departures at the rider's saved stops and at stops nearby, below the saved connections.

/** @import { Context } from "../context.js" */
/** @import { Board, StopHit } from "../search/wire.js" */
/** @import { KeptStop } from "./kept-stops.js" */
import { ask } from "../ask.js";
import { callRow, isPast } from "../board/rows.js";
import { distance } from "../format.js";
import { townOf } from "../place-names.js";
import { h, icon, patch } from "../render.js";
import { boardAddress } from "../router.js";
import { inShownOrder } from "../times.js";
import { keptStops } from "./kept-stops.js";

/** Stops further away are not shown. */
const RADIUS_METRES = 1500;
const MOST_NEAR = 3;
/** The number of departures shown at each stop; more are requested, since some leave before the next answer. */
const SHOWN_CALLS = 3;
const ASKED_CALLS = 6;

/** @typedef {{latitude: number, longitude: number}} Spot */
/** @typedef {KeptStop & {distanceMetres?: number}} Shown */

export class HomeStops {
  /** @param {Context} context
   * @param {{onLocate: () => void}} actions `onLocate` requests the position from the browser */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    this.element = h("div", { class: "home-stops" });
    /** The stops nearby; null before the position is known. @private @type {StopHit[]|null} */
    this.near = null;
    /** The last board of each stop; null if none arrived yet. @private @type {Map<string, Board|null>} */
    this.boards = new Map();
  }

  /** Refreshes all boards; those that fail stay as they were.
   * @param {Spot|null} place the rider's position, if known */
  async refresh(place) {
    await this.findNear(place);
    const ids = [...new Set(this.groups().flatMap(({ stops }) => stops.map(({ id }) => id)))];
    await Promise.all(ids.map(async (id) => {
      try {
        this.boards.set(id, await ask(`/stops/${encodeURIComponent(id)}/departures?limit=${ASKED_CALLS}`));
      } catch {
        if (!this.boards.has(id)) this.boards.set(id, null);
      }
    }));
  }

  /** @private
   * @param {Spot|null} place */
  async findNear(place) {
    if (place === null) return;
    const at = `${place.latitude.toFixed(5)},${place.longitude.toFixed(5)}`;
    try {
      this.near = (await ask(`/stops/nearby?at=${at}&radius=${RADIUS_METRES}&limit=${MOST_NEAR}`)).stops;
    } catch {
      // The previous nearby stops are still valid.
    }
  }

  /** @private
   * @returns {{title: "stops.kept"|"stops.near", stops: Shown[]}[]} */
  groups() {
    const near = this.near ?? /** @type {StopHit[]} */ ([]);
    const kept = keptStops().map((stop) =>
      ({ ...stop, distanceMetres: near.find(({ id }) => id === stop.id)?.distanceMetres }));
    const isKept = new Set(kept.map(({ id }) => id));
    return [
      { title: /** @type {const} */ ("stops.kept"), stops: kept },
      { title: /** @type {const} */ ("stops.near"), stops: near.filter(({ id }) => !isKept.has(id)) },
    ];
  }

  /** @param {{now: number, canLocate: boolean}} how `now` is the server's time; `canLocate` is whether the rider can
   *   be asked where they are */
  draw({ now, canLocate }) {
    const { speaker } = this.context;
    const parts = this.groups().filter(({ stops }) => stops.length > 0).map(({ title, stops }) =>
      h("section", { class: "home-group" }, h("h2", {}, speaker.say(title)),
        ...stops.map((stop) => this.card(stop, now))));
    if (this.near?.length === 0) parts.push(h("p", { class: "hint" }, speaker.say("stops.noneNear")));
    if (canLocate && this.near === null) {
      parts.unshift(h("button", { type: "button", class: "button near-me", "data-key": "near-me",
        onclick: () => this.actions.onLocate() }, icon("crosshairs-gps"), speaker.say("welcome.near")));
    }
    patch(this.element, parts);
  }

  /** @private
   * @param {Shown} stop
   * @param {number} now */
  card({ id, name, distanceMetres }, now) {
    const { speaker } = this.context;
    const board = this.boards.get(id);
    const calls = inShownOrder(board?.calls ?? []).filter((call) => !isPast(call, now)).slice(0, SHOWN_CALLS);
    const town = townOf(name);
    const sentence = board === undefined ? speaker.say("loading")
      : board === null ? speaker.say("notKnown") : speaker.say("stops.none");
    return h("article", { class: "home-card stop-card" },
      h("a", { class: "stop-head", href: boardAddress(id), "data-key": `stop ${id}` },
        h("h3", {}, name),
        distanceMetres === undefined ? null
          : h("span", { class: "hint" }, icon("walk"), distance(distanceMetres, speaker.locale)),
        icon("chevron-right")),
      calls.length === 0
        ? h("p", { class: "home-none" }, sentence)
        : h("ul", { class: "calls" },
          ...calls.map((call) => callRow(call, { speaker, now, town, isArrival: false }))));
  }
}
