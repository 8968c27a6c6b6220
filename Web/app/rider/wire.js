// The types of the API's answers about riders.

/** @import { Mode } from "../types.js" */
/** @import { Event } from "../search/wire.js" */

/** @typedef {{trip: string, serviceDay: string, line: string, headsign?: string, departure: Event,
 *   arrival: Event, cancelled: boolean, approximate?: boolean, headwaySeconds?: number, estimated?: boolean}} SavedRun
 *   what older stored answers lack is left out */

/** @typedef {{connection: string, departure: Event, arrival?: Event,
 *   status: "works"|"cancelled"|"broken", platform?: string, rides: SavedRun[]}} SavedDeparture
 *   `connection` is the id that it is found by */

/** @typedef {{name: string, stop?: string, latitude: number, longitude: number}} SavedPlace */

/** How a rider walks: metres a second, the longest walk in minutes; what is usual is left out.
 * @typedef {{speed?: number, minutes?: number, wheelchair?: boolean, bicycle?: boolean}} Walking */

/** Minutes after midnight, and weekdays from 1 (Monday).
 * @typedef {{minute: number, weekdays: number[]}} Reminder */

/** @typedef {{id: string, lines: string[], modes: Mode[], reminders: Reminder[], stored: boolean,
 *   departures: SavedDeparture[], gone?: boolean, isUnasked?: boolean}} RouteAtHome the server has never sent departures of a route that `isUnasked` */

/** @typedef {{id: string, name?: string, from: SavedPlace, to: SavedPlace, metres?: number,
 *   stepFreeAlerts?: import("../search/wire.js").Alert[], walking?: Walking,
 *   routes: RouteAtHome[]}} SavedAtHome */

/** @typedef {{nearby: SavedAtHome[], other: SavedAtHome[]}} Home */

/** @typedef {{id: string, name: string, latitude?: number, longitude?: number}} SavedStop */

/** @typedef {{line: string, mode: Mode, from: SavedStop, to: SavedStop, headsign?: string,
 *   seconds: number, passed: string[]}} SavedRide */

/** @typedef {{id: string, rides: SavedRide[], changeSeconds: number[], walkBeforeSeconds: number,
 *   walkAfterSeconds: number, reminders: Reminder[]}} SavedRoute */

/** @typedef {{id: string, name?: string, from: SavedPlace, to: SavedPlace, vias: SavedPlace[],
 *   routes: SavedRoute[], walking?: Walking}} SavedConnection */

/** @typedef {{day: string, line: string, headsign?: string, trip: string, departure: Event,
 *   arrival: Event, approximate?: boolean, headwaySeconds?: number, estimated?: boolean, way?: SavedDeparture}} TripRun
 *   `way` has all rides of a trip with lines to take */

/** @typedef {{trip: {id: string, from: SavedStop, to: SavedStop, arriveBy: number, day?: string,
 *   weekdays: number[], route?: SavedRoute}, next?: TripRun, problem?: {kind: string, detail: string, day?: string,
 *   arrival?: string}}} TripAnswer */

export {};
