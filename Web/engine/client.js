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
    worker.onerror = () => {
      for (const { reject } of this.#waiting.values()) {
        reject(new EngineError('engine-failed', 'The engine failed.'));
      }
      this.#waiting.clear();
    };
  }

  /** Opens a network. @param {ArrayBuffer} wasm @param {ArrayBuffer} network */
  openNetwork(wasm, network) { return this.#ask('open', { wasm, network }); }

  /** @param {import('./engine.js').ConnectionRequest} request */
  connections(request) { return this.#ask('connections', request); }

  /** @param {{stop: string, time: number, arrivals?: boolean, limit?: number}} request */
  board(request) { return this.#ask('board', request); }

  /** @param {string} text @param {number} [limit] */
  searchStops(text, limit = 10) { return this.#ask('stops', { text, limit }); }

  /** @param {string} method @param {object} values @returns {Promise<any>} */
  #ask(method, values) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, values });
    });
  }
}
