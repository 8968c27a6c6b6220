// Saving a found connection, on the server, or where that does not answer on this device until it does; trips and ways
// back, which only the server can make.

/** @import { Call, Ride, Walk, Way, WayPlace } from "../search/wire.js" */
/** @import { SavedConnection, SavedPlace, SavedRide, SavedRoute, SavedStop, TripAnswer, Walking } from "./wire.js" */
/** @import { Change } from "./queue.js" */
/** @import { Saved } from "./saved.js" */
import { Interception, Refusal } from "../ask.js";
import { knownName } from "../search/places.js";
import { ridesOf } from "../search/way.js";
import { bestTime } from "../times.js";
import { minuteOf } from "./weekdays.js";

/** What a found connection is saved with: its id, how the rider walks, and the names of its ends that are no stops, as far
 * as this device knows them.
 * @param {Way} way
 * @param {Walking} [walking]
 * @returns {{connection: string, walking?: Walking, names?: {from?: string, to?: string}}} */
export function savedWith(way, walking) {
  const [from, to] = [endOf(way.legs[0], "from"), endOf(way.legs.at(-1), "to")].map(nameOf);
  const names = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return {
    connection: way.id, ...(walking === undefined ? {} : { walking }), ...(Object.keys(names).length === 0 ? {} : { names }),
  };
}

/** Places closer than this are the same to riders, in degrees: some 50 metres. */
const SAME_DEGREES = 0.0005;

/** The saved connection to which a found one belongs, by its lines, where they are boarded and left, and its ends; null if
 * it is not saved.
 * @param {Way} way
 * @param {readonly SavedConnection[]} connections
 * @returns {{connection: SavedConnection, route: SavedRoute}|null} */
export function savedAs(way, connections) {
  const rides = ridesOf(way).map(rideOf);
  const isSameRoute = (/** @type {SavedRoute} */ route) => route.rides.length === rides.length && rides.every((ride, at) => {
    const known = route.rides[at];
    return ride.line === known.line && ride.mode === known.mode && ride.from.name === known.from.name && ride.to.name === known.to.name;
  });
  for (const connection of connections) {
    if (!isSameEnd(endOf(way.legs[0], "from"), connection.from) || !isSameEnd(endOf(way.legs.at(-1), "to"), connection.to)) continue;
    const route = connection.routes.find(isSameRoute);
    if (route !== undefined) return { connection, route };
  }
  return null;
}

/** @param {WayPlace} place
 * @param {SavedPlace} saved */
function isSameEnd({ id, name, latitude, longitude }, saved) {
  if (id !== undefined) return saved.stop !== undefined && name === saved.name;
  if (saved.stop !== undefined || latitude === undefined || longitude === undefined) return false;
  return Math.abs(latitude - saved.latitude) < SAME_DEGREES && Math.abs(longitude - saved.longitude) < SAME_DEGREES;
}

/** The name of a place that is no stop.
 * @param {WayPlace} place */
function nameOf({ id, name, latitude, longitude }) {
  if (id !== undefined || latitude === undefined || longitude === undefined) return undefined;
  return name === "" ? knownName({ latitude, longitude }) : name;
}

/** Saves a found connection.
 * @param {Saved} saved
 * @param {Way} way
 * @param {number[]} weekdays for the reminder, from 1 (Monday); empty for none
 * @param {{language: string, walking?: Walking, isSilent?: boolean}} how `language` is for a new rider; `isSilent` says that
 *   the server did not answer lately, so that nobody waits for it
 * @returns {Promise<{isNew: boolean, isWaiting: boolean}>} whether the rider is new, and whether it waits here for the server */
export async function saveFound(saved, way, weekdays, { language, walking, isSilent = false }) {
  const { rider, queue } = saved;
  const body = { ...savedWith(way, walking), ...(weekdays.length === 0 ? {} : { weekdays }) };
  try {
    if (isSilent) throw new Error("The server is silent.");
    const isNew = await rider.begin(language);
    saved.adopt(await rider.request("POST", "/rider/routes", body));
    return { isNew, isWaiting: false };
  } catch (error) {
    if (error instanceof Refusal || error instanceof Interception) throw error;
    const made = { ...waitingConnection(way, weekdays), ...(walking === undefined ? {} : { walking }) };
    if (!queue.add({ method: "POST", path: "/rider/routes", body, language, makes: made.id })) throw error;
    saved.adopt(made);
    queue.flush().catch(() => {});
    return { isNew: false, isWaiting: true };
  }
}

/** What the server is asked to schedule a trip as it was.
 * @param {TripAnswer["trip"]} trip */
