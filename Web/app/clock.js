// The server's clock, estimated on this device. It may be simulated, and may run faster than real time.

/** Keeps the relation between this machine's clocks and the server's clock. */
export class ServerClock {
  /** @param {{steady: () => number, wall: () => number}} sources milliseconds: `steady` never
   *   jumps, `wall` is Unix time and is used until the server's time is known, and after sleep */
  constructor(sources) {
    this.sources = sources;
    this.speed = 1;
    /** @private @type {{steady: number, wall: number, server: number}|null} */
    this.reference = null;
  }

  /** Takes the server's time from a response.
   * @param {number} serverNow Unix milliseconds
   * @param {number} speed server seconds per real second
   * @param {number} steadyAtArrival `steady` half way between request and response */
  set(serverNow, speed, steadyAtArrival) {
    this.speed = speed > 0 ? speed : 1;
    const { steady, wall } = this.sources;
    this.reference = { steady: steadyAtArrival, wall: wall() - steady() + steadyAtArrival, server: serverNow };
  }

  /** Continues from the last answer of the server until it answers again.
   * @param {number} serverNow Unix milliseconds
   * @param {number} speed server seconds in one real second
   * @param {number} heardAt the time of that answer by this machine's wall clock, Unix milliseconds */
  reckon(serverNow, speed, heardAt) {
    if (this.reference !== null) return;
    // If the wall clock was set back meanwhile, no time counts as passed.
    const passed = Math.max(0, this.sources.wall() - heardAt) * (speed > 0 ? speed : 1);
    this.set(serverNow + passed, speed, this.sources.steady());
  }

  /** Corrects a drift seen in the stream; small differences are network delay and ignored.
   * @param {number} serverNow Unix milliseconds */
  hint(serverNow) {
    const toleranceMilliseconds = 3000 * this.speed;
    if (Math.abs(this.now() - serverNow) > toleranceMilliseconds) {
      this.set(serverNow, this.speed, this.sources.steady());
    }
  }

  /** Whether the server's time is known. */
  get isKnown() {
    return this.reference !== null;
  }

  /** The server's time now, in Unix milliseconds. */
  now() {
    const { reference, sources } = this;
    if (reference === null) return sources.wall();
    const steady = sources.steady() - reference.steady;
    const wall = sources.wall() - reference.wall;
    // The steady clock stops in sleep.
    return reference.server + (wall - steady > 60_000 ? wall : steady) * this.speed;
  }
}
