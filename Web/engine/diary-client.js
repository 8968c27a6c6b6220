import { WorkerClient } from './messages.js';

/** @import { FileReport } from './diary.js' */

/** Asks a diary in a worker made from diary-worker.js as a module. */
export class FileDiaryClient extends WorkerClient {
  /**
   * Begins without files; the worker takes over the network's buffer.
   * @param {WebAssembly.Module} wasm takt-diary.wasm, compiled
   * @param {ArrayBuffer | null} network the bytes of a network file
   * @returns {Promise<void>}
   */
  open(wasm, network) {
    return this.ask('open', { wasm, network }, { transferred: network === null ? [] : [network] });
  }

  /**
   * Reads a file and adds its records.
   * @param {Blob} file @param {(share: number) => void} progress
   * @returns {Promise<FileReport>} rejected with an EngineError, whose `more` is a `FileProblem`
   */
  add(file, progress) { return this.ask('add', { file }, { progress }); }

  /**
   * Infers the days from all files.
   * @param {(share: number) => void} progress
   * @returns {Promise<void>}
   */
  infer(progress) { return this.ask('infer', {}, { progress }); }

  /**
   * The body of the server's answer about the days.
   * @param {string} what `days`, a day as in `2026-05-04`, or a file: `geojson`, `gpx` or `csv`
   * @param {string} zone a time zone as in `Europe/Zurich`
   * @returns {Promise<string>}
   */
  answer(what, zone) { return this.ask('answer', { what, zone }); }
}
