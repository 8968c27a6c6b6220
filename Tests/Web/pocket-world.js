// A device that keeps a network, for tests: its files, its texts, and a server that can be cut off.

/** @import { Folder, Kept, Offer } from "../../Web/app/pocket/wire.js" */
import { hex } from "../../Web/app/pocket/download.js";
import { memory } from "./rider-server.js";

/** Twelve hundred thousand bytes: three parts.
 * @param {number} seed */
export function file(seed = 1) {
  return Uint8Array.from({ length: 1_200_000 }, (_, at) => at * seed % 251);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function digestOf(bytes) {
  return hex(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Promise<Offer>} */
export async function offering(bytes) {
  const digest = await digestOf(bytes);
  return { address: `/api/v1/network/${digest}`, bytes: bytes.length, compressedBytes: 9, digest, firstDay: "2026-05-04", lastDay: "2026-05-18" };
}

/** A folder in memory, with room for so many bytes.
 * @param {number} [room]
 * @returns {Folder & {files: Map<string, Uint8Array<ArrayBuffer>>}} */
export function folder(room = Infinity) {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const files = new Map();
  return {
    files,
    list: () => Promise.resolve([...files].map(([name, { length }]) => ({ name, bytes: length }))),
    read: (name) => Promise.resolve(files.get(name)?.slice().buffer ?? null),
    write: (name, bytes) => {
      const used = [...files.values()].reduce((sum, { length }) => sum + length, 0);
      if (used + bytes.length > room) return Promise.reject(new DOMException("full", "QuotaExceededError"));
      files.set(name, bytes.slice());
      return Promise.resolve();
    },
    remove: (name) => Promise.resolve(void files.delete(name)),
  };
}

/** A server with a file: `cutAt` is how many bytes it sends of each answer before the connection breaks.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {{cutAt?: number, knowsRanges?: boolean, status?: number, page?: string}} [how] */
export function fileServer(bytes, how = {}) {
  /** @type {string[]} */
  const ranges = [];
  const state = { cutAt: Infinity, knowsRanges: true, ...how };
  const send = (/** @type {any} */ _address, /** @type {any} */ { headers, signal }) => {
    ranges.push(headers.Range ?? "all");
    signal?.throwIfAborted();
    if (state.page !== undefined) return Promise.resolve(new Response(state.page, { headers: { "Content-Type": "text/html" } }));
    if (state.status !== undefined) return Promise.resolve(new Response("{}", { status: state.status }));
    const from = state.knowsRanges ? Number(/^bytes=(\d+)-$/.exec(headers.Range ?? "")?.[1] ?? 0) : 0;
    let at = from;
    const body = new ReadableStream({
      pull(controller) {
        if (at - from >= state.cutAt) return controller.error(new TypeError("cut"));
        const end = Math.min(at + 100_000, bytes.length, from + state.cutAt);
        controller.enqueue(bytes.slice(at, end));
        at = end;
        if (at === bytes.length) controller.close();
      },
    });
    const isRest = state.knowsRanges && headers.Range !== undefined;
    return Promise.resolve(new Response(body, { status: isRest ? 206 : 200,
      headers: isRest ? { "Content-Range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {} }));
  };
  return { send: /** @type {typeof fetch} */ (/** @type {unknown} */ (send)), ranges, state };
}

/** Channels of windows of one browser: what one says all others hear. */
export function channels() {
  /** @type {Set<any>} */
  const all = new Set();
  return () => {
    const own = {
      /** @type {any} */ onmessage: null,
      postMessage: (/** @type {any} */ data) => {
        for (const each of all) if (each !== own) each.onmessage?.({ data: structuredClone(data) });
      },
    };
    all.add(own);
    return own;
  };
}

/** The locks of one browser. @returns {any} */
export function locks() {
  let last = Promise.resolve();
  return {
    request: (/** @type {string} */ _name, /** @type {any} */ { signal }, /** @type {() => Promise<any>} */ work) => {
      const turn = last.then(() => {
        signal?.throwIfAborted();
        return work();
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

/** What a keeper needs, all of it in memory.
 * @param {Partial<import("../../Web/app/pocket/keeper.js").KeeperWorld>} parts
 * @returns {import("../../Web/app/pocket/keeper.js").KeeperWorld} */
export function keeperWorld(parts) {
  return {
    store: memory(), now: () => Date.parse("2026-05-04T08:00:00Z"), folder: () => Promise.resolve(folder()),
    send: fileServer(file()).send, room: () => Promise.resolve(Infinity), persist: () => Promise.resolve(true),
    marked: () => Promise.resolve(), digest: (bytes) => crypto.subtle.digest("SHA-256", bytes), wait: () => Promise.resolve(),
    locks: locks(), channel: null, ...parts,
  };
}

/** @param {Partial<Kept>} [parts]
 * @returns {Kept} */
export function keptFile(parts = {}) {
  return { digest: "a".repeat(64), bytes: 3, firstDay: "2026-05-04", lastDay: "2026-05-18", at: Date.parse("2026-05-04T08:00:00Z"), ...parts };
}
