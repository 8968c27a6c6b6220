// What leaves next of saved connections, found on this device: connections between their ends that take the lines of
// their routes.

/** @import { Event, Ride, Way } from "../search/wire.js" */
/** @import { Route } from "../types.js" */
/** @import { Home, RouteAtHome, SavedAtHome, SavedConnection, SavedDeparture, SavedPlace, SavedRide, SavedRoute,
 *   SavedStop } from "../rider/wire.js" */
import { Refusal } from "../ask.js";
import { lineName } from "../badge.js";

const RESULTS = 12;
const MAXIMUM_DEPARTURES = 4;
const NEARBY_KILOMETRES = 2;
/** A stop of the same name that is further away is another one, as on the server. */
const MOVED_METRES = 500;

/** @param {SavedPlace} place */
function value({ stop, latitude, longitude }) {
  return stop ?? `${latitude},${longitude}`;
}

const METRES_PER_DEGREE = 111_195;

/** How far apart two places are, near enough to sort by.
 * @param {{latitude: number, longitude: number}} one
 * @param {{latitude: number, longitude: number}} other
 * @returns {number} metres */
export function metresBetween(one, other) {
  const middle = (one.latitude + other.latitude) / 2 * Math.PI / 180;
  const east = (one.longitude - other.longitude) * Math.cos(middle);
  return METRES_PER_DEGREE * Math.hypot(one.latitude - other.latitude, east);
}

/** @param {Way} way
 * @returns {Ride[]} */
function ridesOf(way) {
  return /** @type {Ride[]} */ (way.legs.filter(({ kind }) => kind === "ride"));
}

/** Whether a connection takes the lines of a route.
 * @param {Way} way
 * @param {SavedRoute} route */
export function takesLines(way, route) {
  const rides = ridesOf(way);
  return rides.length === route.rides.length && rides.every(({ line }, at) => line.name === route.rides[at].line);
}

/** A found connection as home shows it: from its first vehicle on.
 * @param {Way} way
 * @returns {SavedDeparture} */
export function departureOf(way) {
  const rides = ridesOf(way);
  const none = /** @type {Event} */ ({});
  return {
    connection: way.id, departure: rides[0]?.from.departure ?? way.departure, arrival: way.arrival, status: way.status,
    ...(rides[0]?.from.platform === undefined ? {} : { platform: rides[0].from.platform }),
    rides: rides.map((ride) => ({
      trip: ride.trip, serviceDay: ride.serviceDay, line: ride.line.name,
      ...(ride.headsign === undefined ? {} : { headsign: ride.headsign }),
      departure: ride.from.departure ?? none, arrival: ride.to.arrival ?? none, cancelled: ride.cancelled,
      approximate: ride.approximate, estimated: ride.estimated,
      ...(ride.headwaySeconds === undefined ? {} : { headwaySeconds: ride.headwaySeconds }),
    })),
  };
}

export class SavedDepartures {
  /** @param {(path: string) => Promise<any>} ask on this device */
  constructor(ask) {
    /** @private */
    this.ask = ask;
  }

  /** Home, as the server would answer it.
   * @param {readonly SavedConnection[]} connections in the rider's order
   * @param {{place: {latitude: number, longitude: number}|null, nearbyKilometres?: number}} where the rider is, if known
   * @returns {Promise<Home>} the nearest first */
  async home(connections, { place, nearbyKilometres = NEARBY_KILOMETRES }) {
    /** @type {Home} */
    const home = { nearby: [], other: [] };
    for (const each of connections) {
      const shown = await this.atHome(each);
      const metres = place === null ? undefined : Math.round(metresBetween(place, each.from));
      if (metres !== undefined && metres <= 1000 * nearbyKilometres) home.nearby.push({ ...shown, metres });
      else home.other.push(metres === undefined ? shown : { ...shown, metres });
    }
    home.nearby.sort((one, other) => (one.metres ?? 0) - (other.metres ?? 0));
    return home;
  }

