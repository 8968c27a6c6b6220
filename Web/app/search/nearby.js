// The stops around the rider, offered before anything is typed if the browser may give the position. Nobody is asked
// for a permission here, and the position is not stored.

/** @import { StopHit } from "./wire.js" */
import { isAllowed } from "../allowed.js";
import { ask } from "../ask.js";
import { findLocation } from "../map/location.js";
import { coordinateValue } from "./places.js";

const AGE_MILLISECONDS = 120_000;
const STOPS = 3;
/** Further away nobody calls a stop near. */
const RADIUS_METRES = 2000;

export class NearbyStops {
  /** @param {{isAllowed: () => Promise<boolean>, steady: () => number,
   *   find: () => Promise<{latitude: number, longitude: number}>,
   *   ask: (path: string) => Promise<any>}} [world] */
  constructor(world = { isAllowed, steady: () => performance.now(), find: findLocation, ask }) {
    /** @private */
    this.world = world;
    /** @private @type {StopHit[]} */
    this.known = [];
    /** Where the rider is to a hundred metres, "47.170,8.510". @private */
    this.place = "";
    /** @private */
    this.spot = "";
    /** @private */
    this.foundAt = -Infinity;
    /** @private */
    this.finding = false;
  }

  /** The nearest first; empty where the place is not known or known no longer. */
  get stops() {
    return this.world.steady() - this.foundAt < AGE_MILLISECONDS ? this.known : [];
  }

  /** Where the rider is to a hundred metres, as the API takes it; empty where that is not known. */
  get near() {
    return this.world.steady() - this.foundAt < AGE_MILLISECONDS ? this.place : "";
  }

  /** Where the rider is, as the API takes it; empty where that is not known, or no stop is near. */
  get here() {
    return this.stops.length > 0 ? this.spot : "";
  }

  /** Finds them if the rider has allowed it before; failing is quiet. */
  async refresh() {
    if (this.finding) return;
    this.finding = true;
    try {
      if (!await this.world.isAllowed()) return;
      const { latitude, longitude } = await this.world.find();
      const at = coordinateValue({ latitude, longitude });
      const path = `/stops/nearby?at=${at}&radius=${RADIUS_METRES}&limit=${STOPS}`;
      const { stops } = await this.world.ask(path);
      this.known = stops;
      this.spot = at;
      this.place = `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
      this.foundAt = this.world.steady();
    } catch {
      // Then nothing is offered.
    } finally {
      this.finding = false;
    }
  }
}
