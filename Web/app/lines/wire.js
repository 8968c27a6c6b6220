// The shapes of the API's answers about lines. Types only.

/** What a trip does at a stop; times are GTFS's, past 24 hours after midnight.
 * @typedef {{row: number, passes?: boolean, stop?: string, platform?: string, arrival?: string,
 *   departure?: string, expectedArrival?: string, expectedDeparture?: string, skipped?: boolean,
 *   pickup?: string, dropOff?: string}} Cell */

/** @typedef {{trip: string, headsign: string, cancelled: boolean, headwaySeconds?: number,
 *   lastDeparture?: string, cells: Cell[]}} Trip */

/** @typedef {{route: string, line: string, direction?: number, directions: number[],
 *   serviceDay: string, timeZone: string, stops: {id: string, name: string}[], trips: Trip[],
 *   more: boolean}} LineTimetable */

export {};
