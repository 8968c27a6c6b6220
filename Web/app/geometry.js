// Plane and globe geometry: boxes in degrees, Web Mercator in 0...1, distances in metres.

/** @import { Box } from "./types.js" */

const EARTH_CIRCUMFERENCE_METRES = 40_075_016.686;

/** @param {number} longitude degrees
 * @returns {number} 0 at 180° west, 1 at 180° east */
export function mercatorX(longitude) {
  return (longitude + 180) / 360;
}

/** @param {number} latitude degrees
 * @returns {number} 0 in the north, 1 in the south */
export function mercatorY(latitude) {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** @param {number} x */
export function longitudeOf(x) {
  return x * 360 - 180;
}

/** @param {number} y */
export function latitudeOf(y) {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** The metres per unit of Mercator at a latitude.
 * @param {number} latitude degrees */
export function metresPerUnit(latitude) {
  return EARTH_CIRCUMFERENCE_METRES * Math.cos((latitude * Math.PI) / 180);
}

/** A box enlarged on every side by a share of its own size.
 * @param {Box} box
 * @param {number} share
 * @returns {Box} */
export function padded(box, share) {
  const wide = (box.east - box.west) * share;
  const high = (box.north - box.south) * share;
  return {
    west: Math.max(-180, box.west - wide),
    south: Math.max(-85, box.south - high),
    east: Math.min(180, box.east + wide),
    north: Math.min(85, box.north + high),
  };
}

/** @param {Box} outer
 * @param {Box} inner */
export function contains(outer, inner) {
  return outer.west <= inner.west && outer.east >= inner.east &&
    outer.south <= inner.south && outer.north >= inner.north;
}

/** @param {Box} box
 * @param {number} longitude
 * @param {number} latitude */
export function holds(box, longitude, latitude) {
  return longitude >= box.west && longitude <= box.east &&
    latitude >= box.south && latitude <= box.north;
}

/** Whether a stream opened for `open` still serves a view: it covers the view, and is not far too large.
 * @param {Box|null} open null is the whole network
 * @param {Box|null} view */
export function serves(open, view) {
  if (open === null || view === null) return open === view;
  const ratio = (open.east - open.west) / Math.max(1e-9, view.east - view.west);
  return contains(open, view) && ratio < 6;
}

/** A box as the API's `bbox` parameter: west,south,east,north with six digits.
 * @param {Box} box */
export function bboxParameter(box) {
  return [box.west, box.south, box.east, box.north].map((each) => each.toFixed(6)).join(",");
}

/** The bounding box of points.
 * @param {Iterable<[number, number]>} points longitude, latitude
 * @returns {Box|null} null without points */
export function boxAround(points) {
  /** @type {Box|null} */
  let box = null;
  for (const [longitude, latitude] of points) {
    if (box === null) {
      box = { west: longitude, south: latitude, east: longitude, north: latitude };
    } else {
      box.west = Math.min(box.west, longitude);
      box.east = Math.max(box.east, longitude);
      box.south = Math.min(box.south, latitude);
      box.north = Math.max(box.north, latitude);
    }
  }
  return box;
}

/** The box that contains the middle share of the points in each direction.
 * @param {[number, number][]} points longitude, latitude
 * @param {number} share 0...1
 * @returns {Box|null} null without points */
export function middleBox(points, share) {
  if (points.length === 0) return null;
  const cut = Math.floor((points.length * (1 - share)) / 2);
  const range = (/** @type {0|1} */ axis) => {
    const sorted = points.map((point) => point[axis]).sort((a, b) => a - b);
    return [sorted[cut], sorted[sorted.length - 1 - cut]];
  };
  const [west, east] = range(0);
  const [south, north] = range(1);
  return { west, south, east, north };
}
