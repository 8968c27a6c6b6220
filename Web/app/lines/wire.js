// The types of the API's answers about lines.

/** @import { Bookable } from "../search/wire.js" */
/** @import { OccupancyStatus } from "../types.js" */

/** @typedef {"none"|NonNullable<Bookable["onRequest"]>} BoardingRule */

/** A trip's call at a stop; times are GTFS times, which may exceed 24 hours.
 * @typedef {{row: number, passes?: boolean, stop?: string, platform?: string, arrival?: string,
 *   departure?: string, expectedArrival?: string, expectedDeparture?: string, skipped?: boolean,
 *   pickup?: BoardingRule, dropOff?: BoardingRule, pickupBooking?: Bookable["booking"],
 *   dropOffBooking?: Bookable["booking"], occupancy?: OccupancyStatus}} Cell */

/** @typedef {{trip: string, headsign: string, cancelled: boolean, added?: boolean, headwaySeconds?: number,
 *   lastDeparture?: string, cells: Cell[]}} Trip */

/** @typedef {{route: string, line: string, direction?: number, directions: number[],
 *   serviceDay: string, timeZone: string, stops: {id: string, name: string}[], trips: Trip[],
 *   more: boolean}} LineTimetable */

/** One run of a trip; its times are as in a cell.
 * @typedef {{trip: string, serviceDay: string, timeZone: string, route: string, line: string, direction?: number,
 *   headsign: string, cancelled: boolean, added: boolean, headwaySeconds?: number,
 *   calls: (Omit<Cell, "row"|"stop"|"platform"|"passes"> & {stop: {id: string, name: string, platform?: string}})[],
 *   vehicle?: {id: string, latitude: number, longitude: number, state: string}}} TripRun */

export {};
