// The app's vehicles and the stream that delivers them, loaded with the first screen that needs them.

/** @import { Context } from "../context.js" */
/** @import { Box, VehicleEvent } from "../types.js" */
import { padded } from "../geometry.js";
import { LiveFeed } from "./feed.js";
import { Fleet } from "./fleet.js";

export class Live {
  /** @param {Context} context */
  constructor(context) {
    /** @private */
    this.context = context;
    this.fleet = new Fleet();
    this.feed = new LiveFeed({
      fetch: (...request) => fetch(...request),
      random: Math.random,
      wallClock: () => Date.now(),
      onEvent: (event) => this.heard(event),
      onState: (state, since) => context.connected(state, since),
    });
  }

  /** Makes the feed cover an area.
   * @param {Box|null} view null is the whole network */
  cover(view) {
    this.feed.cover(view, view === null ? null : padded(view, 0.5));
  }

  /** @private
   * @param {VehicleEvent} event */
  heard(event) {
    const { clock } = this.context;
    clock.hint(event.asOf);
    this.fleet.apply(event, {
      now: clock.now(),
      steady: performance.now(),
      blend: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    });
  }
}
