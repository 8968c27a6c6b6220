// Where the map looks, and where a picture that was drawn for one view is in another.

import { mercatorX, mercatorY } from "../geometry.js";

/** The map's view, as MapLibre has it.
 * @typedef {{longitude: number, latitude: number, zoom: number, bearing: number, width: number,
 *   height: number}} Camera */
/** Where a picture is now: moved by pixels, then turned about its middle by radians and enlarged.
 * @typedef {{x: number, y: number, turn: number, scale: number}} Shift */

const TILE = 512;
/** Badges may be so much too large or too small while the map moves. */
const MAXIMUM_SCALE = 1.2;
const MAXIMUM_TURN = 0.02;
/** The share of the way since the last picture that the next one is ahead. */
const AHEAD = 0.75;

/** What puts Mercator places into pixels from the middle of a view.
 * @param {Camera} camera */
export function projection(camera) {
  const world = TILE * 2 ** camera.zoom;
  const turn = (-camera.bearing * Math.PI) / 180;
  return {
    centreX: mercatorX(camera.longitude),
    centreY: mercatorY(camera.latitude),
    cosine: Math.cos(turn) * world,
    sine: Math.sin(turn) * world,
  };
}

/** @param {Camera} drawn the view that a picture was drawn for
 * @param {Camera} camera the view now
 * @returns {Shift} */
export function shiftBetween(drawn, camera) {
  const { centreX, centreY, cosine, sine } = projection(camera);
  const east = mercatorX(drawn.longitude) - centreX;
  const south = mercatorY(drawn.latitude) - centreY;
  return {
    x: east * cosine - south * sine,
    y: east * sine + south * cosine,
    turn: ((drawn.bearing - camera.bearing) * Math.PI) / 180,
    scale: 2 ** (camera.zoom - drawn.zoom),
  };
}

/** Whether a picture that is larger than the view by `margin` pixels on every side still does for it.
 * @param {Shift} shift
 * @param {Camera} camera
 * @param {number} margin */
export function covers({ x, y, turn, scale }, camera, margin) {
  if (Math.abs(turn) > MAXIMUM_TURN || scale > MAXIMUM_SCALE || scale < 1 / MAXIMUM_SCALE) return false;
  return (camera.width / 2 + margin) * scale - Math.abs(x) >= camera.width / 2 &&
    (camera.height / 2 + margin) * scale - Math.abs(y) >= camera.height / 2;
}

/** The view for the next picture while the map moves: further on in the same direction, so that it lasts longer.
 * @param {Camera} drawn the view of the last picture
 * @param {Camera} camera the view now
 * @returns {Camera} */
export function ahead(drawn, camera) {
  return {
    ...camera,
    longitude: camera.longitude + (camera.longitude - drawn.longitude) * AHEAD,
    latitude: camera.latitude + (camera.latitude - drawn.latitude) * AHEAD,
  };
}

/** @param {Shift} shift
 * @returns {string} for the style of the picture */
export function asTransform({ x, y, turn, scale }) {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) rotate(${turn.toFixed(5)}rad) scale(${scale.toFixed(5)})`;
}
