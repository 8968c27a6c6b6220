// What the rider saves on the server, without an account: this device holds a token and nothing else.

/** @import { Store } from "../store.js" */
/** @import { Home } from "./wire.js" */
import { Refusal } from "../context.js";

const TOKEN_KEY = "takt.rider";
const DEPARTURES = 3;

export class Rider {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send = (...request) => fetch(...request)) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
  }

  /** The device's token, null where nothing was saved yet. */
  get token() {
    try {
      return this.store?.getItem(TOKEN_KEY) ?? null;
    } catch {
      return null;
    }
  }

  /** Saves a found connection. The first time the server is asked for a token; a server that keeps
   * nothing refuses with 404.
   * @param {string} connection its id
   * @param {string} language */
  async save(connection, language) {
    if (this.token === null) {
      const { token } = await this.request("POST", "/riders", { language });
      this.store?.setItem(TOKEN_KEY, token);
    }
    await this.request("POST", "/rider/routes", { connection });
  }

  /** What leaves next on everything that is saved; nothing is asked where nothing is saved.
   * @returns {Promise<Home>} */
  async home() {
    if (this.token === null) return { nearby: [], other: [] };
    return await this.request("GET", `/rider/home?departures=${DEPARTURES}`);
  }

  /** @param {string} id of a saved connection */
  async remove(id) {
    await this.request("DELETE", `/rider/connections/${encodeURIComponent(id)}`);
  }

  /** Has the server forget the rider. Fails where it does not answer, and the token is kept then. */
  async forget() {
    if (this.token === null) return;
    await this.request("DELETE", "/rider");
    this.dropToken();
  }

  /** @private */
  dropToken() {
    try {
      this.store?.removeItem(TOKEN_KEY);
    } catch {
      // Then it could not have been kept either.
    }
  }

  /** @private
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} */
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
    });
    // A server that has forgotten the rider wants a new token the next time.
    if (response.status === 401) this.dropToken();
    if (!response.ok) {
      throw new Refusal(path, response.status, await response.json().catch(() => ({})));
    }
    return response.status === 204 ? null : await response.json();
  }
}
