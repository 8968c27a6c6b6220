// What the rider saves on the server, without an account: this device holds a token and nothing else.

/** @import { Store } from "../store.js" */
import { Refusal, bodyOf, request } from "../ask.js";
import { RIDER_KEY as TOKEN_KEY, alone } from "../store.js";
import { putAside } from "./aside.js";

/** The server's word for a rider whom it does not know; nobody else's ends a registration. */
const UNKNOWN = "no-rider";

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
    // Two tabs that save their first thing at once are one rider.
    return await alone("takt.rider", async () => {
      if (this.token !== null) return false;
      const { token } = await this.request("POST", "/riders", { language });
      this.keep(token);
      return true;
    });
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

  /** Becomes who has this token.
   * @param {string} token */
  keep(token) {
    try {
      if (this.store === null) throw new Error("Nothing can be kept.");
      this.store.setItem(TOKEN_KEY, token);
      this.fleeting = null;
    } catch {
      // Then it lasts until the page is left.
      this.fleeting = token;
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
    const { token, send } = this;
    try {
      return await bodyOf(await request(`/api/v1${path}`, { method, token, body, send }));
    } catch (error) {
      const isUnknown = error instanceof Refusal && error.status === 401 && error.kind === UNKNOWN;
      // The next thing that is saved begins anew; what was there can be taken back.
      if (isUnknown && token !== null && token === this.token && putAside(this.store)) this.fleeting = null;
      throw error;
    }
  }
}
