// Changes that wait for the server: made without a network, sent in their order when it answers.

/** @import { Store } from "../store.js" */
import { Refusal } from "../ask.js";

/** @typedef {{method: "PUT"|"POST"|"DELETE", path: string, body?: any}} Change */

const KEY = "takt.queue";
/** More changes than this nobody makes under way; further ones are refused. */
export const MOST_WAITING = 50;
const LONGEST_TEXT = 500_000;

/** Whether the server may take it later, as it stands.
 * @param {unknown} error */
function isPassing(error) {
  if (!(error instanceof Refusal)) return true;
  return error.status === 408 || error.status === 429 || error.status >= 500;
}

export class ChangeQueue {
  /** @param {Store|null} store
   * @param {(change: Change) => Promise<unknown>} send */
  constructor(store, send) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** @private @type {Change[]} */
    this.waiting = this.read();
    /** @private @type {Promise<void>|null} */
    this.sending = null;
  }

  get size() {
    return this.waiting.length;
  }

  /** @private
   * @returns {Change[]} */
  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(KEY) ?? "[]");
      if (!Array.isArray(kept)) return [];
      return kept.filter((each) =>
        typeof each?.path === "string" && ["PUT", "POST", "DELETE"].includes(each?.method)
      ).slice(0, MOST_WAITING);
    } catch {
      return [];
    }
  }

  /** Adds a change. A later one of the same thing takes the place of an earlier one.
   * @param {Change} change
   * @returns {boolean} false where too many wait already */
  add(change) {
    const isReplaced = (/** @type {Change} */ each) =>
      each.path === change.path && each.method === "PUT" && change.method !== "POST";
    const others = this.waiting.filter((each) => !isReplaced(each));
    const next = [...others, change];
    if (next.length > MOST_WAITING || JSON.stringify(next).length > LONGEST_TEXT) return false;
    this.waiting = next;
    this.write();
    return true;
  }

  /** Forgets all that waits. */
  clear() {
    this.waiting = [];
    this.write();
  }

  /** Sends what waits, in order. What the server refuses for good is dropped; at what it cannot take
   * now, the rest waits on.
   * @returns {Promise<void>} fails with why the rest waits */
  flush() {
    this.sending ??= this.sendAll().finally(() => this.sending = null);
    return this.sending;
  }

  /** @private */
  async sendAll() {
    while (this.waiting.length > 0) {
      const [first] = this.waiting;
      try {
        await this.send(first);
      } catch (error) {
        if (isPassing(error)) throw error;
      }
      // Another change of the same thing may have come meanwhile.
      this.waiting = this.waiting.filter((each) => each !== first);
      this.write();
    }
  }

  /** @private */
  write() {
    try {
      if (this.waiting.length === 0) this.store?.removeItem(KEY);
      else this.store?.setItem(KEY, JSON.stringify(this.waiting));
    } catch {
      // Without storage they last until the page is left.
    }
  }
}
