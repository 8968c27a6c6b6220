// The stops of the area that the map showed last, with their names: what it has without a server.

/** @import { Stop } from "../types.js" */

const CACHE = "takt-map";
/** One area is kept; the next takes its place. */
const AREA = "/stored-area";

/** Keeps the stops of an area. That they cannot be kept is no loss now.
 * @param {Stop[]} stops */
export async function storeArea(stops) {
  if (typeof caches === "undefined") return;
  const cache = await caches.open(CACHE).catch(() => null);
  await cache?.put(AREA, new Response(JSON.stringify(stops))).catch(() => {});
}

/** What was kept; empty if nothing was.
 * @returns {Promise<Stop[]>} */
export async function storedArea() {
  if (typeof caches === "undefined") return [];
  try {
    const stops = await (await caches.match(AREA, { cacheName: CACHE }))?.json();
    return Array.isArray(stops) ? stops : [];
  } catch {
    return [];
  }
}
