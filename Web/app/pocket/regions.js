// The parts of a large network that a device can keep in place of the whole: which of them suits a rider, and which
// answers reach beyond the one that is kept.

/** @import { Offer, Region } from "./wire.js" */
import { metresBetween } from "./departures.js";

/** @typedef {{latitude: number, longitude: number}} Point */

/** Lists of the whole network, and questions whose answer does not say where its ends are. */
const BEYOND = /^\/(routes|routes\.geojson|stops)(\?|$)|^\/connections\?.*\bvia=/;
/** What is about one line or trip, which a region has as a whole; and the search for stops by their names. */
const COMPLETE = /^\/(routes\/|trips\/|stops\/search\?|places\?)/;

/** @param {Region} region
 * @param {Point} place */
export function hasPlace(region, place) {
  return metresBetween(region, place) <= region.radiusMetres;
}

/** The region that has all places of a rider, the one with the nearest centre; null where none has, or there are none.
 * @param {readonly Offer[]} offers
 * @param {readonly Point[]} places
 * @returns {Region|null} */
export function suggestedRegion(offers, places) {
  if (places.length === 0) return null;
  const farthest = (/** @type {Region} */ region) => Math.max(...places.map((place) => metresBetween(region, place)));
  const fitting = regionsOf(offers).filter((region) => places.every((place) => hasPlace(region, place)));
  return fitting.sort((one, other) => farthest(one) - farthest(other))[0] ?? null;
}

/** The file of a region, or, where a newer network has other ones, of that whose centre is nearest to its own; null where
 * none has it.
 * @param {readonly Offer[]} offers
 * @param {Region} region
 * @returns {Offer|null} */
export function offerOfRegion(offers, region) {
  const fitting = offers.filter((offer) => offer.region !== undefined && hasPlace(offer.region, region));
  const distance = (/** @type {Offer} */ { region: other }) => other === undefined ? Infinity : metresBetween(other, region);
  return fitting.sort((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** @param {readonly Offer[]} offers
 * @returns {Region[]} */
function regionsOf(offers) {
  return offers.flatMap(({ region }) => region === undefined ? [] : [region]);
}

/** Whether a question is about more than a region, whatever the region is.
 * @param {string} path after /api/v1 */
export function isAboutAll(path) {
  return BEYOND.test(path);
}

/** Whether an answer about stops may lack something, because one of them is not in the region.
 * @param {string} path after /api/v1
 * @param {any} body
 * @param {Region} region */
export function reachesBeyond(path, body, region) {
  if (COMPLETE.test(path)) return false;
  const ends = endsOf(path, body);
  return ends.length === 0 || !ends.every((end) => hasPlace(region, end));
}

/** @param {string} path
 * @param {any} body
 * @returns {Point[]} */
function endsOf(path, body) {
  if (path.startsWith("/stops/nearby?")) {
    const [latitude, longitude] = (new URLSearchParams(path.split("?")[1]).get("at") ?? "").split(",").map(Number);
    return Number.isFinite(latitude) && Number.isFinite(longitude) ? [{ latitude, longitude }] : [];
  }
  if (path.startsWith("/connections?")) return [body.origin, body.destination].filter(isPoint);
  if (path.startsWith("/connections/")) {
    const { legs = [] } = body.connection ?? {};
    return [placeOf(legs[0]?.from), placeOf(legs.at(-1)?.to)].filter(isPoint);
  }
  return [body.stop ?? body].filter(isPoint);
}

/** The place of an end of a walk, or of a call.
 * @param {any} end */
function placeOf(end) {
  return end?.stop ?? end;
}

/** @param {any} place
 * @returns {place is Point} */
function isPoint(place) {
  return Number.isFinite(place?.latitude) && Number.isFinite(place?.longitude);
}
