// The shapes of the API's answers about the diary. Types only.

/** @typedef {"walk"|"run"|"bike"|"car"|"bus"|"tram"|"rail"|"subway"|"ferry"} DiaryMode */

/** @typedef {{id: string, name: string, mode: "personal"|"study", consent: {version: number, text: string},
 *   retentionDays: number}} Study */

/** What a participant receives once and stores on this device.
 * @typedef {{participant: string, token: string, secret: string, study: Study,
 *   overland: {url: string, setup: string}, ownTracks: {url: string, user: string, password: string}}} Enrolment */

/** @typedef {{participant: string, state: "recording"|"paused"|"stopped", consentVersion: number, joined: string,
 *   study: Study, devices: {name: string, state?: string}[]}} Participation */

/** @typedef {{id: string, name: string}} DiaryStop */

/** @typedef {{route: string, line: string, mode: DiaryMode, colour: string, textColour: string, headsign?: string,
 *   probability: number, boarding: DiaryStop, alighting: DiaryStop, trip?: string, serviceDay?: string,
 *   delaySeconds?: number, seen?: boolean}} RiddenLine */

/** @typedef {{id: string, start: string, end: string, distanceMetres: number, mode: DiaryMode, probability: number,
 *   inferredMode?: DiaryMode, corrected?: boolean, geometry?: {type: string, coordinates: [number, number][]},
 *   gaps?: {start: string, end: string}[], lines?: RiddenLine[]}} Leg */

/** @typedef {{kind: "stay", id: string, start: string, end: string, latitude: number, longitude: number, name?: string,
 *   named?: "stay"|"place", nearStop?: DiaryStop, continuesBefore?: boolean, continuesAfter?: boolean}} Stay */

/** @typedef {{kind: "trip", id: string, start: string, end: string, distanceMetres: number, seconds: number,
 *   joined?: boolean, split?: boolean, legs: Leg[]}} DiaryTrip */

/** @typedef {{kind: "gap", start: string, end: string, reason: "silence"|"deleted"}} Gap */

/** @typedef {Stay|DiaryTrip|Gap} DiaryItem */

/** @typedef {{id: number, kind: "mode"|"name"|"join"|"split", start: string, end?: string, mode?: DiaryMode,
 *   name?: string, everywhere?: boolean, made?: string, applies?: boolean}} Correction */

/** @typedef {{date: string, zone: string, open: boolean, device?: string, devices?: string[], distanceMetres: number,
 *   travelSeconds: number, items: DiaryItem[], corrections?: Correction[]}} DiaryDay */

/** @typedef {{date: string, trips: number, stays: number, distanceMetres: number, travelSeconds: number,
 *   modes?: {mode: DiaryMode}[]}} DaySummary */

/** @typedef {{zone: string, first?: string, last?: string, days: DaySummary[]}} DiaryDays */

/** @typedef {{from: string, to: string, days: number, recordedDays: number, trips: number, distanceMetres: number,
 *   travelSeconds: number, co2Grams?: number,
 *   modes: {mode: DiaryMode, legs: number, distanceMetres: number, seconds: number, co2Grams?: number}[],
 *   lines: {route: string, line: string, mode: DiaryMode, colour: string, textColour: string, rides: number,
 *     distanceMetres: number, timedRides: number, onTimeRides: number, medianDelaySeconds?: number,
 *     maximumDelaySeconds?: number}[],
 *   places: {name: string, seconds: number, stays: number}[],
 *   co2?: {source: string, url?: string, gramsPerKilometre: Record<string, number>}}} DiaryStatistics */

/** @typedef {{route: string, line: string, mode: DiaryMode, colour: string, textColour: string, from: DiaryStop,
 *   to: DiaryStop, departure: string, arrival: string, weekdays: number[], rides: number, weeks: number}} Suggestion */

export {};
