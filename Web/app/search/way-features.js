// A connection on a map: its rides and walks along their streets, where one gets on and off, and what is passed.

/** @import { WayFeature } from "../map/way-map.js" */
/** @import { Ride, Walk, WayPlace } from "./wire.js" */
import { legFeature, placeFeature } from "../map/way-map.js";

/** What is drawn of a walk, or of a ride; of one that is stored the vehicle's way is not known.
 * @typedef {Pick<Walk, "kind"|"from"|"to"|"path">
 *   | {kind: "ride", line: {colour: string}, from: {stop: WayPlace}, to: {stop: WayPlace}, passed?: {stop: WayPlace}[],
 *      path?: Ride["path"]}} DrawnLeg */

/** @param {WayPlace} place
 * @returns {[number, number][]} none where it has no place */
function pointsOf({ latitude, longitude }) {
  return latitude === undefined || longitude === undefined ? [] : [[longitude, latitude]];
}

/** Where the way of a vehicle or on foot is not known, straight from place to place.
 * @param {readonly DrawnLeg[]} legs
 * @param {string} plain the colour of what is walked, and of a line that is not known
 * @returns {WayFeature[]} */
export function wayFeatures(legs, plain) {
  /** @type {WayFeature[]} */
  const lines = [];
  /** @type {WayFeature[]} */
  const passed = [];
  /** @type {WayPlace[]} */
  const ends = [];
  for (const [at, leg] of legs.entries()) {
    const isRide = leg.kind === "ride";
    const [from, to] = isRide ? [leg.from.stop, leg.to.stop] : [leg.from, leg.to];
    const between = isRide ? (leg.passed ?? []).map(({ stop }) => stop) : [];
    const points = leg.path ?? [from, ...between, to].flatMap(pointsOf);
    if (points.length > 1) {
      lines.push(legFeature({ id: String(at), colour: isRide && leg.line.colour !== "" ? leg.line.colour : plain, walks: !isRide, points }));
    }
    for (const stop of between) {
      for (const point of pointsOf(stop)) passed.push(placeFeature({ id: stop.id ?? "", name: stop.name, point, kind: "passed" }));
    }
    ends.push(from, to);
  }
  const named = new Set();
  const places = ends.flatMap((place) => pointsOf(place).flatMap((point) => {
    // Platforms of one station have its name once, and a place where a leg ends and the next begins is one.
    const id = `${place.id ?? ""} ${point}`;
    if (named.has(id)) return [];
    const name = named.has(place.name) ? "" : place.name;
    named.add(id).add(place.name);
    return [placeFeature({ id, name, point })];
  }));
  return [...lines, ...passed, ...places];
}
