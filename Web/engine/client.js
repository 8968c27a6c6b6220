import { EngineError } from './engine.js';

/** Asks an engine in a worker. */
export class EngineClient {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #last = 0;
  #worker;

  /** @param {Worker} worker made from worker.js as a module */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, answer, problem } }) => {
      const waiter = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (problem) waiter?.reject(new EngineError(problem.code, problem.sentence));
      else waiter?.resolve(answer);
    };
    worker.onerror = () => this.#fail('The engine failed.');
  }

  /**
   * Opens a network, in place of the one before; the worker takes over both buffers.
   * @param {ArrayBuffer} wasm the bytes of takt-engine.wasm; used by the first call only
   * @param {ArrayBuffer} network the bytes of a network file
   * @returns {Promise<void>} rejected with an EngineError if they are no intact network file
   */
  openNetwork(wasm, network) { return this.#ask('open', { wasm, network }, [wasm, network]); }

  /**
   * Answers a GET request of the HTTP API about the open network.
   * @param {string} path with its query, as in `/api/v1/stops/search?q=zug`
   * @param {number} [now] the instant of the request in milliseconds since 1970
   * @returns {Promise<import('./engine.js').Answer>}
   */
  get(path, now = Date.now()) { return this.#ask('get', { path, now }); }

  /**
   * Takes in the next frame of `/api/v1/deviations/stream`; the worker takes over the buffer.
   * @param {ArrayBuffer} frame
   * @returns {Promise<number>} the frame's number; rejected with an EngineError if the engine needs
   *   a snapshot first
   */
  apply(frame) { return this.#ask('apply', { frame }, [frame]); }

  /** Ends the worker; requests under way are rejected. */
  close() {
    this.#worker.terminate();
    this.#fail('The engine was closed.');
  }

  /** @param {string} sentence */
  #fail(sentence) {
    for (const { reject } of this.#waiting.values()) {
      reject(new EngineError('engine-failed', sentence));
    }
    this.#waiting.clear();
  }

  /**
   * @param {string} method @param {object} values @param {Transferable[]} [transferred]
   * @returns {Promise<any>}
   */
  #ask(method, values, transferred = []) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, values }, transferred);
    });
  }
}
