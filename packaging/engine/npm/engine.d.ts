/** The answer to a request. */
export interface Answer {
  /** HTTP's status: 200, or that of a problem; 501 where only a server can answer. */
  status: number;
  /** The answer as Takt's HTTP API describes it, or a problem object (RFC 9457). */
  body: any;
  /** The instant of the live data that it takes into account, in milliseconds since 1970. */
  liveAsOf?: number;
}

/** Why there is no engine or no network; the message is for people. */
export class EngineError extends Error {
  constructor(code: string, message: string);
  /** `no-network`, `bad-network`, `other-format`, `frame-gap`, `bad-frame` or `engine-failed`. */
  code: string;
}

/** One network in WebAssembly memory; answers at once, so run it in a worker or in Node. */
export class Engine {
  /** Compiles the engine: takt-engine.wasm as bytes, or compiled. */
  static create(wasm: BufferSource | WebAssembly.Module): Promise<Engine>;
  /** The size of its memory in bytes. */
  get memoryBytes(): number;
  /**
   * Opens a network file, as `takt import` writes it, and closes the one before.
   * @throws {EngineError} if the bytes are not an intact network file
   */
  openNetwork(bytes: Uint8Array): void;
  /** Closes the network, whose memory the next one reuses. */
  close(): void;
  /**
   * Answers a GET request of the HTTP API.
   * @param path with its query, as in `/api/v1/stops/search?q=zug`
   * @param now the instant of the request in milliseconds since 1970; by default the device's clock
   * @throws {EngineError} if no network is open
   */
  get(path: string, now?: number): Answer;
  /** The same with the body as text. */
  getText(path: string, now: number): { status: number; text: string; liveAsOf?: number };
  /**
   * Takes in the next frame of a server's `/api/v1/deviations/stream`.
   * @returns the frame's number, after which the stream goes on
   * @throws {EngineError} if it cannot be used until a snapshot comes
   */
  apply(frame: Uint8Array): number;
}
