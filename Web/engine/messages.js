// Questions to a worker: { id, method, values }; its answers: { id, answer }, { id, problem } or, before
// these, { id, progress }.

import { EngineError } from './host.js';

/** Asks a worker. */
export class WorkerClient {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void,
   *   progress?: (share: number) => void }>} */
  #waiting = new Map();
  #last = 0;
  #worker;

  /** @param {Worker} worker whose module calls `answering` */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, answer, problem, progress } }) => {
      const waiter = this.#waiting.get(id);
      if (progress !== undefined) return waiter?.progress?.(progress);
      this.#waiting.delete(id);
      if (problem) waiter?.reject(new EngineError(problem.code, problem.sentence, problem.more));
      else waiter?.resolve(answer);
    };
    worker.onerror = () => this.#fail('The engine failed.');
  }

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
   * @param {string} method @param {object} values
   * @param {{ transferred?: Transferable[], progress?: (share: number) => void }} [how]
   * @returns {Promise<any>}
   */
  ask(method, values, { transferred = [], progress } = {}) {
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      this.#worker.postMessage({ id, method, values }, transferred);
    });
  }
}

/**
 * Answers the questions to this worker, one after another.
 * @param {(method: string, values: any, progress: (share: number) => void) => unknown} run
 * @param {() => void} trapped called after a trap, when the module's memory cannot be trusted
 */
export function answering(run, trapped) {
  let last = Promise.resolve();
  self.onmessage = ({ data: { id, method, values } }) => {
    const progress = (/** @type {number} */ share) => self.postMessage({ id, progress: share });
    last = last.then(async () => {
      try {
        self.postMessage({ id, answer: await run(method, values, progress) });
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) trapped();
        const { code = 'engine-failed', message, more } = /** @type {any} */ (error);
        self.postMessage({ id, problem: { code, sentence: message, more } });
      }
    });
  };
}
