// Restores saved data from a copy on this device or from an exported file. Works on a server that never knew the rider;
// existing entries are not duplicated.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Copy } from "./aside.js" */
/** @import { KeptStop } from "./kept-stops.js" */
/** @import { Reminder, SavedConnection, SavedPlace, SavedRoute, TripAnswer } from "./wire.js" */
import { Refusal } from "../ask.js";
import { browserStore } from "../store.js";
import { asideCopy, keepAside, namesIn } from "./aside.js";
import { keepStops, keptStops } from "./kept-stops.js";
import { tripBody } from "./saving.js";

/** No rider has that much data. */
const LONGEST_FILE = 2_000_000;

/** The result of restoring a copy: the number of existing entries and of removals, whether any is new, and what the server
 * refused.
 * @typedef {{connections: number, trips: number, stops: number, removals: number, isNew: boolean, left: Copy}} Restored */

/** The error of a file that is not an export. */
export class WrongFile extends Error {
  /** @param {MessageKey} key
   * @param {Record<string, string>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** @param {any} place */
const isPlace = (place) => typeof place?.name === "string";

/** @param {any} connection */
function isConnection(connection) {
  return isPlace(connection?.from) && isPlace(connection?.to) && Array.isArray(connection.routes) &&
    connection.routes.every((/** @type {any} */ route) => Array.isArray(route?.rides) && route.rides.every(
      (/** @type {any} */ ride) => typeof ride?.line === "string" && isPlace(ride.from) && isPlace(ride.to)));
}

/** @param {any} trip */
function isTrip(trip) {
  return typeof trip?.from?.id === "string" && typeof trip?.to?.id === "string" && Number.isInteger(trip.arriveBy) &&
    (typeof trip.day === "string" || Array.isArray(trip.weekdays));
}

/** Parses an exported file; fails with a `WrongFile`.
 * @param {string} text
 * @returns {Copy & {stops: KeptStop[]}} */
export function readCopy(text) {
  if (text.length > LONGEST_FILE) throw new WrongFile("import.tooLarge");
  /** @type {any} */
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new WrongFile("import.notOurs");
  }
  const { connections, trips, settings, stops = [] } = file ?? {};
  if (![connections, trips, stops].every(Array.isArray)) throw new WrongFile("import.notOurs");
  if (connections.length + trips.length + stops.length === 0) throw new WrongFile("import.empty");
  const wrong = connections.findIndex((/** @type {any} */ each) => !isConnection(each));
  if (wrong >= 0) throw new WrongFile("import.damaged", { place: `connections[${wrong}]` });
  const wrongTrip = trips.findIndex((/** @type {any} */ each) => !isTrip(each));
  if (wrongTrip >= 0) throw new WrongFile("import.damaged", { place: `trips[${wrongTrip}]` });
  const wrongStop = stops.findIndex((/** @type {any} */ each) => typeof each?.id !== "string" || !isPlace(each));
  if (wrongStop >= 0) throw new WrongFile("import.damaged", { place: `stops[${wrongStop}]` });
  return { connections, trips, stops, settings: typeof settings === "object" ? settings : null };
}

/** @param {SavedPlace} one
 * @param {SavedPlace} other */
function isSamePlace(one, other) {
  return one.stop && other.stop ? one.stop === other.stop : one.name === other.name;
}

/** @param {SavedConnection} one
 * @param {SavedConnection} other */
function isSame(one, other) {
  const [vias, others] = [one.vias ?? [], other.vias ?? []];
  return isSamePlace(one.from, other.from) && isSamePlace(one.to, other.to) && vias.length === others.length &&
    vias.every((via, at) => isSamePlace(via, others[at]));
}

/** @param {SavedRoute} route */
function wayOf({ rides }) {
  return JSON.stringify(rides.map(({ line, mode, from, to }) => [line, mode, from.name, to.name]));
}

/** Whether the server refused only this entry, so that others may be tried.
 * @param {unknown} error */
