// The current vehicles with their trajectories.

/** @import { Box, Vehicle, VehicleEvent } from "../types.js" */
import { delayKind, delayOf } from "../delay.js";
import { Trajectory } from "../trajectory.js";
import { holds, latitudeOf, longitudeOf } from "../geometry.js";

const BLEND_MILLISECONDS = 1500;
const BLEND_AT_MOST_METRES = 400;
const MERCATOR_METRES = 40_075_016;

/** @typedef {import("../trajectory.js").Place} Place */
/** A vehicle on the map; `x` and `y` are CSS pixels from the view's upper left corner, in the last view that was drawn.
 * @typedef {{x: number, y: number, id: string, late: boolean, fresh: "live"|"old"|"stale", vehicle: FleetVehicle,
 *   drawn: import("../map/sprites.js").Drawn|null}} Shown */

/** One vehicle as last received, and its motion. */
export class FleetVehicle {
  /** @param {Vehicle} vehicle */
  constructor(vehicle) {
    /** Fills in members that a server may omit; the delay is that of the next stop. @type {Vehicle} */
    this.vehicle = {
      ...vehicle,
      label: vehicle.label ?? null,
      route: vehicle.route ?? null,
      line: vehicle.line ?? null,
      headsign: vehicle.headsign ?? null,
      delaySeconds: delayOf({ ...vehicle.nextStop, delaySeconds: vehicle.delaySeconds }),
      occupancy: vehicle.occupancy ?? null,
      nextStop: vehicle.nextStop ?? null,
      heading: vehicle.heading ?? null,
    };
    this.trajectory = new Trajectory(this.vehicle);
    /** How the map shows it. @type {Shown} */
    this.shown = { x: 0, y: 0, id: vehicle.id, late: delayKind(this.vehicle.delaySeconds) === "late", fresh: "live", vehicle: this, drawn: null };
    // A new trajectory rarely starts where the old one is; the difference fades out.
    this.shiftX = 0;
    this.shiftY = 0;
    this.shiftedAt = -Infinity;
  }

  /** @param {number} now the server's time, Unix milliseconds
   * @param {number} steady this machine's steady clock in milliseconds
   * @param {Place} place written and returned */
  placeAt(now, steady, place) {
    this.trajectory.placeAt(now, place);
    const left = 1 - (steady - this.shiftedAt) / BLEND_MILLISECONDS;
    if (left > 0) {
      const eased = left * left * (3 - 2 * left);
      place.x += this.shiftX * eased;
      place.y += this.shiftY * eased;
    }
    return place;
  }
}

/** The fleet and its listeners. */
export class Fleet {
  constructor() {
    /** @type {Map<string, FleetVehicle>} */
    this.vehicles = new Map();
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    /** @private @type {Place} */
    this.old = { x: 0, y: 0 };
    /** @private @type {Place} */
    this.new = { x: 0, y: 0 };
  }

  /** @param {() => void} listener
   * @returns {() => void} ends it */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Applies an event of the stream, or a polled list as an event with `reset`.
   * @param {VehicleEvent} event
   * @param {{now: number, steady: number, blend: boolean}} moment */
  apply(event, moment) {
    const before = this.vehicles;
    if (event.reset) this.vehicles = new Map();
    for (const vehicle of event.vehicles) {
      const next = new FleetVehicle(vehicle);
      const previous = before.get(vehicle.id);
      if (previous !== undefined && moment.blend) this.blend(previous, next, moment);
      this.vehicles.set(vehicle.id, next);
    }
    for (const id of event.removed) this.vehicles.delete(id);
    for (const listener of this.listeners) listener();
  }

  /** @private
   * @param {FleetVehicle} previous
   * @param {FleetVehicle} next
   * @param {{now: number, steady: number}} moment */
  blend(previous, next, moment) {
    const from = previous.placeAt(moment.now, moment.steady, this.old);
    const to = next.trajectory.placeAt(moment.now, this.new);
    const x = from.x - to.x;
    const y = from.y - to.y;
    if (Math.hypot(x, y) * MERCATOR_METRES > BLEND_AT_MOST_METRES) return;
    next.shiftX = x;
    next.shiftY = y;
    next.shiftedAt = moment.steady;
  }

  /** The vehicles inside a box now; without a box, all of them.
   * @param {Box|null} box
   * @param {number} now
   * @returns {Vehicle[]} */
  within(box, now) {
    const found = [];
    for (const each of this.vehicles.values()) {
      if (box !== null) {
        const { x, y } = each.trajectory.placeAt(now, this.new);
        if (!holds(box, longitudeOf(x), latitudeOf(y))) continue;
      }
      found.push(each.vehicle);
    }
    return found;
  }

  /** The number of vehicles of each route. */
  countsByRoute() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const { vehicle } of this.vehicles.values()) {
      if (vehicle.route === null) continue;
      counts.set(vehicle.route, (counts.get(vehicle.route) ?? 0) + 1);
    }
    return counts;
  }
}
