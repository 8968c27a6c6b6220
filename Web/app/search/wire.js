// The shapes of the API's answers about connections and boards. Types only.

/** @import { Mode, OccupancyStatus } from "../types.js" */

/** @typedef {{scheduled?: string, expected?: string, delaySeconds?: number, expectedEarliest?: string,
 *   expectedLatest?: string, leaveBy?: string}} Event local time with offset; `expected` only with live data,
 *   eight of ten cases between the earliest and the latest, `leaveBy` when to be there */

/** @typedef {{id?: string, name: string, latitude?: number, longitude?: number}} WayPlace */

/** @typedef {{route: string, name: string, mode: Mode, colour: string, textColour: string}} Line */

/** @typedef {{stop: WayPlace, platform?: string, scheduledPlatform?: string, arrival?: Event,
 *   departure?: Event, skipped: boolean, occupancy?: OccupancyStatus} & Bookable} Call `scheduledPlatform` only where it is another */

/** How to have a vehicle stop that stops only for those who ask; moments as local time with offset.
 * @typedef {{onRequest?: "phoneAgency"|"coordinateWithDriver", booking?: {earliest?: string, latest?: string,
 *   phone?: string, message?: string, bookingURL?: string, infoURL?: string}}} Bookable */

/** @typedef {{kind: "walk", from: WayPlace, to: WayPlace, departure: string, arrival: string,
 *   seconds: number, metres: number, estimated?: boolean, stairsMetres?: number, lifts?: number, riddenMetres?: number,
 *   path?: [number, number][], steps?: WalkStep[]}} Walk `estimated` where it is as long as the crow flies; `path` longitude
 *   first, `riddenMetres` on a bicycle, and `steps` where streets are known and they were asked for */

/** @typedef {{turn: "depart"|"straight"|"slight_left"|"left"|"sharp_left"|"slight_right"|"right"|"sharp_right"|"back",
 *   way: "street"|"footway"|"crossing"|"stairs"|"escalator"|"lift"|"platform", name?: string, metres: number,
 *   pushed?: boolean, level?: number, latitude: number, longitude: number}} WalkStep a part of a walk along one way, from where one turns
 *   into it; `level` where stairs, an escalator or a lift lead, 0 at the ground and negative below */

/** @typedef {{trip: string, serviceDay: string, line: Line, headsign?: string, from: Call,
 *   to: Call}} Alternative */

/** @typedef {Alternative & {kind: "ride", passed?: Call[], cancelled: boolean, added: boolean,
 *   approximate: boolean, headwaySeconds?: number, estimated: boolean, staysSeated: boolean, live: boolean, wheelchair: string, bicycles: string,
 *   alternatives?: Alternative[], path?: [number, number][]}} Ride `path` where the vehicle goes, longitude first */

/** @typedef {{from: WayPlace, to: WayPlace, availableSeconds: number, neededSeconds: number,
 *   marginSeconds: number,
 *   state: "easy"|"tight"|"broken"|"staySeated"|"guaranteed"}} Transfer between two rides */

/** @typedef {{kind: "cancelled"|"skipped"|"missed", ride?: number, transfer?: number,
 *   detail: string}} Trouble `ride` and `transfer` count rides and transfers from 0 */

/** @typedef {{id: string, departure: Event, arrival: Event, durationSeconds: number,
 *   vehicles: number, walkMetres: number, status: "works"|"broken"|"cancelled",
 *   troubles?: Trouble[], live: boolean, wheelchair?: string, bicycles?: string, legs: (Walk|Ride)[],
 *   transfers: Transfer[], alerts?: string[]}} Way a connection */

/** @typedef {{id: string, header: Record<string, string>, description: Record<string, string>,
 *   url?: string, urls?: Record<string, string>, images?: Record<string, string>,
 *   imageTexts?: Record<string, string>, periods?: {start?: number, end?: number}[], effect?: string,
 *   severity?: string}} Alert texts and addresses by language, times as Unix milliseconds */

/** @typedef {{origin: WayPlace, destination: WayPlace, connections: Way[], walk?: Walk,
 *   onlyWalking: boolean, earlier?: string, later?: string, windowStart: string,
 *   windowEnd: string, alertTexts?: Alert[]}} Page */

/** @typedef {{date: string, connection?: Way, rides: {match: "sameTrip"|"sameLine"|"gone",
 *   shiftSeconds?: number}[], next?: Way[], alertTexts?: Alert[]}} FoundWay */

/** @typedef {{id: string, name: string, latitude?: number, longitude?: number, modes: Mode[],
 *   matched?: string, highlights: [number, number][], distanceMetres?: number}} StopHit */

/** @typedef {{name: string, latitude: number, longitude: number}} Address */

/** @typedef {{kind: "stop"|"address"|"street"|"poi"|"locality"|"postcode", name: string, latitude: number,
 *   longitude: number, id?: string, street?: string, houseNumber?: string, locality?: string, district?: string,
 *   category?: string, matched?: string, match: string, distanceMetres?: number}} FoundPlace a place in our own index;
 *   `matched` is another name of it that was typed, `match` how well it fits */

/** @typedef {{id: string, name: string, platform?: string}} BoardPlace */

/** @typedef {{trip: string, serviceDay: string, route: string, line: string, mode: Mode,
 *   colour: string, textColour: string, headsign: string, origin: BoardPlace,
 *   destination: BoardPlace, stop: BoardPlace, scheduledStop?: BoardPlace, scheduled?: string,
 *   expected?: string, expectedEarliest?: string, expectedLatest?: string, leaveBy?: string, delaySeconds?: number,
 *   status: "runs"|"cancelled"|"skipped"|"elsewhere",
 *   live: boolean, last: boolean, added: boolean, replacement: boolean, approximate: boolean,
 *   headwaySeconds?: number, estimated: boolean,
 *   occupancy?: OccupancyStatus, alerts: string[]} & Bookable} BoardCall */

/** @typedef {{stop: BoardPlace, station?: BoardPlace, kind: "departures"|"arrivals", timeZone: string,
 *   calls: BoardCall[], earlier: string, later: string, empty?: {reason: "never-served"|
 *   "outside-timetable"|"none-in-span", firstDay?: string, lastDay?: string, next?: string},
 *   alerts: string[], alertTexts: Alert[]}} Board */

export {};
