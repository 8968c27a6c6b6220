// Changes that wait for the server: made without a network, sent in order when it answers. All tabs share them; each
// change has its own key, so that none is overwritten, and only one tab sends at a time.

/** @import { Store } from "../store.js" */
import { Refusal } from "../ask.js";
import { CHANGE_PREFIX, alone, keysOf } from "../store.js";

/** `language` is for a rider whom the server has yet to make; `makes` is what the thing that it makes is called here until
 * the server names it.
 * @typedef {{method: "PUT"|"POST"|"DELETE", path: string, body?: any, language?: string, makes?: string}} Change */

/** Where earlier versions stored all of them in one list. */
const LIST_KEY = "takt.queue";
/** The largest number of waiting changes; further ones are refused. */
export const MAXIMUM_WAITING = 50;
const LONGEST_TEXT = 500_000;
const DIGITS = 9;

/** Whether the failure may be temporary, as are all that do not come from Takt itself.
 * @param {unknown} error */
function isPassing(error) {
  if (!(error instanceof Refusal) || error.kind === "") return true;
  return [401, 408, 429].includes(error.status) || error.status >= 500;
}

/** @param {unknown} change
 * @returns {change is Change} */
function isChange(change) {
  const { path, method } = /** @type {any} */ (change ?? {});
  return typeof path === "string" && ["PUT", "POST", "DELETE"].includes(method);
}

/** @param {string|null} text
 * @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

export class ChangeQueue {
  /** @param {Store|null} store
   * @param {(change: Change) => Promise<unknown>} send
   * @param {(change: Change) => void} [onRefused] handles permanently refused changes; if it fails, the change waits */
  constructor(store, send, onRefused = () => {}) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** @private */
    this.onRefused = onRefused;
    /** Changes that could not be stored, kept until the page is closed. @private @type {Map<string, string>} */
    this.fleeting = new Map();
    /** Makes keys of two tabs with the same counter differ. @private */
    this.tab = Math.random().toString(36).slice(2, 8);
    /** @private @type {Promise<void>|null} */
    this.sending = null;
    this.takeOver();
  }

  get size() {
    return this.entries().length;
  }

  /** The waiting changes in order.
   * @private
   * @returns {{key: string, text: string, change: Change}[]} */
  entries() {
    const keys = new Set([...keysOf(this.store, CHANGE_PREFIX), ...this.fleeting.keys()]);
    return [...keys].sort().map((key) => {
      const text = this.fleeting.get(key) ?? this.store?.getItem(key) ?? "";
      return { key, text, change: parsed(text) };
    }).filter(({ change }) => isChange(change));
  }

  /** Migrates the list of an earlier version.
   * @private */
  takeOver() {
    const list = parsed(this.store?.getItem(LIST_KEY) ?? null);
    if (Array.isArray(list)) list.filter(isChange).forEach((change) => this.add(change));
    if (list !== null) this.store?.removeItem(LIST_KEY);
  }

  /** Adds a change, which replaces an earlier one of the same object: of `changed` members it changes both.
   * @param {Change} change
   * @returns {boolean} false if too many are waiting */
  add(change) {
    const isReplaced = (/** @type {Change} */ each) =>
      each.path === change.path && each.method === "PUT" && change.method !== "POST";
    const all = this.entries();
    const others = all.filter((each) => !isReplaced(each.change));
    const { body } = change;
    const earlier = all.find((each) => isReplaced(each.change))?.change.body;
    const text = JSON.stringify(body?.changed && earlier
      ? { ...change, body: { ...body, changed: [...body.changed, ...earlier.changed ?? Object.keys(earlier)] } } : change);
    const length = others.reduce((sum, each) => sum + each.text.length, text.length);
    if (others.length >= MAXIMUM_WAITING || length > LONGEST_TEXT) return false;
    const last = Number(all.at(-1)?.key.slice(CHANGE_PREFIX.length).split(".")[0] ?? 0);
    const key = `${CHANGE_PREFIX}${String(last + 1).padStart(DIGITS, "0")}.${this.tab}`;
    this.keep(key, text);
    for (const each of all) if (!others.includes(each)) this.remove(each.key);
    return true;
  }

  /** Removes the change that would create something, and all further changes of it.
   * @param {string} id its name on this device
   * @returns {boolean} whether it was still waiting */
  forget(id) {
    const about = this.entries().filter(({ text }) => text.includes(id));
    if (!about.some(({ change }) => change.makes === id)) return false;
    for (const { key, change } of about) if (change.path !== "/rider/connection-order") this.remove(key);
    return true;
  }

  /** Removes all waiting changes. */
  clear() {
    for (const { key } of this.entries()) this.remove(key);
  }

  /** Sends the waiting changes in order. Permanently refused ones are removed; at a temporary failure the rest keeps
   * waiting.
   * @returns {Promise<void>} fails with the reason why the rest waits */
  flush() {
    if (this.sending === null && this.size === 0) return Promise.resolve();
    this.sending ??= alone("takt.changes", () => this.sendAll()).finally(() => this.sending = null);
    return this.sending;
  }

  /** @private */
  async sendAll() {
    for (;;) {
      const [first] = this.entries();
      if (first === undefined) return;
      try {
        await this.send(first.change);
      } catch (error) {
        if (isPassing(error)) throw error;
        this.onRefused(first.change);
      }
      this.remove(first.key);
    }
  }

  /** Changes the texts of what waits.
   * @param {(text: string) => string} change */
  rewrite(change) {
    for (const { key, text } of this.entries()) {
      if (change(text) !== text) this.keep(key, change(text));
    }
  }

  /** Stores the text of a change, or keeps it until the page is closed if the storage is full or there is none.
   * @private
   * @param {string} key
   * @param {string} text */
  keep(key, text) {
    try {
      if (this.store === null) throw new Error("Nothing can be kept.");
      this.store.setItem(key, text);
      this.fleeting.delete(key);
    } catch {
      this.fleeting.set(key, text);
    }
  }

  /** @private
   * @param {string} key */
  remove(key) {
    this.fleeting.delete(key);
    this.store?.removeItem(key);
  }
}
