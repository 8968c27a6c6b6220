// A server for tests of what riders save: it notes what it is asked and answers as it is told.

/** @import { Store } from "../../Web/app/store.js" */

/** A store that keeps texts in memory.
 * @param {Map<string, string>} [kept]
 * @returns {Store} */
export function memory(kept = new Map()) {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

/** @param {(method: string, path: string, body: any) => {status?: number, body?: any}|null} answer
 *   null is a server that cannot be reached */
export function server(answer) {
  /** @type {string[]} */
  const asked = [];
  const send = (/** @type {any} */ address, /** @type {any} */ options) => {
    const path = String(address).replace("/api/v1", "");
    const by = options.headers.Authorization ?? "nobody";
    asked.push(`${options.method} ${path} ${options.body ?? ""} ${by}`.replace(/ +/g, " "));
    const body = options.body === undefined ? undefined : JSON.parse(options.body);
    const made = answer(options.method, path, body);
    if (made === null) return Promise.reject(new TypeError("no network"));
    const status = made.status ?? 200;
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(made.body ?? {}), { status }));
  };
  return { send, asked };
}