export function tripBody({ id: _, from, to, arriveBy, day, weekdays, ...more }) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  // With a route, the ends may be places other than stops.
  const ends = more.route === undefined ? { from: from.id, to: to.id } : { from, to };
  const body = { ...more, ...ends, arriveBy: `${two(Math.floor(arriveBy / 60))}:${two(arriveBy % 60)}` };
  return day === undefined || day === null ? { ...body, weekdays } : { ...body, day };
}

/** Schedules a trip; the server refuses an impossible one with a reason.
 * @param {Saved} saved
 * @param {{from?: string|SavedStop, to?: string|SavedStop, arriveBy?: string, connection?: string, day?: string, weekdays?: number[],
 *   walking?: Walking, names?: {from?: string, to?: string}}} wanted
 * @param {string} language for a new rider
 * @returns {Promise<{isNew: boolean}>} whether the rider is new */
export async function schedule(saved, wanted, language) {
  const isNew = await saved.rider.begin(language);
  saved.adoptTrip(await saved.rider.request("POST", "/rider/trips", wanted));
  return { isNew };
}

/** Adds the connection in the opposite direction. Only the server can create it.
 * @param {Saved} saved
 * @param {string} id
 * @returns {Promise<SavedConnection>} */
export async function saveReversed(saved, id) {
  await saved.queue.flush();
  const made = await saved.rider.request("POST", `/rider/connections/${encodeURIComponent(id)}/reverse`);
  saved.adopt(made);
  return made;
}

/** Sends one that waited, and calls it by the server's name in the changes of it that wait behind.
 * @param {Saved} saved
 * @param {Change} change */
export async function sendWaiting({ rider, queue }, { method, path, body, language = "en", makes = "" }) {
  await rider.begin(language);
  const { id } = await rider.request(method, path, body);
  queue.rewrite((text) => text.includes(`"makes":"${makes}"`) ? text : text.replaceAll(makes, id));
}

/** The scheduled departure of the first vehicle, at which the server reminds too; a walk there may begin earlier.
 * @param {Way} way
 * @returns {string} ISO 8601 in local time */
export function remindedTime({ legs, departure }) {
  const { from } = legs.find(({ kind }) => kind === "ride") ?? {};
  const boarded = from !== undefined && "departure" in from && from.departure || departure;
  return boarded.scheduled ?? bestTime(boarded);
}

/** @param {Way} way
 * @param {number[]} weekdays of a reminder at its departure; empty for none
 * @returns {SavedConnection} called by an id of its own until the server names it */
function waitingConnection(way, weekdays) {
  // A name that no other text contains: it is replaced by the server's in all that waits.
  const id = `waiting-${crypto.randomUUID()}`;
  const minute = minuteOf(remindedTime(way).slice(11));
  const reminders = weekdays.length === 0 || minute === null ? [] : [{ minute, weekdays }];
  return {
    id, from: placeOf(endOf(way.legs[0], "from")), to: placeOf(endOf(way.legs.at(-1), "to")), vias: [],
    routes: [{
      id, rides: ridesOf(way).map(rideOf), changeSeconds: way.transfers.map(({ neededSeconds }) => neededSeconds), reminders,
      walkBeforeSeconds: secondsOf(way.legs[0]), walkAfterSeconds: secondsOf(way.legs.at(-1)),
    }],
  };
}

/** @param {Walk|Ride|undefined} leg
 * @param {"from"|"to"} side
 * @returns {WayPlace} */
function endOf(leg, side) {
  if (leg === undefined) return { name: "" };
  return leg.kind === "walk" ? leg[side] : leg[side].stop;
}

/** @param {Walk|Ride|undefined} leg */
function secondsOf(leg) {
  return leg?.kind === "walk" ? leg.seconds : 0;
}

/** @param {WayPlace} place
 * @returns {SavedPlace} */
function placeOf(place) {
  const { id, latitude = 0, longitude = 0 } = place;
  const name = nameOf(place) ?? (place.name === "" ? `${latitude},${longitude}` : place.name);
  return { name, latitude, longitude, ...(id === undefined ? {} : { stop: id }) };
}

/** @param {Call} call
 * @returns {SavedStop} */
function stopOf({ stop: { id = "", name, latitude, longitude } }) {
  return { id, name, ...(latitude === undefined ? {} : { latitude, longitude }) };
}

/** @param {Ride} ride
 * @returns {SavedRide} */
function rideOf({ line, from, to, headsign, passed = [] }) {
  const seconds = (Date.parse(bestTime(to.arrival)) - Date.parse(bestTime(from.departure))) / 1000;
  return {
    line: line.name, mode: line.mode, from: stopOf(from), to: stopOf(to), ...(headsign === undefined ? {} : { headsign }),
    seconds: Number.isFinite(seconds) ? seconds : 0, passed: passed.map(({ stop }) => stop.name),
  };
}
