// The stops of the area that the map showed last and of the kept map, for a map without a server. Fetched on first use.

/** @import { Stop } from "../types.js" */
import { AREA_CACHE, SEEN } from "./stored-area.js";

/** The area of the kept map. */
export const KEPT = "/kept-area";

/** The stored stops, each once; empty without any.
 * @returns {Promise<Stop[]>} */
export async function storedStops() {
  if (typeof caches === "undefined") return [];
  /** @type {Map<string, Stop>} */
  const stops = new Map();
  for (const area of [KEPT, SEEN]) {
    const list = await caches.match(area, { cacheName: AREA_CACHE }).then((found) => found?.json()).catch(() => null);
    for (const stop of Array.isArray(list) ? list : []) stops.set(stop.id, stop);
  }
  return [...stops.values()];
}
