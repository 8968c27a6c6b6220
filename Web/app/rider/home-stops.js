// The rider's next trips, and the departures at saved stops and at stops nearby, below the saved connections.

/** @import { Context } from "../context.js" */
/** @import { Board, StopHit } from "../search/wire.js" */
/** @import { KeptStop } from "./kept-stops.js" */
import { Refusal, ask } from "../ask.js";
import { h, icon, patch } from "../render.js";
import { keptStops } from "./kept-stops.js";

/** Stops further away are not shown. */
const RADIUS_METRES = 1500;
const MAXIMUM_NEAR = 3;
/** More than are shown, since some leave before the next answer. */
const ASKED_CALLS = 6;

/** @typedef {{latitude: number, longitude: number}} Spot */
/** @typedef {KeptStop & {distanceMetres?: number}} Shown */
/** A stop's board; "gone" if the timetable has no such stop any more, null if no answer arrived yet.
 * @typedef {Board|"gone"|null} StopAnswer */

export class HomeStops {
  /** @param {Context} context
   * @param {{onLocate: () => void}} actions `onLocate` requests the position from the browser */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    this.element = h("div", { class: "home-stops" });
    /** The stops nearby; null before the position is known. @private @type {StopHit[]|null} */
    this.near = null;
    /** The last board of each stop. @private @type {Map<string, StopAnswer>} */
    this.boards = new Map();
    /** @private @type {typeof import("./stop-card.js").stopCard|undefined} */
    this.stopCard = undefined;
    /** @private @type {ReturnType<typeof import("./home-trips.js").tripsAtHome>|undefined} */
    this.trips = undefined;
  }

  /** Refreshes all boards; those that fail stay as they were.
   * @param {Spot|null} place the rider's position, if known */
  async refresh(place) {
    if (this.context.saved.trips[0]) {
      import("./home-trips.js").then((found) => this.trips = found.tripsAtHome(this.context), () => {});
    }
    await this.findNear(place);
    const ids = [...new Set(this.groups().flatMap(({ stops }) => stops.map(({ id }) => id)))];
    // A first visit has no stop.
    if (ids.length > 0) this.stopCard ??= (await import("./stop-card.js")).stopCard;
    await Promise.all(ids.map(async (id) => {
      try {
        this.boards.set(id, await ask(`/stops/${encodeURIComponent(id)}/departures?limit=${ASKED_CALLS}`));
      } catch (error) {
        if (error instanceof Refusal && error.status === 404 && error.kind !== "") this.boards.set(id, "gone");
        else if (!this.boards.has(id)) this.boards.set(id, null);
      }
    }));
  }

  /** @private
   * @param {Spot|null} place */
  async findNear(place) {
    if (place === null) return;
    const at = `${place.latitude.toFixed(5)},${place.longitude.toFixed(5)}`;
    try {
      this.near = (await ask(`/stops/nearby?at=${at}&radius=${RADIUS_METRES}&limit=${MAXIMUM_NEAR}`)).stops;
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
    const { stopCard } = this;
    const parts = stopCard === undefined ? [] : this.groups().filter(({ stops }) => stops.length > 0).map(({ title, stops }) =>
      h("section", { class: "home-group" }, h("h2", {}, speaker.say(title)),
        ...stops.map((stop) => stopCard(stop, this.boards.get(stop.id), now, speaker))));
    if (this.near?.length === 0) parts.push(h("p", { class: "hint" }, speaker.say("stops.noneNear")));
    if (canLocate && this.near === null) {
      parts.unshift(h("button", { type: "button", class: "button near-me", "data-key": "near-me",
        onclick: () => this.actions.onLocate() }, icon("crosshairs-gps"), speaker.say("welcome.near")));
    }
    patch(this.element, [...this.trips?.(now) ?? [], ...parts]);
  }
}
