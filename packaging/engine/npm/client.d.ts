import type { Answer } from './engine.d.ts';

/** Asks an engine in a worker. */
export class EngineClient {
  /** @param worker made from worker.js as a module */
  constructor(worker: Worker);
  /**
   * Opens a network, in place of the one before; the worker takes over both buffers.
   * @param wasm the bytes of takt-engine.wasm; used by the first call only
   * @param network the bytes of a network file, as `takt import` writes it
   * @returns a promise, rejected with an `EngineError` if they are no intact network file
   */
  openNetwork(wasm: ArrayBuffer, network: ArrayBuffer): Promise<void>;
  /**
   * Answers a GET request of the HTTP API about the open network.
   * @param path with its query, as in `/api/v1/stops/search?q=zug`
   * @param now the instant of the request in milliseconds since 1970; by default the device's clock
   */
  get(path: string, now?: number): Promise<Answer>;
  /**
   * Takes in the next frame of a server's `/api/v1/deviations/stream`; the worker takes over the buffer.
   * @returns the frame's number; rejected with an `EngineError` if a snapshot must come first
   */
  apply(frame: ArrayBuffer): Promise<number>;
  /** Ends the worker; requests under way are rejected. */
  close(): void;
}