  /** @private
   * @param {SavedConnection} connection
   * @returns {Promise<SavedAtHome>} */
  async atHome({ id, name, from, to, vias, routes }) {
    // A stop that is gone, or a day without service: what was saved is shown without departures.
    const ways = routes.length === 0 ? [] : await this.ways(from, to, vias ?? []).catch(() => /** @type {Way[]} */ ([]));
    return {
      id, ...(name === undefined ? {} : { name }), from, to,
      routes: await Promise.all(routes.map((route) => this.routeAtHome(route, ways))),
    };
  }

  /** @private
   * @param {SavedPlace} from
   * @param {SavedPlace} to
   * @param {readonly SavedPlace[]} vias
   * @returns {Promise<Way[]>} */
  async ways(from, to, vias) {
    const asked = async (/** @type {string[]} */ [start, end, ...between]) => {
      const parameters = new URLSearchParams({ from: start, to: end, results: String(RESULTS) });
      for (const via of between) parameters.append("via", via);
      return (await this.ask(`/connections?${parameters}`)).connections;
    };
    const values = [from, to, ...vias].map(value);
    try {
      return await asked(values);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404) throw error;
      const known = await Promise.all([from, to, ...vias].map(async (place) =>
        place.stop === undefined ? value(place) : await this.knownID({ ...place, id: place.stop }) ?? value(place)));
      if (known.join() === values.join()) throw error;
      return await asked(known);
    }
  }

  /** @private
   * @param {SavedRoute} route
   * @param {Way[]} ways
   * @returns {Promise<RouteAtHome>} */
  async routeAtHome(route, ways) {
    const departures = ways.filter((way) => takesLines(way, route)).slice(0, MAXIMUM_DEPARTURES).map(departureOf);
    const isGone = departures.length === 0 && (await Promise.all(route.rides.map((ride) => this.isGone(ride)))).some(Boolean);
    return {
      id: route.id, lines: route.rides.map(({ line }) => line), modes: route.rides.map(({ mode }) => mode),
      reminders: route.reminders, stored: departures.length === 0, departures, ...(isGone ? { gone: true } : {}),
    };
  }

  /** Whether the timetable does not have the line or one of the stops of a ride.
   * @private
   * @param {SavedRide} ride */
  async isGone({ line, mode, from, to }) {
    try {
      const lines = await Promise.all([this.linesOf(from), this.linesOf(to)]);
      return !lines.every((routes) => routes?.some((route) => lineName(route) === line && route.mode === mode));
    } catch {
      // Nothing is known of a stop outside of what is kept here.
      return false;
    }
  }

  /** The lines of a stop, null for one that is gone.
   * @private
   * @param {SavedStop} stop
   * @returns {Promise<Route[]|null>} */
  async linesOf(stop) {
    const id = await this.knownID(stop);
    return id === null ? null : await this.linesAt(id);
  }

  /** The id of a stop, which with a new timetable may be another one; null for one that is gone.
   * @private
   * @param {SavedStop} stop
   * @returns {Promise<string|null>} */
  async knownID({ id, name, latitude, longitude }) {
    try {
      return (await this.ask(`/stops/${encodeURIComponent(id)}`)).id;
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 404 || latitude === undefined) throw error;
    }
    const { stops } = await this.ask(`/stops/nearby?at=${latitude},${longitude}&radius=${MOVED_METRES}&limit=100`);
    return /** @type {SavedStop[]} */ (stops).find((each) => each.name === name)?.id ?? null;
  }

  /** The lines of a stop, with those of all platforms of its station.
   * @private
   * @param {string} id
   * @returns {Promise<Route[]>} */
  async linesAt(id) {
    const { parent, routes } = await this.ask(`/stops/${encodeURIComponent(id)}`);
    return parent === undefined ? routes : await this.linesAt(parent);
  }
}
