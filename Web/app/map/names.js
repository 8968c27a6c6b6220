// Where the map has names of stops and places, so that vehicles leave them free.

/** @import { Camera } from "./camera.js" */
/** @import { IsNamed } from "./room.js" */
import { shiftBetween } from "./camera.js";
import { PLACE_NAMES } from "./style.js";

const LAYERS = ["stop-names", ...PLACE_NAMES];
/** Pixels that are left free around a name. */
const MARGIN = 3;
/** The margin around the view, in pixels, in which MapLibre counts the boxes of names too. */
const PADDING = 100;

/** Finds the names of a view. To ask `queryRenderedFeatures` about each vehicle takes a tenth of a millisecond; this
 * reads all boxes at once, from where MapLibre keeps them for that question (decision 84).
 * @param {any} map MapLibre's
 * @param {Camera} camera the view, which may have moved since the names were placed
 * @returns {IsNamed} in time proportional to the number of names */
export function namesIn(map, camera) {
  const { placement } = map.style;
  if (placement === undefined) return () => false;
  const { transform: { center, zoom, bearing }, collisionIndex: { grid }, retainedQueryData } = placement;
  const shift = shiftBetween({ ...camera, longitude: center.lng, latitude: center.lat, zoom, bearing }, camera);
  const cosine = Math.cos(shift.turn) * shift.scale;
  const sine = Math.sin(shift.turn) * shift.scale;
  const halfWidth = camera.width / 2;
  const halfHeight = camera.height / 2;
  /** @type {{x: number, y: number, wide: number, high: number}[]} by their middles, in pixels of the view */
  const names = [];
  for (const [index, { bucketInstanceId }] of grid.boxKeys.entries()) {
    const { featureIndex, bucketIndex } = retainedQueryData[bucketInstanceId];
    if (!featureIndex.bucketLayerIDs[bucketIndex].some((/** @type {string} */ id) => LAYERS.includes(id))) continue;
    const [left, top, right, bottom] = grid.bboxes.slice(4 * index, 4 * index + 4);
    const east = (left + right) / 2 - PADDING - halfWidth;
    const south = (top + bottom) / 2 - PADDING - halfHeight;
    names.push({
      x: halfWidth + east * cosine - south * sine + shift.x,
      y: halfHeight + east * sine + south * cosine + shift.y,
      wide: (right - left) / 2 + MARGIN,
      high: (bottom - top) / 2 + MARGIN,
    });
  }
  return (left, top, right, bottom) => names.some(({ x, y, wide, high }) =>
    left <= x + wide && right >= x - wide && top <= y + high && bottom >= y - high);
}
