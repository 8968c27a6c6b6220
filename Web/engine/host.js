// The memory of a module of Takt's in WebAssembly, and what such a module needs of JavaScript.

import { composition, decomposition, normalData, textForm, wordCategory } from './unicode.js';

/** The years whose changes of offset the engine asks for are searched in steps of days. */
const STEP_SECONDS = 10 * 86400;

/** Why there is no engine or no network: `code` names it, the message is for people. */
export class EngineError extends Error {
  /** @param {string} code @param {string} message @param {any} [more] what else is known */
  constructor(code, message, more) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.more = more;
  }
}

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

/** A module, its memory, and the functions that it calls. */
export class Host {
  /** What the module exports. @type {any} */ exports;

  /**
   * Compiles a module, unless that was done already.
   * @param {BufferSource | WebAssembly.Module} wasm its bytes, or compiled
   * @param {WebAssembly.ModuleImports} [more] what else it calls
   */
  static async create(wasm, more = {}) {
    const host = new Host();
    const module =
      wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const env = { ...host.#imports(), ...more };
    host.exports = (await WebAssembly.instantiate(module, { env })).exports;
    return host;
  }

  /** The size of its memory in bytes. */
  get memoryBytes() { return this.exports.memory.buffer.byteLength; }

  /**
   * Copies bytes into memory that is to be freed or handed over.
   * @param {Uint8Array} bytes
   * @returns {number}
   */
  copied(bytes) {
    const start = this.exports.takt_alloc(bytes.length);
    this.#bytes(start, bytes.length).set(bytes);
    return start;
  }

  /**
   * Calls a function with bytes, which are there for the length of the call.
   * @template Value
   * @param {Uint8Array} bytes
   * @param {(start: number, count: number) => Value} call
   * @returns {Value}
   */
  passing(bytes, call) {
    const start = this.copied(bytes);
    const value = call(start, bytes.length);
    this.exports.takt_free(start);
    return value;
  }

  /**
   * The answer of the last call, which is read once.
   * @param {number} count its bytes
   * @returns {string}
   */
  answer(count) {
    const start = this.exports.takt_alloc(count);
    this.exports.takt_answer(start);
    const text = new TextDecoder().decode(this.#bytes(start, count));
    this.exports.takt_free(start);
    return text;
  }

  /** @param {number} start @param {number} count */
  #bytes(start, count) {
    return new Uint8Array(this.exports.memory.buffer, start >>> 0, count);
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
        const view = new DataView(this.exports.memory.buffer);
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
