// What the rider saves on the server, without an account: this device holds a token and nothing else.

/** @import { Store } from "../store.js" */
import { Refusal } from "../ask.js";
import { RIDER_KEY as TOKEN_KEY } from "../store.js";

const PATIENCE_MILLISECONDS = 10_000;

export class Rider {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send = (...request) => fetch(...request)) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** The token where it cannot be kept. @private @type {string|null} */
    this.fleeting = null;
  }

  /** The device's token, null where nothing was saved yet. */
  get token() {
    try {
      return this.store?.getItem(TOKEN_KEY) ?? this.fleeting;
    } catch {
      return this.fleeting;
    }
  }

  /** Has the server make a rider where this device has none yet; a server that keeps nothing refuses
   * with 404.
   * @param {string} language
   * @returns {Promise<boolean>} whether the rider is new */
  async begin(language) {
    if (this.token !== null) return false;
    const { token } = await this.request("POST", "/riders", { language });
    this.keep(token);
    return true;
  }

  /** Becomes the rider of another device, by the code that it shows.
   * @param {string} code */
  async pair(code) {
    const { token } = await this.request("POST", "/riders/pair", { code });
    this.keep(token);
  }

  /** Has the server forget the rider. Fails where it does not answer, and the token is kept then. */
  async forget() {
    if (this.token === null) return;
    await this.request("DELETE", "/rider");
    this.drop();
  }

  /** @private
   * @param {string} token */
  keep(token) {
    this.fleeting = token;
    try {
      this.store?.setItem(TOKEN_KEY, token);
    } catch {
      // Then it lasts until the page is left.
    }
  }

  /** @private */
  drop() {
    this.fleeting = null;
    try {
      this.store?.removeItem(TOKEN_KEY);
    } catch {
      // Then it could not have been kept either.
    }
  }

  /** Asks as this rider; fails with a `Refusal` or, where nothing answers, another error.
   * @param {string} method
   * @param {string} path after /api/v1
   * @param {unknown} [body]
   * @returns {Promise<any>} null for an answer without a body */
  async request(method, path, body) {
    const { token } = this;
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (token !== null) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const response = await this.send(`/api/v1${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    // A server that has forgotten the rider wants a new token the next time.
    if (response.status === 401) this.drop();
    if (!response.ok) {
      throw new Refusal(path, response.status, await response.json().catch(() => ({})));
    }
    return response.status === 204 ? null : await response.json();
  }
}
