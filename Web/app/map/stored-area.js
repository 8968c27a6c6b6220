// The stops of the area that the map showed last and of the kept map, with their names: what there is without a server.

/** @import { Stop } from "../types.js" */

const CACHE = "takt-map";
/** One area that was seen is kept; the next takes its place. */
const SEEN = "/stored-area";
/** The stops of the kept map. */
export const KEPT = "/kept-area";

/** Stores the stops of an area; an empty list forgets them. Failing is quiet.
 * @param {Stop[]} stops
 * @param {string} [area] */
export async function storeArea(stops, area = SEEN) {
  if (typeof caches === "undefined") return;
  const cache = await caches.open(CACHE).catch(() => null);
  await cache?.put(area, new Response(JSON.stringify(stops))).catch(() => {});
}

/** What was kept, each stop once; empty if nothing was.
 * @returns {Promise<Stop[]>} */
export async function storedArea() {
  if (typeof caches === "undefined") return [];
  /** @type {Map<string, Stop>} */
  const stops = new Map();
  for (const area of [KEPT, SEEN]) {
    const list = await caches.match(area, { cacheName: CACHE }).then((found) => found?.json()).catch(() => null);
    for (const stop of Array.isArray(list) ? list : []) stops.set(stop.id, stop);
  }
  return [...stops.values()];
}
