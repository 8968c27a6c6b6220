// The rider's saved data: the server's last answer, changed here at once and on the server as soon as it answers.

/** @import { Store } from "../store.js" */
/** @import { Home, SavedAtHome, SavedConnection, TripAnswer } from "./wire.js" */
/** @import { Rider } from "./rider.js" */
import { Interception } from "../ask.js";
import { CONNECTIONS_KEY, HOME_KEY, TRIPS_AT_KEY, TRIPS_KEY } from "../store.js";
import { asideCopy, putAside, putConnectionAside } from "./aside.js";
import { ChangeQueue } from "./queue.js";

const DEPARTURES = 4;
/** Longer copies are not stored, since the browser's storage is shared. */
const LONGEST_COPY = 1_000_000;

/** @typedef {{answer: Home, at: number, serverAt: number}} KeptHome `at` is its time by this
 *   device's clock, `serverAt` by the server's; Unix milliseconds, 0 is never */

/** What answers on this device where the network is kept there: `isFirst` before the server, `canAnswer` in its place.
 * @typedef {{isFirst: () => boolean, canAnswer: () => boolean, home: (connections: readonly SavedConnection[],
 *   place: {latitude: number, longitude: number}|null) => Promise<Home>}} Phone */

/** @type {Home} */
const EMPTY = { nearby: [], other: [] };

/** Checks that an answer is a list; anything else is not from the server.
 * @param {any} answer
 * @returns {any[]} */
function listed(answer) {
  if (!Array.isArray(answer)) throw new Interception("a list");
  return answer;
}

/** @param {Home} home
 * @param {(connection: SavedAtHome) => SavedAtHome|null} change null leaves it out
 * @returns {Home} */
function changed(home, change) {
  const each = (/** @type {SavedAtHome[]} */ list) =>
    list.map(change).filter((one) => one !== null);
  return { nearby: each(home.nearby), other: each(home.other) };
}

export class Saved {
  /** @param {{rider: Rider, store: Store|null, wall: () => number, serverNow: () => number|null}} world `serverNow` is
   *   null while the server's time is unknown */
  constructor({ rider, store, wall, serverNow }) {
    this.rider = rider;
    /** @private */
    this.store = store;
    /** @private */
    this.wall = wall;
    /** @private */
    this.serverNow = serverNow;
    this.queue = new ChangeQueue(store, (change) => this.send(change), (change) => this.keepRefused(change));
    /** @type {SavedConnection[]} */
    this.connections = [];
    /** @type {TripAnswer[]} */
    this.trips = [];
    /** When the server sent the trips, by this device's clock; Unix milliseconds, 0 if unknown. */
    this.tripsAt = 0;
    /** Whether the last request for trips succeeded. */
    this.areTripsFresh = false;
    /** @type {KeptHome} */
    this.home = { answer: EMPTY, at: 0, serverAt: 0 };
    /** Whether the last request for home succeeded. */
    this.isFresh = false;
    /** Whether this device found the next departures. */
    this.isByPhone = false;
    /** Whether the server's time was known when home came. @private */
    this.isTimed = true;
    /** @type {Phone|null} */
    this.phone = null;
    /** Whether the rider is to be asked about a copy. */
    this.hasAside = false;
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    this.reload();
  }

  /** Reads the stored data, which another tab may have changed. */
  reload() {
    this.connections = this.read(CONNECTIONS_KEY, []);
    this.trips = this.read(TRIPS_KEY, []);
    this.tripsAt = this.read(TRIPS_AT_KEY, 0);
    this.home = this.read(HOME_KEY, { answer: EMPTY, at: 0, serverAt: 0 });
    this.isTimed = true;
    this.hasAside = (asideCopy(this.store) ?? { isAsked: true }).isAsked !== true;
    this.say();
  }

  /** @param {() => void} listener called after every change */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /** Whether there is nothing to show. */
  get isEmpty() {
    const { nearby, other } = this.home.answer;
    return nearby.length + other.length + this.connections.length === 0;
  }

  /** Whether the trips are known: before the first answer an empty list means nothing. */
  get knowsTrips() {
    return this.rider.token === null || this.tripsAt > 0 || this.read(TRIPS_KEY, null) !== null;
  }

  /** The same for connections. */
  get knowsConnections() {
    return this.rider.token === null || this.home.at > 0 || this.read(CONNECTIONS_KEY, null) !== null;
  }

