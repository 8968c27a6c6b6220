import { WorkerClient } from './messages.js';

/** Asks an engine in a worker made from worker.js as a module. */
export class EngineClient extends WorkerClient {
  /**
   * Opens a network, in place of the one before; the worker takes over both buffers.
   * @param {ArrayBuffer} wasm the bytes of takt-engine.wasm; used by the first call only
   * @param {ArrayBuffer} network the bytes of a network file
   * @returns {Promise<void>} rejected with an EngineError if they are no intact network file
   */
  openNetwork(wasm, network) {
    return this.ask('open', { wasm, network }, { transferred: [wasm, network] });
  }

  /**
   * Answers a GET request of the HTTP API about the open network.
   * @param {string} path with its query, as in `/api/v1/stops/search?q=zug`
   * @param {number} [now] the instant of the request in milliseconds since 1970
   * @returns {Promise<import('./engine.js').Answer>}
   */
  get(path, now = Date.now()) { return this.ask('get', { path, now }); }

  /**
   * Takes in the next frame of `/api/v1/deviations/stream`; the worker takes over the buffer.
   * @param {ArrayBuffer} frame
   * @returns {Promise<number>} the frame's number; rejected with an EngineError if the engine needs
   *   a snapshot first
   */
  apply(frame) { return this.ask('apply', { frame }, { transferred: [frame] }); }
}
