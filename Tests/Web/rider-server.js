// A server for tests of saved data: it records requests and answers as configured.

/** @import { Store } from "../../Web/app/store.js" */

/** A store that keeps texts in memory.
 * @param {Map<string, string>} [kept]
 * @returns {Store} */
export function memory(kept = new Map()) {
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** A refusal of Takt.
 * @param {number} status
 * @param {string} kind such as "no-rider" */
export function refusal(status, kind) {
  return { status, body: { type: `/problems/${kind}`, status } };
}

/** @param {(method: string, path: string, body: any) => {status?: number, body?: any}|null} answer
 *   null is a server that cannot be reached; a body that is a text is a page */
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
    const isPage = typeof made.body === "string";
    const text = isPage ? made.body : JSON.stringify(made.body ?? {});
    const headers = { "Content-Type": isPage ? "text/html" : "application/json" };
    return Promise.resolve(new Response(status === 204 ? null : text, { status, headers }));
  };
  return { send, asked };
}
