// The stops of the area that the map showed last and of the kept map, with their names: what there is without a server.

/** @import { Stop } from "../types.js" */

const CACHE = "takt-map";
/** One area that was seen is kept; the next takes its place. */
const AREA = "/stored-area";
/** Those of the map that the rider keeps. */
const KEPT = "/kept-area";

/** Keeps the stops of an area. That they cannot be kept is no loss now.
 * @param {Stop[]} stops */
export async function storeArea(stops) {
  await write(AREA, stops);
}

/** Keeps the stops of the map that the rider keeps.
 * @param {Stop[]} stops */
export async function keepStops(stops) {
  await write(KEPT, stops);
}

export async function forgetKeptStops() {
  await (await caches.open(CACHE).catch(() => null))?.delete(KEPT).catch(() => false);
}

/** What was kept, each stop once; empty if nothing was.
 * @returns {Promise<Stop[]>} */
export async function storedArea() {
  const stops = [...await read(KEPT), ...await read(AREA)];
  return [...new Map(stops.map((stop) => [stop.id, stop])).values()];
}

/** @param {string} path
 * @param {Stop[]} stops */
async function write(path, stops) {
  if (typeof caches === "undefined") return;
  const cache = await caches.open(CACHE).catch(() => null);
  await cache?.put(path, new Response(JSON.stringify(stops))).catch(() => {});
}

/** @param {string} path
 * @returns {Promise<Stop[]>} */
async function read(path) {
  if (typeof caches === "undefined") return [];
  try {
    const stops = await (await caches.match(path, { cacheName: CACHE }))?.json();
    return Array.isArray(stops) ? stops : [];
  } catch {
    return [];
  }
}
