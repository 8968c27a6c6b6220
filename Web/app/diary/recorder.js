// Records this device's position while the app is open, since a browser cannot when it is closed. Unsent fixes are
// stored here, up to a limit. Only one of several tabs records and sends; another takes over when it is closed.

/** @import { Store } from "../store.js" */
/** @import { Participant } from "./participant.js" */
import { Refusal } from "../ask.js";
import { RECORDING_KEY } from "../store.js";

const QUEUE_KEY = "takt.diaryFixes";
const LOCK = "takt.recording";
const DEVICE_KEY = "takt.diaryDevice";
/** The largest number of unsent fixes: five hours at a fix every ten seconds; the oldest are dropped. */
export const MAXIMUM_WAITING = 2000;
const BATCH = 200;
const EVERY_MILLISECONDS = 10_000;
const SEND_MILLISECONDS = 20_000;
/** Above this requested accuracy the phone need not use its most precise mode. */
const COARSE_METRES = 500;

/** @typedef {{type: "Feature", geometry: {type: "Point", coordinates: [number, number]},
 *   properties: Record<string, unknown>}} Feature */

/** @typedef {{watchPosition: (done: (position: any) => void, failed: (error: any) => void, options: any) => number,
 *   clearWatch: (watch: number) => void}} Locator */

/** A fix in Overland's format.
 * @param {{coords: {latitude: number, longitude: number, accuracy: number, altitude?: number|null, speed?: number|null,
 *   heading?: number|null}, timestamp: number}} position
 * @param {string} device
 * @returns {Feature} */
export function featureOf({ coords, timestamp }, device) {
  const known = (/** @type {number|null|undefined} */ value) => (Number.isFinite(value) ? value : undefined);
  return {
    type: "Feature",
    geometry: { type: "Point", coordinates: [coords.longitude, coords.latitude] },
    properties: {
      timestamp: new Date(timestamp).toISOString(), horizontal_accuracy: coords.accuracy, altitude: known(coords.altitude),
      speed: known(coords.speed), course: known(coords.heading), motion: [], device_id: device,
    },
  };
}

export class Recorder {
  /** @param {{participant: Participant, store: Store|null, locator: Locator|undefined,
   *   wakeLock?: {request: (kind: "screen") => Promise<any>}, locks?: LockManager}} parts */
  constructor({ participant, store, locator, wakeLock, locks }) {
    /** @private */
    this.participant = participant;
    /** @private */
    this.store = store;
    /** @private */
    this.locator = locator;
    /** @private */
    this.wakeLock = wakeLock;
    /** @private */
    this.locks = locks;
    /** Withdraws this tab's request to record; null without one. @private @type {AbortController|null} */
    this.wish = null;
    /** Lets another tab record; null while this one does not. @private @type {(() => void)|null} */
    this.release = null;
    /** @private @type {any} */
    this.lock = null;
    /** @private @type {number|null} */
    this.watch = null;
    /** @private */
    this.isPrecise = true;
    /** @private */
    this.timer = 0;
    /** @private @type {Feature[]} */
    this.queue = this.read();
    /** The time of the newest fix, Unix milliseconds; 0 before the first. */
    this.lastAt = 0;
    /** The number of fixes sent since recording began. */
    this.sent = 0;
    /** The number of fixes dropped because too many were waiting. */
    this.lost = 0;
    /** Why nothing is recorded. @type {""|"denied"|"failed"|"insecure"|"paused"|"unknown"|"elsewhere"} */
    this.problem = "";
    /** @private */
    this.isSending = false;
    /** @type {() => void} */
    this.onChange = () => {};
  }

  get isOn() {
    return this.wish !== null;
  }

  get waiting() {
    return this.isOwner ? this.queue.length : this.read().length;
  }

  /** Whether this tab sends the stored fixes. @private */
  get isOwner() {
    return this.locks === undefined || this.release !== null;
  }

  get holdsScreen() {
    return this.lock !== null;
  }

  /** Starts recording after a tap, since the browser asks for permission. */
  start() {
    if (this.isOn) return;
    if (this.locator === undefined || globalThis.isSecureContext === false) {
      this.problem = this.locator === undefined ? "failed" : "insecure";
      return this.onChange();
    }
    this.problem = "";
    this.sent = this.lost = 0;
    this.keep(RECORDING_KEY, "1");
    this.wish = new AbortController();
    if (this.locks === undefined) return this.begin();
    this.problem = "elsewhere";
    const { signal } = this.wish;
    this.locks.request(LOCK, { signal }, () => signal.aborted ? Promise.resolve() : new Promise((resolve) => {
      this.release = () => resolve(undefined);
      this.queue = this.read();
      this.problem = "";
      this.begin();
    })).catch(() => {});
    this.onChange();
  }

  /** Listens, as the only tab that does. @private */
  begin() {
    this.listen(true);
    this.timer = setInterval(() => this.send(), SEND_MILLISECONDS);
    this.holdScreen();
    this.onChange();
  }

