// Where the map has names of stops and places, so that vehicles leave them free.

/** @import { Camera } from "./camera.js" */
/** @import { IsNamed } from "./room.js" */
import { shiftBetween } from "./camera.js";
import { PLACE_NAMES } from "./style.js";

const LAYERS = ["stop-names", ...PLACE_NAMES];
/** The pixels of a square that has a name or not. */
const STEP = 6;
/** MapLibre counts the boxes of names from so many pixels beyond the view. */
const PADDING = 100;

const first = (/** @type {number} */ pixels) => Math.max(0, Math.floor(pixels / STEP));
const last = (/** @type {number} */ pixels, /** @type {number} */ count) => Math.min(count - 1, Math.floor(pixels / STEP));

/** Finds the names of a view. To ask `queryRenderedFeatures` about each vehicle takes a tenth of a millisecond; this
 * reads all boxes at once, from where MapLibre keeps them for that question (decision 84).
 * @param {any} map MapLibre's
 * @param {Camera} camera the view, which may have moved since the names were placed
 * @returns {IsNamed} to the nearest square */
export function namesIn(map, camera) {
  const across = Math.ceil(camera.width / STEP);
  const down = Math.ceil(camera.height / STEP);
  const taken = new Uint8Array(across * down);
  for (const { x, y, halfWide, halfHigh } of placedNames(map, camera)) {
    for (let row = first(y - halfHigh); row <= last(y + halfHigh, down); row += 1) {
      taken.fill(1, row * across + first(x - halfWide), row * across + last(x + halfWide, across) + 1);
    }
  }
  return (left, top, right, bottom) => {
    for (let row = first(top); row <= last(bottom, down); row += 1) {
      for (let at = first(left); at <= last(right, across); at += 1) {
        if (taken[row * across + at] === 1) return true;
      }
    }
    return false;
  };
}

/** @param {any} map
 * @param {Camera} camera
 * @returns {{x: number, y: number, halfWide: number, halfHigh: number}[]} the names in pixels of the view, by their middles */
function placedNames(map, camera) {
  const { placement } = map.style;
  if (placement === undefined) return [];
  const { center: { lng: longitude, lat: latitude }, zoom, bearing } = placement.transform;
  const { x, y, turn, scale } = shiftBetween({ ...camera, longitude, latitude, zoom, bearing }, camera);
  const [cosine, sine] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const { boxKeys, bboxes } = placement.collisionIndex.grid;
  const found = [];
  for (let index = 0; index < boxKeys.length; index += 1) {
    const { featureIndex, bucketIndex } = placement.retainedQueryData[boxKeys[index].bucketInstanceId];
    if (!featureIndex.bucketLayerIDs[bucketIndex].some((/** @type {string} */ id) => LAYERS.includes(id))) continue;
    const [left, top, right, bottom] = bboxes.slice(4 * index, 4 * index + 4);
    const east = (left + right) / 2 - PADDING - camera.width / 2;
    const south = (top + bottom) / 2 - PADDING - camera.height / 2;
    found.push({
      x: camera.width / 2 + east * cosine - south * sine + x,
      y: camera.height / 2 + east * sine + south * cosine + y,
      halfWide: (right - left) / 2,
      halfHigh: (bottom - top) / 2,
    });
  }
  return found;
}