  /** Sends waiting changes and loads the next departures; existing data stays if that fails.
   * @param {{latitude: number, longitude: number}|null} [place] the rider's position */
  async refresh(place = null) {
    if (this.rider.token === null && this.queue.size === 0) {
      this.isFresh = true;
      // Without a token nobody can request it any more, but it can be saved again.
      if (!this.isEmpty) putAside(this.store);
      return this.reload();
    }
    if (this.phone?.isFirst() && this.connections.length > 0) {
      await this.findHere(place);
      // What waits is sent, and what other devices changed comes with the next time.
      this.learn().then(() => this.knowsAll(this.home.answer) ? undefined : this.findHere(place)).catch(() => {});
      return;
    }
    try {
      await this.queue.flush();
      const at = place === null ? "" : `&at=${place.latitude.toFixed(5)},${place.longitude.toFixed(5)}`;
      const answer = await this.rider.request("GET", `/rider/home?departures=${DEPARTURES}${at}`);
      listed(answer.nearby);
      listed(answer.other);
      this.isFresh = true;
      // A change made during the request takes precedence.
      if (this.queue.size > 0) return this.say();
      this.take(answer, false);
      if (!this.knowsAll(answer)) await this.learn();
    } catch {
      this.isFresh = false;
      // The server may have rejected the rider.
      if (this.rider.token === null && this.queue.size === 0) return this.reload();
      if (this.phone?.canAnswer()) return await this.findHere(place);
    }
    this.say();
  }

  /** Finds the next departures on this device.
   * @private
   * @param {{latitude: number, longitude: number}|null} place */
  async findHere(place) {
    const answer = await this.phone?.home(this.connections, place);
    if (answer !== undefined) this.take(answer, true);
    this.say();
  }

  /** @private
   * @param {Home} answer
   * @param {boolean} isByPhone */
  take(answer, isByPhone) {
    const at = this.wall();
    const serverAt = this.serverNow();
    this.isTimed = serverAt !== null;
    this.home = { answer, at, serverAt: serverAt ?? at };
    this.isFresh = true;
    this.isByPhone = isByPhone;
    this.write(HOME_KEY, this.home);
  }

  /** Corrects the time of an answer that came before the server's time was known. */
  time() {
    const now = this.serverNow();
    if (this.isTimed || now === null) return;
    this.isTimed = true;
    this.home.serverAt = now - (this.wall() - this.home.at);
    this.write(HOME_KEY, this.home);
  }

  /** Loads the saved connections in full. */
  async learn() {
    await this.queue.flush();
    if (this.rider.token === null) return;
    const connections = listed(await this.rider.request("GET", "/rider/connections"));
    if (this.queue.size > 0) return;
    this.connections = connections;
    this.write(CONNECTIONS_KEY, connections);
    this.say();
  }

  /** Whether the saved connections are those of a home; at another pace their walks take longer or shorter.
   * @private
   * @param {Home} home */
  knowsAll(home) {
    const print = (/** @type {SavedAtHome|SavedConnection} */ { routes, walking }) => `${routes.length} ${walking?.speed}`;
    const known = new Map(this.connections.map((each) => [each.id, print(each)]));
    const all = [...home.nearby, ...home.other];
    return all.length === known.size && all.every((each) => known.get(each.id) === print(each));
  }

  /** Takes over a connection that was saved.
   * @param {SavedConnection} connection */
  adopt(connection) {
    this.connections = [...this.connections.filter(({ id }) => id !== connection.id), connection];
    this.write(CONNECTIONS_KEY, this.connections);
    this.say();
  }

  /** Sends a change that waited.
   * @private
   * @param {import("./queue.js").Change} change */
  async send(change) {
    if (change.makes !== undefined) return await (await import("./saving.js")).sendWaiting(this, change);
    await this.rider.request(change.method, change.path, change.body);
  }

  /** @param {string} id
   * @returns {SavedConnection|null} */
  find(id) {
    return this.connections.find((each) => each.id === id) ?? null;
  }

  /** Replaces a connection by its edited form.
   * @param {SavedConnection} connection
   * @returns {boolean} false if too many changes are waiting */
  replace(connection) {
    const { id, ...body } = connection;
    if (!this.queue.add({ method: "PUT", path: `/rider/connections/${encodeURIComponent(id)}`, body })) {
      return false;
    }
    this.connections = this.connections.map((each) => each.id === id ? connection : each);
    const kept = new Map(connection.routes.map((route) => [route.id, route]));
    this.changeHome((each) => each.id !== id ? each : {
      ...each,
      name: connection.name,
      routes: each.routes.filter((route) => kept.has(route.id)).map((route) => ({
        ...route, reminders: kept.get(route.id)?.reminders ?? [],
      })),
    });
    return true;
  }

