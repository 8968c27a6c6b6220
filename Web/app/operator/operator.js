// The operator's way in: a token that is typed once and lasts until the tab is closed.

/** @import { Store } from "../store.js" */
import { Refusal } from "../ask.js";

const TOKEN_KEY = "takt.operator";
const PATIENCE_MILLISECONDS = 15_000;

/** The storage of this tab, or null where it is not allowed.
 * @returns {Store|null} */
export function tabStore() {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

export class Operator {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send = (...request) => fetch(...request)) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** @private @type {string|null} */
    this.held = store?.getItem(TOKEN_KEY) ?? null;
    /** Called when the server no longer takes the token. @type {() => void} */
    this.onRefused = () => {};
  }

  get isIn() {
    return this.held !== null;
  }

  /** Tries a token and keeps it if it is good; fails with a `Refusal` if it is not.
   * @param {string} token */
  async enter(token) {
    this.held = token;
    try {
      await this.request("GET", "/api/v1/operator");
    } catch (error) {
      this.leave();
      throw error;
    }
    this.store?.setItem(TOKEN_KEY, token);
  }

  leave() {
    this.held = null;
    this.store?.removeItem(TOKEN_KEY);
  }

  /** Asks as the operator; fails with a `Refusal` or, where nothing answers, another error.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} null for an answer without a body */
  async request(method, path, body) {
    const response = await this.send(path, {
      method,
      headers: {
        Accept: "application/json",
        Authorization: `Bearer ${this.held}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    if (response.status === 401 && this.store?.getItem(TOKEN_KEY) !== null) {
      this.leave();
      this.onRefused();
    }
    if (!response.ok) throw new Refusal(path, response.status, await response.json().catch(() => ({})));
    return response.status === 204 ? null : await response.json();
  }
}
