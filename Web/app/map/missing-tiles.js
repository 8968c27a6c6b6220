// Tiles that did not come are asked for again, as MapLibre leaves their places empty until the map is moved.

const FIRST_SECONDS = 2;
const LONGEST_SECONDS = 60;

/** The missing tiles of each map, and the wait before they are asked for again.
 * @type {WeakMap<object, {tiles: Map<string, any>, seconds: number, timer: number|undefined}>} */
const missing = new WeakMap();

/** Handles an error of a map; writes those that are not failed requests to the console.
 * @param {{error: any, target: any, tile?: any, sourceId?: string}} event MapLibre's; `target` is the map */
export function failed({ error, target: map, tile, sourceId }) {
  // MapLibre's error of a request has the status of the answer, 0 without one.
  if (error.status === undefined) return console.error(error);
  if (tile === undefined || sourceId === undefined) return;
  const known = missing.get(map) ?? watched(map);
  const { canonical } = tile.tileID;
  known.tiles.set(canonical.key, { sourceId, canonical });
  known.timer ??= setTimeout(() => again(map), known.seconds * 1000);
}

/** @param {any} map */
function watched(map) {
  const known = { tiles: new Map(), seconds: FIRST_SECONDS, timer: undefined };
  missing.set(map, known);
  const atOnce = () => {
    known.seconds = FIRST_SECONDS;
    again(map);
  };
  addEventListener("online", atOnce);
  map.once("remove", () => {
    clearTimeout(known.timer);
    removeEventListener("online", atOnce);
  });
  map.on("idle", () => {
    if (known.tiles.size === 0) known.seconds = FIRST_SECONDS;
  });
  return known;
}

/** @param {any} map */
function again(map) {
  const known = missing.get(map);
  if (known === undefined) return;
  clearTimeout(known.timer);
  known.timer = undefined;
  known.seconds = Math.min(2 * known.seconds, LONGEST_SECONDS);
  const tiles = [...known.tiles.values()];
  known.tiles.clear();
  for (const { sourceId, canonical: { x, y, z } } of tiles) {
    // A style that was changed meanwhile may not have the source any more.
    if (map.getSource(sourceId)) map.refreshTiles(sourceId, [{ x, y, z }]);
  }
}
