// The app's one live connection: a stream of vehicle events, or polling where streams fail.

/** @import { Box, Connection, VehicleEvent } from "../types.js" */
import { bboxParameter, serves } from "../geometry.js";
import { EventParser } from "./event-parser.js";

// Only streams read by fetch, not by EventSource, can resume after their last event.

const SILENCE_LIMIT_MILLISECONDS = 40_000;
const FAILURES_BEFORE_POLLING = 3;
const POLL_EVERY_MILLISECONDS = 8_000;
const LONGEST_WAIT_MILLISECONDS = 10_000;
/** While polling, the stream is tried again after this many polls. */
const POLLS_PER_STREAM_TRIAL = 8;

/** @typedef {{
 *   fetch: typeof fetch, random: () => number, wallClock: () => number,
 *   onEvent: (event: VehicleEvent) => void,
 *   onState: (state: Connection, since: number) => void}} FeedOptions */

/** Receives the vehicles of an area while it is started. */
export class LiveFeed {
  /** @param {FeedOptions} options */
  constructor(options) {
    this.options = options;
    /** @type {Connection} */
    this.state = "connecting";
    /** @private @type {Box|null} */
    this.area = null;
    /** @private whether `area` was ever said */
    this.covered = false;
    /** @private */
    this.started = false;
    /** @private @type {AbortController|null} */
    this.running = null;
    /** @private */
    this.lastEventId = "";
    /** @private when something was last heard, Unix milliseconds; 0 is never */
    this.heardAt = 0;
    /** @private */
    this.failures = 0;
  }

  /** Starts, or resumes after `pause`. Nothing is requested before `cover` has set the area. */
  start() {
    this.started = true;
    if (this.running !== null || !this.covered) return;
    const controller = new AbortController();
    this.running = controller;
    this.run(controller.signal);
  }

  /** Ends the connection; received data stays, and `start` resumes after it. */
  pause() {
    this.started = false;
    this.running?.abort();
    this.running = null;
  }

  /** Reconnects at once, for example when the network is back; not while paused. */
  restart() {
    if (!this.started) return;
    this.pause();
    this.failures = 0;
    this.start();
  }

  /** Requests another area if the current one does not serve the view.
   * @param {Box|null} view what must be covered; null is the whole network
   * @param {Box|null} wider the area to request */
  cover(view, wider) {
    if (this.covered && serves(this.area, view)) return;
    this.covered = true;
    this.area = wider;
    this.lastEventId = "";
    this.restart();
  }

  /** @private
   * @param {AbortSignal} signal */
  async run(signal) {
    while (!signal.aborted) {
      try {
        await this.stream(signal);
        this.failures = 0;
      } catch {
        this.failures += 1;
      }
      if (signal.aborted) return;
      if (this.failures >= FAILURES_BEFORE_POLLING && await this.poll(signal)) continue;
      if (signal.aborted) return;
      if (this.failures >= FAILURES_BEFORE_POLLING || !navigator.onLine) this.report("offline");
      else if (this.failures > 0) this.report("reconnecting");
      const longest = Math.min(LONGEST_WAIT_MILLISECONDS, 1000 * 2 ** this.failures);
      await pause(longest * (0.5 + 0.5 * this.options.random()), signal);
    }
  }

  /** @private
   * @param {AbortSignal} outer */
  async stream(outer) {
    const silence = new Silence(SILENCE_LIMIT_MILLISECONDS);
    const signal = AbortSignal.any([outer, silence.signal]);
    try {
      /** @type {Record<string, string>} */
      const headers = { Accept: "text/event-stream" };
      if (this.lastEventId !== "") headers["Last-Event-ID"] = this.lastEventId;
      const options = /** @type {const} */ ({ cache: "no-store" });
      const response = await this.options.fetch(this.address("/stream"), {
        headers,
        signal,
        ...options,
      });
      if (!response.ok || response.body === null) throw new Error(`Status ${response.status}`);
      const parser = new EventParser();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        silence.broken();
        this.heardAt = this.options.wallClock();
        for (const event of parser.push(value)) {
          if (event.event !== "vehicles") continue;
          this.lastEventId = event.id;
          this.failures = 0;
          this.options.onEvent(JSON.parse(event.data));
        }
        this.report("live");
      }
    } finally {
      silence.end();
    }
  }

  /** Polls repeatedly for a while.
   * @private
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether the last poll was answered */
  async poll(signal) {
    for (let turn = 0; turn < POLLS_PER_STREAM_TRIAL && !signal.aborted; turn += 1) {
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(POLL_EVERY_MILLISECONDS)]);
        const response = await this.options.fetch(this.address(""), { signal: limit });
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const answer = await response.json();
        this.lastEventId = "";
        this.heardAt = this.options.wallClock();
        this.options.onEvent({ ...answer, reset: true, removed: [] });
        this.report("polling");
      } catch {
        return false;
      }
      await pause(POLL_EVERY_MILLISECONDS, signal);
    }
    return true;
  }

  /** @private
   * @param {string} suffix */
  address(suffix) {
    const query = this.area === null ? "" : `?bbox=${bboxParameter(this.area)}`;
    return `/api/v1/vehicles${suffix}${query}`;
  }

  /** @private
   * @param {Connection} state */
  report(state) {
    if (state === this.state && state !== "offline") return;
    this.state = state;
    this.options.onState(state, this.heardAt);
  }
}

/** Aborts its signal when nothing was received for too long. */
class Silence {
  /** @param {number} limit milliseconds */
  constructor(limit) {
    this.limit = limit;
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.timer = setTimeout(() => this.controller.abort(), limit);
  }

  broken() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), this.limit);
  }

  end() {
    clearTimeout(this.timer);
    // Ends a reader that failed midway, so that no connection stays open.
    this.controller.abort();
  }
}

/** Waits; returns early when aborted.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(finish, milliseconds);
    function finish() {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
    signal.addEventListener("abort", finish);
  });
}
