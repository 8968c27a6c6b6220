// Access of operators and researchers: a token that is entered once and kept until the tab is closed.

/** @import { Store } from "../store.js" */
import { Refusal, bodyOf, request } from "../ask.js";

const PATIENCE_MILLISECONDS = 15_000;

/** The storage of this tab; null if it is not allowed.
 * @returns {Store|null} */
export function tabStore() {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

export class TokenHolder {
  /** @param {{key: string, probe: string}} kind the storage key, and a path that requires the token
   * @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(kind, store, send = (...request) => fetch(...request)) {
    /** @private */
    this.kind = kind;
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** @private @type {string|null} */
    this.held = store?.getItem(kind.key) ?? null;
    /** Whether the token was taken from somebody who was in. */
    this.wasRefused = false;
    /** Called when the server no longer accepts the token. @type {() => void} */
    this.onRefused = () => {};
  }

  get isIn() {
    return this.held !== null;
  }

  /** Tries a token and stores it if it is valid; fails with a `Refusal` if it is not.
   * @param {string} token */
  async enter(token) {
    this.held = token;
    try {
      await this.request("GET", this.kind.probe);
    } catch (error) {
      this.leave();
      throw error;
    }
    this.store?.setItem(this.kind.key, token);
    this.wasRefused = false;
  }

  leave() {
    this.held = null;
    this.store?.removeItem(this.kind.key);
  }

  /** Sends a request with the token; fails with a `Refusal`, or another error if there is no answer.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} null for an answer without a body */
  async request(method, path, body) {
    try {
      const { held: token, send } = this;
      return await bodyOf(await request(path, { method, body, token, send, patience: PATIENCE_MILLISECONDS }));
    } catch (error) {
      // Only the server itself can reject the token; a proxy cannot.
      const isOut = error instanceof Refusal && error.status === 401 && error.kind !== "";
      if (isOut && (this.store?.getItem(this.kind.key) ?? null) !== null) {
        this.leave();
        this.wasRefused = true;
        this.onRefused();
      }
      throw error;
    }
  }
}

export class Operator extends TokenHolder {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send) {
    super({ key: "takt.operator", probe: "/api/v1/operator" }, store, send);
  }
}

/** Gives access to one study. */
export class Researcher extends TokenHolder {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send) {
    super({ key: "takt.researcher", probe: "/api/v1/diary/study" }, store, send);
  }
}
