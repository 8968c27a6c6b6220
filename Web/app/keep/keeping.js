// Downloads an area of the map to this device, with its size in advance, and removes it. Fetched on first use.

/** @import { Box } from "../types.js" */
/** @import { KeptMap } from "../map/kept-map.js" */
import { ask } from "../ask.js";
import { bboxParameter } from "../geometry.js";
import { alone } from "../store.js";
import { KEPT_CACHE, isPartOf, keptMap, writeKeptMap } from "../map/kept-map.js";
import { storeArea } from "../map/stored-area.js";
import { KEPT } from "../map/stored-stops.js";

/** The tiles of an area as the server lists them.
 * @typedef {{tiles: {z: number, x: number, y: number, bytes: number}[], bytes: number}} TileList */

/** The largest area in bytes, as they are sent. */
export const MAXIMUM_BYTES = 60_000_000;
/** Tiles are stored unpacked, in whole blocks. */
const STORED_PER_SENT = 2.5;
const AT_ONCE = 4;
const TILE_MILLISECONDS = 20_000;
const ATTEMPTS = 2;
const MAXIMUM_STOPS = 5000;

/** This device has no room, or does not allow storage. */
export class NoRoom extends Error {}

/** @param {Box} box
 * @returns {Promise<TileList>} */
export async function measured(box) {
  return await ask(`/tiles?bbox=${bboxParameter(box)}`);
}

/** The addresses of the stored tiles of the kept area.
 * @returns {Promise<string[]>} */
async function stored() {
  if (typeof caches === "undefined" || !await caches.has(KEPT_CACHE)) return [];
  return (await (await caches.open(KEPT_CACHE)).keys()).map(({ url }) => url.slice(new URL(url).origin.length));
}

/** How many tiles of a kept map are missing: browsers remove stored files when a device is full.
 * @param {KeptMap} kept
 * @returns {Promise<number>} */
export async function missing(kept) {
  const here = await stored().catch(() => []);
  return Math.max(0, kept.tiles - here.filter((address) => isPartOf(address, kept)).length);
}

/** Downloads an area. The area that was kept before is removed once the new one is whole, and stays if the download ends
 * early.
 * @param {{box: Box, template: string, list: TileList}} area
 * @param {{signal: AbortSignal, onProgress: (bytes: number) => void, wall?: () => number}} how
 * @throws {NoRoom} if it does not fit, or the error of `fetch`; a part of an area can be completed later */
export async function keep({ box, template, list }, { signal, onProgress, wall = Date.now }) {
  await alone("takt-keep-map", async () => {
    const before = keptMap();
    await makeRoom(list.bytes);
    /** @type {KeptMap} */
    const kept = { template, box, tiles: list.tiles.length, bytes: list.bytes, at: wall(), whole: false };
    try {
      if (before?.whole !== true) writeKeptMap(kept);
      await bring(list, template, signal, onProgress);
      writeKeptMap({ ...kept, whole: true });
    } catch (error) {
      const isCancelled = signal.aborted || error instanceof NoRoom;
      if (before?.whole === true) await prune(before);
      else if (isCancelled) await remove();
      throw error;
    }
    await prune(kept);
    const { stops } = await ask(`/stops?bbox=${bboxParameter(box)}&limit=${MAXIMUM_STOPS}`).catch(() => ({ stops: [] }));
    await storeArea(stops, KEPT);
  });
}

/** @param {number} bytes as they are sent */
async function makeRoom(bytes) {
  if (typeof caches === "undefined") throw new NoRoom();
  // A browser that refuses still stores the tiles while there is room.
  await navigator.storage?.persist?.().catch(() => false);
  /** @type {StorageEstimate} */
  const { quota, usage = 0 } = await navigator.storage?.estimate?.().catch(() => ({})) ?? {};
  if (quota !== undefined && quota - usage < bytes * STORED_PER_SENT) throw new NoRoom();
}

/** @param {TileList} list
 * @param {string} template
 * @param {AbortSignal} signal
 * @param {(bytes: number) => void} onProgress */
async function bring({ tiles }, template, signal, onProgress) {
  const cache = await caches.open(KEPT_CACHE).catch(() => {
    throw new NoRoom();
  });
  const here = new Set(await stored());
  const queue = [...tiles];
  let bytes = 0;
  const worker = async () => {
    for (let tile = queue.shift(); tile !== undefined; tile = queue.shift()) {
      signal.throwIfAborted();
      const address = template.replace("{z}", String(tile.z)).replace("{x}", String(tile.x)).replace("{y}", String(tile.y));
      if (!here.has(address)) await bringOne(cache, address, signal);
      bytes += tile.bytes;
      onProgress(bytes);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    // If one fails, the others stop.
    queue.length = 0;
  }
}

/** @param {Cache} cache
 * @param {string} address
 * @param {AbortSignal} signal */
async function bringOne(cache, address, signal) {
  /** @type {unknown} */
  let problem;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    signal.throwIfAborted();
    try {
      // With "no-store" the service worker does not store the tile a second time.
      const response = await fetch(address, { cache: "no-store", signal: AbortSignal.any([signal, AbortSignal.timeout(TILE_MILLISECONDS)]) });
      // A network's sign-in page is not a tile.
      if (!response.ok || !(response.headers.get("Content-Type") ?? "").includes("tile")) throw new Error(`${address}: ${response.status}`);
      await cache.put(address, response);
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "QuotaExceededError") throw new NoRoom();
      problem = error;
    }
  }
  throw problem;
}

/** Removes what does not belong to a kept map.
 * @param {KeptMap} kept */
async function prune(kept) {
  const cache = await caches.open(KEPT_CACHE);
  const over = (await stored()).filter((address) => !isPartOf(address, kept));
  await Promise.all(over.map((address) => cache.delete(address)));
}

/** Removes the kept map. */
export async function remove() {
  writeKeptMap(null);
  await caches.delete(KEPT_CACHE);
  await storeArea([], KEPT);
}
