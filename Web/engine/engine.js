/**
 * The answers of Takt's HTTP API about a network file, in the browser or in Node.
 *
 * The engine is the server's Swift code compiled to WebAssembly. See docs/engine.md.
 */

import { composition, decomposition, normalData, textForm, wordCategory } from './unicode.js';

/** The years whose changes of offset the engine asks for are searched in steps of days. */
const STEP_SECONDS = 10 * 86400;

/**
 * The answer to a request.
 * @typedef {object} Answer
 * @property {number} status HTTP's status: 200, or that of a problem; 501 where only a server can
 *   answer
 * @property {any} body the answer as the HTTP API describes it, or a problem object (RFC 9457)
 * @property {number} [liveAsOf] when the deviations were that it takes into account, in milliseconds
 *   since 1970; undefined where it is of the timetable alone
 */

/** Why there is no engine or no network: `code` names it, the message is for people. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

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

/**
 * The offsets of a zone: seconds at which they begin, and seconds east of Greenwich.
 * @param {string} name @param {number} first @param {number} end
 * @returns {[number, number][] | undefined}
 */
export function zoneChanges(name, first, end) {
  let format;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric',
      hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
  } catch {
    return undefined;
  }
  /** @param {number} seconds */
  const offset = (seconds) => {
    /** @type {Record<string, number>} */
    const part = {};
    for (const { type, value } of format.formatToParts(seconds * 1000)) part[type] = Number(value);
    const local = Date.UTC(
      part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
    return local / 1000 - seconds;
  };
  /** @type {[number, number][]} */
  const changes = [[first, offset(first)]];
  let last = changes[0][1];
  for (let start = first; start < end; start += STEP_SECONDS) {
    let low = start;
    let high = Math.min(end, start + STEP_SECONDS);
    const next = offset(high);
    if (next === last) continue;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle) === last) low = middle;
      else high = middle;
    }
    if (high < end) changes.push([high, next]);
    last = next;
  }
  return changes;
}

/** One network in WebAssembly memory. */
export class Engine {
  /** @type {any} */ #exports;

  /**
   * Compiles the engine.
   * @param {BufferSource | WebAssembly.Module} wasm takt-engine.wasm: its bytes, or compiled
   */
  static async create(wasm) {
    const engine = new Engine();
    const module =
      wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const instance = await WebAssembly.instantiate(module, { env: engine.#imports() });
    engine.#exports = instance.exports;
    return engine;
  }

  /** The size of its memory in bytes. */
  get memoryBytes() { return this.#exports.memory.buffer.byteLength; }

  /**
   * Opens a network file and closes the one before.
   * @param {Uint8Array} bytes
   * @throws {EngineError} if they are not an intact network file
   */
  openNetwork(bytes) {
    const start = this.#copied(bytes);
    const code = this.#exports.takt_open(start, bytes.length);
    if (code === 0) return;
    const [name, sentence] = OPEN_PROBLEMS[code - 1];
    throw new EngineError(name, sentence);
  }

  /** Closes the network, whose memory the next one reuses. */
  close() { this.#exports.takt_close(); }

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
    const start = this.#copied(frame);
    const result = Number(this.#exports.takt_apply(start, frame.length));
    this.#exports.takt_free(start);
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
    const bytes = new TextEncoder().encode(path);
    const start = this.#copied(bytes);
    const count = this.#exports.takt_get(start, bytes.length, BigInt(Math.floor(now)));
    this.#exports.takt_free(start);
    if (count < 0) throw new EngineError('no-network', 'No network is open.');
    const place = this.#exports.takt_alloc(count);
    this.#exports.takt_answer(place);
    const text = new TextDecoder().decode(this.#bytes(place, count));
    this.#exports.takt_free(place);
    const asOf = Number(this.#exports.takt_live_as_of());
    return {
      status: this.#exports.takt_status(), text, liveAsOf: asOf < 0 ? undefined : asOf,
    };
  }

  /**
   * Copies bytes into memory that is to be freed or handed over.
   * @param {Uint8Array} bytes
   * @returns {number}
   */
  #copied(bytes) {
    const start = this.#exports.takt_alloc(bytes.length);
    this.#bytes(start, bytes.length).set(bytes);
    return start;
  }

  /** @param {number} start @param {number} count */
  #bytes(start, count) {
    return new Uint8Array(this.#exports.memory.buffer, start >>> 0, count);
  }

  #imports() {
    /** @param {number} start @param {number} count */
    const text = (start, count) => new TextDecoder().decode(this.#bytes(start, count));
    /** Writes text as UTF-8; the number of its bytes, or -1 if they are too many.
     *  @param {string} written @param {number} to @param {number} limit */
    const write = (written, to, limit) => {
      const bytes = new TextEncoder().encode(written);
      if (bytes.length > limit) return -1;
      this.#bytes(to, bytes.length).set(bytes);
      return bytes.length;
    };
    return {
      /** @type {(start: number, count: number) => void} */
      random_fill: (start, count) => void crypto.getRandomValues(this.#bytes(start, count)),
      /** @type {(n: number, l: number, f: bigint, e: bigint, s: number, o: number, m: number) => number} */
      zone_changes: (name, length, first, end, starts, offsets, limit) => {
        const changes = zoneChanges(text(name, length), Number(first), Number(end));
        if (!changes || changes.length > limit) return -1;
        const view = new DataView(this.#exports.memory.buffer);
        changes.forEach(([start, offset], row) => {
          view.setBigInt64((starts >>> 0) + 8 * row, BigInt(start), true);
          view.setInt32((offsets >>> 0) + 4 * row, offset, true);
        });
        return changes.length;
      },
      /** @type {(form: number, start: number, count: number, to: number, limit: number) => number} */
      normal_form: (form, start, count, to, limit) =>
        write(textForm(form, text(start, count)), to, limit),
      word_category: wordCategory,
      normal_data: normalData,
      composition,
      /** @type {(scalar: number, to: number, limit: number) => number} */
      decomposition: (scalar, to, limit) => write(decomposition(scalar), to, limit),
    };
  }
}
