// What a rider asks for, as an address of the app and as a question to the API.

/** @import { Pace } from "../settings.js" */
import { speedOf } from "../settings.js";

/** A place is the id of a stop, a coordinate ("47.17,8.51"), or what was typed.
 * @typedef {{from: string, to: string, vias: string[], at: string|null, arriveBy: boolean,
 *   wheelchair: boolean, bicycle: boolean, fewChanges: boolean, walk: number|null, connection: string|null, map: boolean}}
 *   SearchQuery `at` is local time as in "2026-05-04T08:00", null is now; `walk` the longest walk at either end in
 *   minutes, null as the server has it; `map` whether the connection's way is shown on one */

export const MAXIMUM_VIAS = 5;
/** The longest walk at either end in minutes: the maximum, and the server's default. */
export const MAXIMUM_WALK = 60;
export const USUAL_WALK = 15;
/** With "few changes" a rider boards at most two vehicles. */
const FEW_CHANGES = 1;
const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** @returns {SearchQuery} */
export function emptyQuery() {
  return {
    from: "",
    to: "",
    vias: [],
    at: null,
    arriveBy: false,
    wheelchair: false,
    bicycle: false,
    fewChanges: false,
    walk: null,
    connection: null,
    map: false,
  };
}

/** @param {URLSearchParams} parameters of the app's address
 * @returns {SearchQuery} */
export function parseQuery(parameters) {
  const at = parameters.get("at") ?? "";
  const walk = Number(parameters.get("walk") ?? NaN);
  const isTimed = LOCAL_TIME.test(at) && !Number.isNaN(Date.parse(`${at}Z`));
  return {
    from: parameters.get("from") ?? "",
    to: parameters.get("to") ?? "",
    vias: parameters.getAll("via").filter((via) => via !== "").slice(0, MAXIMUM_VIAS),
    at: isTimed ? at : null,
    arriveBy: isTimed && parameters.get("arriveBy") === "1",
    wheelchair: parameters.get("wheelchair") === "1",
    bicycle: parameters.get("bicycle") === "1",
    fewChanges: parameters.get("fewChanges") === "1",
    walk: Number.isInteger(walk) && walk > 0 && walk <= MAXIMUM_WALK && walk !== USUAL_WALK ? walk : null,
    connection: parameters.get("connection"),
    map: parameters.get("map") === "1",
  };
}

/** @param {Partial<SearchQuery>} query
 * @returns {string} an address of the app */
export function searchAddress(query) {
  const parameters = new URLSearchParams();
  if (query.from) parameters.set("from", query.from);
  if (query.to) parameters.set("to", query.to);
  for (const via of query.vias ?? []) if (via !== "") parameters.append("via", via);
  if (query.at) parameters.set("at", query.at);
  for (const key of /** @type {const} */ (["arriveBy", "wheelchair", "bicycle", "fewChanges"])) {
    if (query[key]) parameters.set(key, "1");
  }
  if (query.walk) parameters.set("walk", String(query.walk));
  if (query.connection) {
    parameters.set("connection", query.connection);
    if (query.map) parameters.set("map", "1");
  }
  const text = parameters.toString();
  return text === "" ? "/search" : `/search?${text}`;
}

/** Whether there is enough to ask with.
 * @param {SearchQuery} query */
export function isComplete(query) {
  return query.from !== "" && query.to !== "";
}

/** Whether two queries ask the same; which connection is opened does not matter.
 * @param {SearchQuery} one
 * @param {SearchQuery} other */
export function asksTheSame(one, other) {
  return searchAddress({ ...one, connection: null }) === searchAddress({ ...other, connection: null });
}

/** The question to the API, after /api/v1.
 * @param {SearchQuery} query
 * @param {string|null} cursor what a page gave as `earlier` or `later`
 * @param {Pace} [pace] how fast the rider walks
 * @returns {string} */
export function connectionsPath(query, cursor, pace = "normal") {
  const parameters = new URLSearchParams({ from: query.from, to: query.to });
  for (const via of query.vias) if (via !== "") parameters.append("via", via);
  if (query.at !== null) parameters.set("at", query.at);
  if (query.arriveBy) parameters.set("arriveBy", "true");
  if (query.wheelchair) parameters.set("wheelchair", "true");
  if (query.bicycle) parameters.set("bicycle", "true");
  if (query.fewChanges) parameters.set("changes", String(FEW_CHANGES));
  setWalk(parameters, query, pace);
  if (cursor !== null) parameters.set("cursor", cursor);
  return `/connections?${parameters}`;
}

/** @param {URLSearchParams} parameters
 * @param {SearchQuery} query
 * @param {Pace} pace */
function setWalk(parameters, { walk }, pace) {
  if (walk !== null) parameters.set("walk", String(walk));
  const speed = speedOf(pace);
  if (speed !== null) parameters.set("walkingSpeed", String(speed));
}

/** How the rider walks, as it is saved with a connection; undefined as usual.
 * @param {Pick<SearchQuery, "walk"|"wheelchair"|"bicycle">} query
 * @param {Pace} pace
 * @returns {import("../rider/wire.js").Walking|undefined} */
export function walkingOf({ walk, wheelchair, bicycle }, pace) {
  const speed = speedOf(pace);
  const walking = {
    ...(speed === null ? {} : { speed }), ...(walk === null ? {} : { minutes: walk }),
    ...(wheelchair ? { wheelchair } : {}), ...(bicycle ? { bicycle } : {}),
  };
  return Object.keys(walking).length === 0 ? undefined : walking;
}

/** Turns the way round.
 * @param {SearchQuery} query
 * @returns {SearchQuery} */
export function swapped(query) {
  return {
    ...query,
    from: query.to,
    to: query.from,
    vias: query.vias.toReversed(),
    connection: null,
    map: false,
  };
}

/** Clock time as an input of kind `datetime-local` has it.
 * @param {number} moment Unix milliseconds
 * @param {string} [timeZone] without it, the device's */
export function localMinute(moment, timeZone) {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(moment);
  const part = (/** @type {string} */ type) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** The coordinate that a place's text is, else null.
 * @param {string} text
 * @returns {{latitude: number, longitude: number}|null} */
export function coordinateOf(text) {
  const parts = text.match(/^\s*(-?\d{1,2}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)\s*$/);
  if (parts === null) return null;
  const [latitude, longitude] = [Number(parts[1]), Number(parts[2])];
  return latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180
    ? { latitude, longitude }
    : null;
}

/** One connection with all its stops, after /api/v1.
 * @param {SearchQuery} query whose `connection` is set
 * @param {boolean} [hasStreets] whether walks have steps, which come with their paths
 * @param {Pace} [pace] how fast the rider walks */
export function connectionPath(query, hasStreets = false, pace = "normal") {
  const parameters = new URLSearchParams({ passed: "true" });
  if (query.map || hasStreets) parameters.set("path", "true");
  if (query.wheelchair) parameters.set("wheelchair", "true");
  if (query.bicycle) parameters.set("bicycle", "true");
  setWalk(parameters, query, pace);
  return `/connections/${encodeURIComponent(query.connection ?? "")}?${parameters}`;
}
