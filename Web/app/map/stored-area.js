// Stores the stops of an area of the map; `stored-stops.js` reads them while the server does not answer.

/** @import { Stop } from "../types.js" */

export const AREA_CACHE = "takt-map";
/** The area that the map showed last: one is stored, and the next replaces it. */
export const SEEN = "/stored-area";

/** Stores the stops of an area; an empty list forgets them. Failing is quiet.
 * @param {Stop[]} stops
 * @param {string} [area] */
export async function storeArea(stops, area = SEEN) {
  if (typeof caches === "undefined") return;
  const cache = await caches.open(AREA_CACHE).catch(() => null);
  await cache?.put(area, new Response(JSON.stringify(stops))).catch(() => {});
}
