/**
 * The answers of Takt's HTTP API about a network file, in the browser or in Node.
 *
 * The engine is the server's Swift code compiled to WebAssembly. See docs/engine.md.
 */

import { EngineError, Host } from './host.js';

export { EngineError };

/**
 * The answer to a request.
 * @typedef {object} Answer
 * @property {number} status HTTP's status: 200, or that of a problem; 501 where only a server can
 *   answer
 * @property {any} body the answer as the HTTP API describes it, or a problem object (RFC 9457)
 * @property {number} [liveAsOf] when the deviations were that it takes into account, in milliseconds
 *   since 1970; undefined where it is of the timetable alone
 */

/** The codes and sentences of `takt_open`'s results, from 1. */
const OPEN_PROBLEMS = [
  ['bad-network', 'These bytes are not a network file.'],
  ['other-format', 'The network file has another format than this engine reads.'],
  ['bad-network', 'The network file is damaged.'],
];

/** The codes and sentences of `takt_apply`'s results, from -1 down. */
const APPLY_PROBLEMS = [
  ['no-network', 'No network is open.'],
  ['bad-frame', 'The frame of deviations is damaged.'],
  ['other-format', 'The frame of deviations has another format than this engine reads.'],
  ['frame-gap', 'A frame of deviations before this one is missing.'],
];

/** One network in WebAssembly memory. */
export class Engine {
  #host = new Host();

  /**
   * Compiles the engine.
   * @param {BufferSource | WebAssembly.Module} wasm takt-engine.wasm: its bytes, or compiled
   */
  static async create(wasm) {
    const engine = new Engine();
    engine.#host = await Host.create(wasm);
    return engine;
  }

  /** The size of its memory in bytes. */
  get memoryBytes() { return this.#host.memoryBytes; }

  /**
   * Opens a network file and closes the one before.
   * @param {Uint8Array} bytes
   * @throws {EngineError} if they are not an intact network file
   */
  openNetwork(bytes) {
    const code = this.#host.exports.takt_open(this.#host.copied(bytes), bytes.length);
    if (code === 0) return;
    const [name, sentence] = OPEN_PROBLEMS[code - 1];
    throw new EngineError(name, sentence);
  }

  /** Closes the network, whose memory the next one reuses. */
  close() { this.#host.exports.takt_close(); }

  /**
   * Answers a GET request of the HTTP API.
   * @param {string} path with its query, as in `/api/v1/stops/search?q=zug`
   * @param {number} [now] the instant of the request in milliseconds since 1970
   * @returns {Answer}
   * @throws {EngineError} if no network is open
   */
  get(path, now = Date.now()) {
    const { status, text, liveAsOf } = this.getText(path, now);
    return { status, body: JSON.parse(text), ...(liveAsOf === undefined ? {} : { liveAsOf }) };
  }

  /**
   * Takes in the next frame of `/api/v1/deviations/stream`: answers then tell what differs from the
   * timetable.
   * @param {Uint8Array} frame
   * @returns {number} the number of the frame, after which the stream goes on
   * @throws {EngineError} `bad-frame`, `other-format` or `frame-gap`: answers are of the timetable
   *   alone until a snapshot comes, with which a stream without `after` begins
   */
  apply(frame) {
    const { exports } = this.#host;
    const result = this.#host.passing(
      frame, (start, count) => Number(exports.takt_apply(start, count)));
    if (result >= 0) return result;
    const [name, sentence] = APPLY_PROBLEMS[-result - 1];
    throw new EngineError(name, sentence);
  }

  /**
   * The same with the body as text.
   * @param {string} path @param {number} now
   * @returns {{ status: number, text: string, liveAsOf?: number }}
   */
  getText(path, now) {
    const { exports } = this.#host;
    const instant = BigInt(Math.floor(now));
    const count = this.#host.passing(
      new TextEncoder().encode(path), (start, length) => exports.takt_get(start, length, instant));
    if (count < 0) throw new EngineError('no-network', 'No network is open.');
    const text = this.#host.answer(count);
    const asOf = Number(exports.takt_live_as_of());
    return { status: exports.takt_status(), text, liveAsOf: asOf < 0 ? undefined : asOf };
  }
}
