// What differs from the timetable: the server's stream of frames, into the engine on this device.

/** The server sends a frame every 20 seconds; after so long a silence the connection is dead. */
const SILENCE_MILLISECONDS = 60_000;
const LONGEST_WAIT_MILLISECONDS = 60_000;
const LONGEST_FRAME = 32 * 1024 * 1024;
/** What the engine says of a frame that it cannot use until a snapshot comes. */
const NEEDS_SNAPSHOT = ["frame-gap", "bad-frame"];

/** What it needs of the world: `apply` hands a frame to the engine and gives its number; `wait` waits for the given milliseconds,
 * shorter if it is aborted.
 * @typedef {{send: typeof fetch, apply: (frame: ArrayBuffer) => Promise<number>,
 *   begun: () => void, wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>, silence?: number}} DeviationsWorld
 *   `begun` is called when the engine has the first frame of a stream */

/** Takes frames out of a stream of bytes: each follows its length in four bytes, the lowest first. */
export class FrameReader {
  constructor() {
    /** @private */
    this.rest = new Uint8Array(0);
  }

  /** @param {Uint8Array} bytes the next piece, split anywhere
   * @returns {ArrayBuffer[]} the frames that it completes, without the empty ones that keep a connection alive */
  push(bytes) {
    const all = new Uint8Array(this.rest.length + bytes.length);
    all.set(this.rest);
    all.set(bytes, this.rest.length);
    const view = new DataView(all.buffer);
    const frames = [];
    let at = 0;
    while (at + 4 <= all.length) {
      const length = view.getUint32(at, true);
      if (length > LONGEST_FRAME) throw new Error("A frame is too long.");
      if (at + 4 + length > all.length) break;
      if (length > 0) frames.push(all.buffer.slice(at + 4, at + 4 + length));
      at += 4 + length;
    }
    this.rest = all.slice(at);
    return frames;
  }
}

/** Follows the stream while it is started. */
export class Deviations {
  /** @param {DeviationsWorld} world */
  constructor(world) {
    /** @private */
    this.world = world;
    /** @private @type {AbortController|null} */
    this.running = null;
    /** The number of the last frame that the engine has; null if it needs a snapshot. @private @type {number|null} */
    this.last = null;
    /** Whether the server or the engine cannot do it. @private */
    this.isUseless = false;
  }

  /** Starts, or goes on after `stop`. */
  start() {
    if (this.running !== null || this.isUseless) return;
    this.running = new AbortController();
    this.run(this.running.signal);
  }

  /** Ends the connection; the engine keeps what it has. */
  stop() {
    this.running?.abort();
    this.running = null;
  }

  /** For another engine, which knows nothing yet. */
  reset() {
    this.stop();
    this.last = null;
    this.isUseless = false;
  }

  /** @private
   * @param {AbortSignal} signal */
  async run(signal) {
    for (let failures = 0; !signal.aborted && !this.isUseless;) {
      const before = this.last;
      try {
        await this.follow(signal);
      } catch {
        // What ended it does not matter: it is tried again.
      }
      failures = this.last === before ? failures + 1 : 0;
      const longest = Math.min(LONGEST_WAIT_MILLISECONDS, 1000 * 2 ** failures);
      if (!signal.aborted && !this.isUseless) await this.world.wait(longest * (0.5 + 0.5 * Math.random()), signal);
    }
  }

  /** @private
   * @param {AbortSignal} outer */
  async follow(outer) {
    const silence = new AbortController();
    const signal = AbortSignal.any([outer, silence.signal]);
    const begin = () => setTimeout(() => silence.abort(), this.world.silence ?? SILENCE_MILLISECONDS);
    let timer = begin();
    try {
      const address = "/api/v1/deviations/stream" + (this.last === null ? "" : `?after=${this.last}`);
      const response = await this.world.send(address, { signal, cache: "no-store" });
      // Only a server that offers its network has a stream.
      this.isUseless = response.status === 404;
      if (!response.ok || response.body === null) throw new Error(`Status ${response.status}`);
      const frames = new FrameReader();
      let isFirst = true;
      const reader = response.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = begin();
        for (const frame of frames.push(value)) {
          await this.take(frame, signal);
          if (isFirst) this.world.begun();
          isFirst = false;
        }
      }
    } finally {
      clearTimeout(timer);
      // Ends a reader that failed midway, so that no connection stays open.
      silence.abort();
    }
  }

  /** @private
   * @param {ArrayBuffer} frame
   * @param {AbortSignal} signal */
  async take(frame, signal) {
    signal.throwIfAborted();
    try {
      this.last = await this.world.apply(frame);
    } catch (error) {
      const { code } = /** @type {{code?: string}} */ (error);
      this.last = null;
      // Another release of the app reads another format; another engine begins again.
      this.isUseless = code === undefined || !NEEDS_SNAPSHOT.includes(code);
      throw error;
    }
  }
}