function isRefused(error) {
  return error instanceof Refusal && error.kind !== "" && [400, 409, 422].includes(error.status);
}

/** Saves a copy on the server, for a new rider if this device has none, and its stops on this device. Refused entries
 * are reported and skipped. Fails if the server does not answer, and may be repeated.
 * @param {Copy & {stops?: KeptStop[]}} copy
 * @param {Context} context
 * @returns {Promise<Restored>} */
export async function restore(copy, { saved, speaker, sync, clock }) {
  const { rider } = saved;
  const keptBefore = keptStops().length;
  const stops = keepStops(copy.stops ?? []);
  /** @type {Restored} */
  const done = { connections: 0, trips: 0, stops, removals: 0, isNew: keptStops().length > keptBefore,
    left: { connections: [], trips: [], settings: null, isAsked: true, waits: copy.waits, isRefused: copy.isRefused } };
  // A copy with only stops does not create a rider.
  const isNothing = copy.connections.length + copy.trips.length === 0;
  const removed = rider.token === null ? [] : removedIn(copy);
  if (isNothing && removed.length === 0) return done;
  done.removals = await removeAgain(removed, rider);
  done.isNew ||= done.removals > 0;
  const isNew = !isNothing && await rider.begin(speaker.language);
  if (isNew && copy.settings !== null) {
    const settings = { ...await rider.request("GET", "/rider/settings"), ...copy.settings, language: speaker.language };
    await rider.request("PUT", "/rider/settings", settings).catch((error) => {
      if (!isRefused(error)) throw error;
    });
  }
  const connections = /** @type {SavedConnection[]} */ (await rider.request("GET", "/rider/connections"));
  for (const connection of copy.connections) {
    try {
      const known = connections.find((each) => isSame(each, connection));
      const isSaved = await saveConnection(connection, known, { rider, isChanged: isChanged(copy, connection) });
      done.connections += 1;
      done.isNew ||= isSaved;
    } catch (error) {
      if (!isRefused(error)) throw error;
      done.left.connections.push(connection);
    }
  }
  const trips = /** @type {TripAnswer[]} */ (await rider.request("GET", "/rider/trips"));
  const known = new Set(trips.map(({ trip }) => JSON.stringify(tripBody(trip))));
  const yesterday = new Date(clock.now() - 86_400_000).toISOString().slice(0, 10);
  for (const trip of copy.trips) {
    const body = tripBody(trip);
    // A past day cannot be saved again, and nobody misses it.
    if ((trip.day ?? yesterday) < yesterday) continue;
    try {
      const isThere = known.has(JSON.stringify(body));
      if (!isThere) await rider.request("POST", "/rider/trips", body);
      done.trips += 1;
      done.isNew ||= !isThere;
    } catch (error) {
      if (!isRefused(error)) throw error;
      done.left.trips.push(trip);
    }
  }
  await saved.refresh();
  await Promise.all([saved.learn(), saved.learnTrips(), sync.pull()]).catch(() => {});
  return done;
}

/** The paths of what the rider removed on this device while the server did not answer. What the copy has was not removed, or
 * came back since.
 * @param {Copy} copy
 * @returns {string[]} */
export function removedIn({ waits = [], connections, trips }) {
  const isHere = new Set([...connections.map(({ id }) => `/rider/connections/${encodeURIComponent(id)}`),
    ...trips.map(({ id }) => `/rider/trips/${encodeURIComponent(id)}`)]);
  const removals = waits.map((text) => {
    try {
      const { method, path } = JSON.parse(text);
      return method === "DELETE" && /^\/rider\/(connections|trips)\/[^/]+$/.test(path) ? String(path) : "";
    } catch {
      return "";
    }
  });
  return [...new Set(removals)].filter((path) => path !== "" && !isHere.has(path));
}

/** Removes from the server what was removed on this device only. Ids are never used twice, so that nothing else goes; what
 * another device removed, or another rider has, is left.
 * @param {string[]} paths
 * @param {import("./rider.js").Rider} rider
 * @returns {Promise<number>} how many were still there */
