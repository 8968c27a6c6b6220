// The rider on the server, without an account: this device only holds a token.

/** @import { Store } from "../store.js" */
import { Refusal, bodyOf, request } from "../ask.js";
import { RIDER_KEY as TOKEN_KEY } from "../store.js";
import { putAside } from "./aside.js";

/** The server's code for an unknown rider; no other error ends a registration. */
const UNKNOWN = "no-rider";

export class Rider {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send = (...request) => fetch(...request)) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** The token if it cannot be stored. @private @type {string|null} */
    this.fleeting = null;
  }

  /** The device's token; null if nothing was saved yet. */
  get token() {
    try {
      return this.store?.getItem(TOKEN_KEY) ?? this.fleeting;
    } catch {
      return this.fleeting;
    }
  }

  /** Whether what is saved is lost with the page, as the token could not be stored. */
  get isFleeting() {
    return this.fleeting !== null;
  }

  /** Creates a rider on the server if this device has none; a server without storage refuses with 404.
   * @param {string} language
   * @returns {Promise<boolean>} whether the rider is new */
  async begin(language) {
    if (this.token !== null) return false;
    const { begin } = await import("./beginning.js");
    return await begin(this, language);
  }

  /** Joins the rider of another device, by the code shown there.
   * @param {string} code */
  async pair(code) {
    const { token } = await this.request("POST", "/riders/pair", { code });
    this.keep(token);
  }

  /** Deletes the rider on the server. Fails if it does not answer, and then keeps the token. */
  async forget() {
    if (this.token === null) return;
    await this.request("DELETE", "/rider");
    this.drop();
  }

  /** Uses the rider of this token.
   * @param {string} token */
  keep(token) {
    try {
      if (this.store === null) throw new Error("Nothing can be kept.");
      this.store.setItem(TOKEN_KEY, token);
      this.fleeting = null;
    } catch {
      // Without storage it lasts until the page is closed.
      this.fleeting = token;
    }
  }

  /** @private */
  drop() {
    this.fleeting = null;
    try {
      this.store?.removeItem(TOKEN_KEY);
    } catch {
      // Without storage there is nothing to remove.
    }
  }

  /** Sends a request as this rider; fails with a `Refusal`, or another error if there is no answer.
   * @param {string} method
   * @param {string} path after /api/v1
   * @param {unknown} [body]
   * @returns {Promise<any>} null for an answer without a body */
  async request(method, path, body) {
    const { token, send } = this;
    try {
      return await bodyOf(await request(`/api/v1${path}`, { method, token, body, send }));
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.status === 401 && error.kind === UNKNOWN;
      // Another tab may just have got a new token.
      if (isUnknown) await import("./token-tabs.js").then(({ untilSeen }) => untilSeen(() => this.token !== token), () => {});
      // The next save creates a new rider; the old data can be restored.
      if (isUnknown && token !== null && token === this.token && putAside(this.store)) this.fleeting = null;
      throw error;
    }
  }
}
