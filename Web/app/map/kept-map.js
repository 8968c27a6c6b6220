// The map that the rider keeps on this device: an area of one version, until it is removed.

/** @import { Store } from "../store.js" */
/** @import { Box, Network } from "../types.js" */
import { mercatorX, mercatorY } from "../geometry.js";
import { KEPT_MAP_KEY, browserStore } from "../store.js";

/** The cache of its tiles, which the service worker reads. */
export const KEPT_CACHE = "takt-tiles-kept";

/** `template` is the address of a tile with its version, `bytes` the size of all tiles as they are sent, `at` the time of the
 * download in Unix milliseconds of this device; `whole` is false until all tiles are stored.
 * @typedef {{template: string, box: Box, tiles: number, bytes: number, at: number, whole: boolean}} KeptMap */

/** @param {Store|null} [store]
 * @returns {KeptMap|null} */
export function keptMap(store = browserStore()) {
  try {
    const kept = JSON.parse(store?.getItem(KEPT_MAP_KEY) ?? "null");
    const isOne = typeof kept?.template === "string" && typeof kept.whole === "boolean" &&
      [kept.tiles, kept.bytes, kept.at, ...["west", "south", "east", "north"].map((side) => kept.box?.[side])].every(Number.isFinite);
    return isOne ? kept : null;
  } catch {
    return null;
  }
}

/** @param {KeptMap|null} kept null to forget it
 * @param {Store|null} [store]
 * @throws {DOMException} if the store is full */
export function writeKeptMap(kept, store = browserStore()) {
  if (kept === null) store?.removeItem(KEPT_MAP_KEY);
  else store?.setItem(KEPT_MAP_KEY, JSON.stringify(kept));
}

/** The address of the tiles to draw, all of one version: the server's, or the kept map's while the server does not answer.
 * @param {{network: Pick<Network, "streets">|null, storedAt: number|null}} context
 * @param {KeptMap|null} [kept] */
export function tilesNow({ network, storedAt }, kept = keptMap()) {
  const tiles = network?.streets?.tiles;
  return tiles !== undefined && storedAt !== null && kept?.whole === true ? kept.template : tiles;
}

/** Whether a tile's address belongs to an area of a version.
 * @param {string} address path and query
 * @param {Pick<KeptMap, "template"|"box">} kept */
export function isPartOf(address, { template, box }) {
  const [before, between, , after] = template.split(/\{[zxy]\}/);
  if (!address.startsWith(before) || !address.endsWith(after)) return false;
  const [zoom, x, y, ...more] = address.slice(before.length, address.length - after.length).split(between).map(Number);
  if (more.length > 0 || ![zoom, x, y].every(Number.isInteger)) return false;
  const column = (/** @type {number} */ longitude) => Math.floor(mercatorX(longitude) * 2 ** zoom);
  const row = (/** @type {number} */ latitude) => Math.floor(mercatorY(latitude) * 2 ** zoom);
  return x >= column(box.west) && x <= column(box.east) && y >= row(box.north) && y <= row(box.south);
}