  /** @param {string} id
   * @returns {boolean} false if too many changes are waiting */
  remove(id) {
    if (!this.queue.forget(id) && !this.queue.add({ method: "DELETE", path: `/rider/connections/${encodeURIComponent(id)}` })) {
      return false;
    }
    this.connections = this.connections.filter((each) => each.id !== id);
    this.changeHome((each) => each.id === id ? null : each);
    return true;
  }

  /** @param {string[]} ids all of them, in the rider's order
   * @returns {boolean} false if too many changes are waiting */
  order(ids) {
    if (!this.queue.add({ method: "PUT", path: "/rider/connection-order", body: { ids } })) return false;
    const rank = (/** @type {{id: string}} */ each) => ids.indexOf(each.id);
    this.connections = this.connections.toSorted((a, b) => rank(a) - rank(b));
    const { nearby, other } = this.home.answer;
    // Nearby ones stay sorted by distance.
    const sorted = other.toSorted((a, b) => rank(a) - rank(b));
    this.home = { ...this.home, answer: { nearby, other: sorted } };
    this.changeHome((each) => each);
    return true;
  }

  /** Loads the scheduled trips. */
  async learnTrips() {
    if (this.rider.token === null) return;
    try {
      await this.queue.flush();
      this.trips = listed(await this.rider.request("GET", "/rider/trips"));
      this.areTripsFresh = true;
    } catch (error) {
      this.areTripsFresh = false;
      throw error;
    }
    this.tripsAt = this.wall();
    this.write(TRIPS_KEY, this.trips);
    this.write(TRIPS_AT_KEY, this.tripsAt);
    this.say();
  }

  /** Takes over a trip that was scheduled; the list may have come with it already.
   * @param {TripAnswer} trip */
  adoptTrip(trip) {
    this.trips = [...this.trips.filter((each) => each.trip.id !== trip.trip.id), trip];
    this.write(TRIPS_KEY, this.trips);
    this.say();
  }

  /** @param {string} id of a trip
   * @returns {boolean} false if too many changes are waiting */
  cancelTrip(id) {
    if (!this.queue.add({ method: "DELETE", path: `/rider/trips/${encodeURIComponent(id)}` })) return false;
    this.trips = this.trips.filter(({ trip }) => trip.id !== id);
    this.write(TRIPS_KEY, this.trips);
    this.flushQuietly();
    return true;
  }

  /** Removes the rider's data here, after it was deleted on the server. */
  empty() {
    this.queue.clear();
    this.connections = [];
    this.trips = [];
    this.home = { answer: EMPTY, at: 0, serverAt: 0 };
    for (const key of [CONNECTIONS_KEY, TRIPS_KEY, TRIPS_AT_KEY, HOME_KEY]) this.drop(key);
    this.say();
  }

  /** @private
   * @param {(connection: SavedAtHome) => SavedAtHome|null} change */
  changeHome(change) {
    this.home = { ...this.home, answer: changed(this.home.answer, change) };
    this.write(CONNECTIONS_KEY, this.connections);
    this.write(HOME_KEY, this.home);
    this.flushQuietly();
  }

  /** If the server does not answer, changes are sent with the next refresh.
   * @private */
  flushQuietly() {
    this.say();
    this.queue.flush().catch(() => {}).then(() => this.say());
  }

  /** Keeps a connection on this device if the server refused its change permanently.
   * @private
   * @param {import("./queue.js").Change} change */
  keepRefused({ method, path, body, makes }) {
    const made = makes === undefined ? null : this.find(makes);
    const id = /^\/rider\/connections\/([^/]+)$/.exec(path)?.[1];
    if (made === null && (method !== "PUT" || id === undefined)) return;
    putConnectionAside(this.store, made ?? { id: decodeURIComponent(id ?? ""), ...body });
    this.hasAside = true;
  }

  /** @private */
  say() {
    for (const listener of this.listeners) listener();
  }

  /** @private
   * @template Value
   * @param {string} key
   * @param {Value} otherwise
   * @returns {Value} */
  read(key, otherwise) {
    try {
      return JSON.parse(this.store?.getItem(key) ?? "null") ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  /** @private
   * @param {string} key
   * @param {unknown} value */
  write(key, value) {
    try {
      const text = JSON.stringify(value);
      if (text.length <= LONGEST_COPY) this.store?.setItem(key, text);
      else this.drop(key);
    } catch {
      // Without storage there is no copy for use offline.
    }
  }

  /** @private
   * @param {string} key */
  drop(key) {
    try {
      this.store?.removeItem(key);
    } catch {
      // Without storage there is nothing to remove.
    }
  }
}