async function removeAgain(paths, rider) {
  let count = 0;
  for (const path of paths) {
    try {
      await rider.request("DELETE", path);
      count += 1;
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404 && error.kind !== "")) throw error;
    }
  }
  return count;
}

/** Whether the copy has a change of the connection that the server did not get or refused.
 * @param {Copy} copy
 * @param {SavedConnection} connection */
function isChanged({ waits = [], isRefused: wasRefused = false }, { id }) {
  return wasRefused || waits.some((text) => text.includes(JSON.stringify(`/rider/connections/${encodeURIComponent(id)}`)));
}

/** Saves a connection, or adds to the one on the server what that lacks: routes, reminders and a name. What was changed on
 * this device only takes the place of the server's name and reminders.
 * @param {SavedConnection} connection
 * @param {SavedConnection|undefined} known the same connection on the server
 * @param {{rider: import("./rider.js").Rider, isChanged: boolean}} how
 * @returns {Promise<boolean>} whether anything was new */
async function saveConnection(connection, known, { rider, isChanged }) {
  const { id: _, ...body } = connection;
  if (known === undefined) {
    await rider.request("POST", "/rider/connections", body);
    return true;
  }
  const own = new Map(connection.routes.map((route) => [wayOf(route), route.reminders ?? []]));
  const ways = new Set(known.routes.map(wayOf));
  const routes = [...known.routes.map((route) => {
    const reminders = own.get(wayOf(route));
    if (reminders === undefined) return route;
    return { ...route, reminders: isChanged ? reminders : joined(route.reminders, reminders) };
  }), ...connection.routes.filter((route) => !ways.has(wayOf(route)))];
  const name = isChanged ? connection.name : known.name ?? connection.name;
  if (name === known.name && JSON.stringify(routes) === JSON.stringify(known.routes)) return false;
  const { id, name: _name, ...there } = known;
  await rider.request("PUT", `/rider/connections/${encodeURIComponent(id)}`, {
    ...there, ...(name === undefined ? {} : { name }), routes });
  return true;
}

/** All reminders, each once.
 * @param {Reminder[]} there
 * @param {Reminder[]} more */
function joined(there, more) {
  const print = (/** @type {Reminder} */ { minute, weekdays }) => `${minute} ${weekdays}`;
  const isThere = new Set(there.map(print));
  return [...there, ...more.filter((each) => !isThere.has(print(each)))];
}

/** Restores the copy on this device: with its own token if the server knows that again, otherwise as a new rider.
 * @param {Context} context
 * @returns {Promise<Restored>} */
export async function restoreAside(context) {
  const store = browserStore();
  const copy = asideCopy(store) ?? { connections: [], trips: [], settings: null };
  const { rider } = context.saved;
  if (rider.token === null && typeof copy.token === "string") {
    // A server that was reset may know the rider again.
    rider.keep(copy.token);
    await rider.request("GET", "/rider/settings").catch((error) => {
      if (!(error instanceof Refusal) || error.kind !== "no-rider") throw error;
    });
  }
  const done = await restore(copy, context);
  const isAll = done.left.connections.length + done.left.trips.length === 0;
  keepAside(store, isAll ? null : done.left);
  context.saved.reload();
  return done;
}

/** A summary in sentences.
 * @param {Restored} done
 * @param {Context} context */
export function restoredText({ connections, trips, stops, removals, isNew, left }, { speaker }) {
  const parts = [speaker.count("restoredConnections", connections), speaker.count("restoredTrips", trips)];
  if (stops > 0) parts.push(speaker.count("restoredStops", stops));
  if (removals > 0) parts.push(speaker.count("restoredRemovals", removals));
  const names = namesIn(left);
  const text = speaker.say(isNew ? "restore.done" : "restore.known", { what: parts.join(", ") });
  return names === "" ? text : `${text} ${speaker.say("restore.left", { names })}`;
}