  async stop() {
    this.end();
    this.keep(RECORDING_KEY, null);
    this.onChange();
    await this.send();
    this.letGo();
  }

  /** @private */
  letGo() {
    this.release?.();
    this.release = null;
  }

  /** Deletes the unsent fixes, as when the person withdraws. */
  forget() {
    this.end();
    this.queue = [];
    for (const key of [QUEUE_KEY, DEVICE_KEY, RECORDING_KEY]) this.keep(key, null);
    this.letGo();
    this.onChange();
  }

  /** Keeps the screen on, because browsers stop reporting positions when it turns off. */
  async holdScreen() {
    if (this.watch === null || this.lock !== null) return;
    try {
      const lock = await this.wakeLock?.request("screen") ?? null;
      lock?.addEventListener("release", () => {
        this.lock = null;
        this.onChange();
      });
      this.lock = lock;
    } catch {
      // The battery may be low; the page says that the screen turns off.
    }
    this.onChange();
  }

  /** Sends the stored fixes, oldest first, unless another tab does. */
  async send() {
    if (this.isOwner || this.locks === undefined) return await this.sendAll();
    await this.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (lock === null) return;
      this.queue = this.read();
      await this.sendAll();
    });
  }

  /** @private */
  async sendAll() {
    if (this.isSending || this.queue.length === 0) return;
    this.isSending = true;
    try {
      while (this.queue.length > 0) {
        const batch = this.queue.slice(0, BATCH);
        const receipt = await this.participant.request("POST", "/fixes", { locations: batch });
        // More may have arrived meanwhile, and the oldest may be gone.
        const isSent = new Set(batch);
        this.queue = this.queue.filter((each) => !isSent.has(each));
        this.sent += receipt.stored ?? 0;
        if (this.problem === "paused" || this.problem === "unknown") this.problem = "";
        if (receipt.recording === false) this.problem = "paused";
        const metres = receipt.desiredAccuracyMetres;
        if (metres !== undefined && this.watch !== null) this.listen(metres < COARSE_METRES);
      }
    } catch (error) {
      // An unreachable server gets it later; one that no longer knows the participant never does.
      if (error instanceof Refusal && error.kind === "no-participant") {
        this.end();
        this.letGo();
        this.problem = "unknown";
      }
    }
    this.isSending = false;
    this.write();
    this.onChange();
  }

  /** @private
   * @param {boolean} isPrecise */
  listen(isPrecise) {
    if (this.watch !== null && this.isPrecise === isPrecise) return;
    if (this.watch !== null) this.locator?.clearWatch(this.watch);
    this.isPrecise = isPrecise;
    this.watch = this.locator?.watchPosition((position) => this.take(position), (error) => {
      this.problem = error.code === 1 ? "denied" : "failed";
      if (error.code === 1) {
        this.end();
        this.letGo();
      }
      this.onChange();
    }, { enableHighAccuracy: isPrecise, maximumAge: 0 }) ?? null;
  }

  /** @private
   * @param {any} position */
  take(position) {
    if (position.timestamp - this.lastAt < EVERY_MILLISECONDS) return;
    this.lastAt = position.timestamp;
    if (this.problem === "failed") this.problem = "";
    this.queue.push(featureOf(position, this.device()));
    const excess = this.queue.length - MAXIMUM_WAITING;
    if (excess > 0) {
      this.queue.splice(0, excess);
      this.lost += excess;
    }
    this.write();
    this.onChange();
  }

  /** @private */
  end() {
    this.wish?.abort();
    this.wish = null;
    if (this.problem === "elsewhere") this.problem = "";
    if (this.watch !== null) this.locator?.clearWatch(this.watch);
    this.watch = null;
    clearInterval(this.timer);
    this.lock?.release?.();
    this.lock = null;
  }

  /** This browser's name among the person's devices.
   * @private */
  device() {
    const kept = this.store?.getItem(DEVICE_KEY);
    if (kept) return kept;
    const name = `browser-${[...crypto.getRandomValues(new Uint8Array(2))].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
    this.keep(DEVICE_KEY, name);
    return name;
  }

  /** @private
   * @returns {Feature[]} */
  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(QUEUE_KEY) ?? "[]");
      return Array.isArray(kept) ? kept.slice(-MAXIMUM_WAITING) : [];
    } catch {
      return [];
    }
  }

  /** @private */
  write() {
    this.keep(QUEUE_KEY, this.queue.length === 0 ? null : JSON.stringify(this.queue));
  }

  /** @private
   * @param {string} key
   * @param {string|null} value */
  keep(key, value) {
    try {
      if (value === null) this.store?.removeItem(key);
      else this.store?.setItem(key, value);
    } catch {
      // A full storage keeps nothing; fixes are still sent while the page is open.
    }
  }
}
