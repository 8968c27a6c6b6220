// The types of API v1 and of shared values in the app.

/** @typedef {"tram"|"subway"|"rail"|"bus"|"trolleybus"|"ferry"|"cableTram"|"aerialLift"|
 *   "funicular"|"monorail"|"coach"|"taxi"|"air"|"other"} Mode */

/** A rectangle in degrees.
 * @typedef {{west: number, south: number, east: number, north: number}} Box */

/** A line has a short name, a long name, or both.
 * @typedef {{id: string, shortName?: string, longName?: string, mode: Mode, type: number,
 *   colour: string, textColour: string, agency?: string, sortOrder?: number, from?: string, via?: string, to?: string}} Route */

/** @typedef {{direction: number, headsigns: string[], stops: {id: string, name: string}[],
 *   shape: [number, number][]}} RouteDirection */

/** @typedef {Route & {directions: RouteDirection[]}} RouteDetail */

/** @typedef {{id: string, name: string, code?: string, platform?: string,
 *   latitude: number, longitude: number, locationType: string, parent?: string,
 *   wheelchair: string, timeZone?: string, modes: Mode[], lines?: number, group?: string}} Stop `lines` is how many call
 *   there, `group` the stop that bears the name on maps instead */

/** @typedef {Stop & {platforms: Stop[], routes: Route[]}} StopDetail */

/** @typedef {{id: string, name: string, scheduled: string, expected: string, expectedEarliest?: string,
 *   expectedLatest?: string}} NextStop */

/** @typedef {"empty"|"manySeatsAvailable"|"fewSeatsAvailable"|"standingRoomOnly"|"crushedStandingRoomOnly"|
 *   "full"|"notAcceptingPassengers"|"notBoardable"} OccupancyStatus */

/** @typedef {{status: OccupancyStatus, percentage?: number, carriages?: {label?: string, status?: OccupancyStatus,
 *   percentage?: number}[]}} Occupancy carriages from the front */

/** @typedef {{id: string, label: string|null, route: string|null, line: string|null, mode: Mode,
 *   colour: string, textColour: string, headsign: string|null, trip?: string,
 *   serviceDay?: string, delaySeconds: number|null, occupancy: Occupancy|null, state: "live"|"old"|"stale",
 *   updatedAt: number, nextStop: NextStop|null, heading: number|null, pathStart: number,
 *   path: [number, number, number][]}} Vehicle */

/** @typedef {{asOf: number, reset: boolean, vehicles: Vehicle[], removed: string[]}} VehicleEvent */

/** @typedef {{id: string, name: string, publisher?: string, publisherURL?: string,
 *   version?: string, language?: string, from?: string, to?: string}} Feed */

/** @typedef {{name: string, invented: boolean, addresses?: boolean, campus?: boolean, streets?: {updatedAt?: number, tiles?: string}, timeZone: string, languages: string[], now: number,
 *   clockSpeed: number, landscape?: boolean, bounds?: Box, core?: Box,
 *   counts: {stops: number, stations: number, routes: number, trips: number, stopTimes: number, patterns: number,
 *   notices: {error: number, warning: number, info: number}},
 *   serviceDays: {from: string, to: string}|null, feeds: Feed[],
 *   attributions: {organization: string, url?: string, roles: string[]}[], revision: string, savesNothing?: boolean,
 *   live: {source: string, vehicles: number, state: "live"|"old"|"down"|"none",
 *   updatedAt?: number}, phone?: import("./pocket/wire.js").Offer & {regions?: unknown[]}}} Network `phone` is the file for phones, where the server
 *   has one */

/** The state of the connection, as riders see it.
 * @typedef {"connecting"|"live"|"polling"|"reconnecting"|"offline"} Connection */

/** The kinds of notices about the app.
 * @typedef {"lacks"|"signIn"|"stored"|"aside"|"push"|"release"|"timetable"|"pocket"} NoticeKind */

export {};
