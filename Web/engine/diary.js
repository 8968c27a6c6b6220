/**
 * The diary of a phone's files, in the browser or in Node: stays, trips and modes, inferred by the
 * server's Swift code compiled to WebAssembly. Nothing is sent anywhere. See docs/diary.md.
 */

import { EngineError, Host } from './host.js';

/** The bytes of a file that are passed at once. */
const PART = 4_000_000;
/** Files of more bytes are as long to the module as one of these, which it refuses. */
const MAXIMUM_BYTES = 2 ** 31 - 1;

/** What was read of a file: its format, and how many records, by reason where they were left out.
 * @typedef {{ format: string, fixes: number, motions: number, skipped: Record<string, number> }} FileReport */

/** Why a file was refused, as `EngineError.more`; `columns`, `line`, `format` and `limitBytes` say what and where.
 * @typedef {{ kind: "missing-columns"|"unknown-format"|"compressed"|"malformed"|"too-long", detail: string,
 *   columns?: string[], line?: number, format?: string, limitBytes?: number }} FileProblem */

/** The files of one phone in WebAssembly memory, and their days. */
export class FileDiary {
  /** @type {Host} */ #host;

  /** @param {Host} host */
  constructor(host) { this.#host = host; }

  /**
   * Compiles the module.
   * @param {BufferSource | WebAssembly.Module} wasm takt-diary.wasm: its bytes, or compiled
   * @param {(share: number) => void} [progress] called with how far an inference is, 0 to 1
   */
  static async create(wasm, progress = () => {}) {
    return new FileDiary(await Host.create(wasm, { progress }));
  }

  /** Forgets all files.
   * @param {Uint8Array | null} network the bytes of a network file, whose lines name rides
   * @throws {EngineError} `bad-network` if it is not an intact one of this version */
  begin(network = null) {
    const { exports } = this.#host;
    if (network === null) return exports.takt_diary_begin();
    if (exports.takt_diary_network(this.#host.copied(network), network.length) === 0) return;
    throw new EngineError('bad-network', 'These bytes are not a network file of this version.');
  }

  /**
   * Reads a file and adds its records.
   * @param {Blob} file
   * @param {(share: number) => void} [progress] called with how much was passed, 0 to 1
   * @returns {Promise<FileReport>}
   * @throws {EngineError} `bad-file`, with a `FileProblem`
   */
  async add(file, progress = () => {}) {
    const { exports } = this.#host;
    if (exports.takt_file_begin(Math.min(file.size, MAXIMUM_BYTES)) === 0) {
      for (let start = 0; start < file.size; start += PART) {
        progress(start / file.size);
        const part = new Uint8Array(await file.slice(start, start + PART).arrayBuffer());
        this.#host.passing(part, exports.takt_file_part);
      }
    }
    const count = exports.takt_file_end();
    const answer = JSON.parse(this.#host.answer(Math.abs(count)));
    if (count > 0) return answer;
    throw new EngineError('bad-file', answer.detail, answer);
  }

  /** Infers the days from all files. */
  infer() { this.#host.exports.takt_diary_infer(); }

  /**
   * The body of the server's answer about the days.
   * @param {string} what `days`, a day as in `2026-05-04`, or a file: `geojson`, `gpx` or `csv`
   * @param {string} zone a time zone as in `Europe/Zurich`
   * @returns {string}
   * @throws {EngineError} `no-answer` for another question or an unknown zone
   */
  answer(what, zone) {
    const { exports } = this.#host;
    const question = new TextEncoder().encode(`${what} ${zone}`);
    const count = this.#host.passing(question, exports.takt_diary_answer);
    if (count >= 0) return this.#host.answer(count);
    throw new EngineError('no-answer', `There is no answer to '${what}' in the zone '${zone}'.`);
  }
}
