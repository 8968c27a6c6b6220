// What a connection comes to: its rides, its changes, what is wrong with it, in which words.

/** @import { Speaker } from "../i18n.js" */
/** @import { Alert, Ride, Trouble, Transfer, Walk, Way } from "./wire.js" */
import { duration } from "../format.js";
import { shownTime } from "../times.js";

const MINUTE_MILLISECONDS = 60_000;

/** @param {Way} way
 * @returns {Ride[]} */
export function ridesOf(way) {
  return way.legs.filter((leg) => leg.kind === "ride");
}

/** Shorter walks lead nowhere, though they may take their time. */
const LEAST_METRES = 5;

/** Whether a walk stays where it begins, as from a vehicle to another at the same place.
 * @param {Walk} walk */
export function isSamePlace({ metres }) {
  return metres < LEAST_METRES;
}

/** A part of a connection as it is shown: a ride includes what comes before it.
 * @typedef {{kind: "walk", walk: Walk} | {kind: "transfer", transfer: Transfer, walk: Walk|null}
 *   | {kind: "ride", ride: Ride, index: number}} Part */

/** The connection's parts in order; a walk between two rides belongs to the transfer there.
 * @param {Way} way
 * @returns {Part[]} */
export function partsOf(way) {
  /** @type {Part[]} */
  const parts = [];
  let rides = 0;
  /** @type {Walk|null} */
  let walk = null;
  for (const leg of way.legs) {
    if (leg.kind === "walk") {
      if (walk !== null) parts.push({ kind: "walk", walk });
      walk = leg;
      continue;
    }
    const transfer = rides > 0 ? way.transfers[rides - 1] : undefined;
    if (transfer !== undefined) parts.push({ kind: "transfer", transfer, walk });
    else if (walk !== null) parts.push({ kind: "walk", walk });
    walk = null;
    parts.push({ kind: "ride", ride: leg, index: rides });
    rides += 1;
  }
  if (walk !== null) parts.push({ kind: "walk", walk });
  return parts;
}

/** How long it takes between the minutes that are shown, so that riders who reckon find the same.
 * @param {Way} way
 * @returns {number} seconds */
export function shownSeconds(way) {
  const minute = (/** @type {string} */ text) => Math.floor(Date.parse(text) / MINUTE_MILLISECONDS);
  const minutes = minute(shownTime(way.arrival)) - minute(shownTime(way.departure));
  return Number.isFinite(minutes) ? Math.max(0, minutes) * 60 : way.durationSeconds;
}

/** @param {Way} way
 * @param {Speaker} speaker */
export function changesText(way, speaker) {
  return way.vehicles <= 1 ? speaker.say("way.direct") : speaker.count("changes", way.vehicles - 1);
}

/** Whether a change is in danger, though it works by what is known.
 * @param {Way} way */
export function isTight(way) {
  return way.status === "works" && way.transfers.some(({ state }) => state === "tight");
}

/** The transfer in a sentence, with what is left or missing.
 * @param {Transfer} transfer
 * @param {Speaker} speaker */
export function transferText(transfer, speaker) {
  const seconds = Math.abs(transfer.marginSeconds);
  // What is left is rounded down, what is missing up: nobody is promised a minute too many.
  const spare = transfer.state === "broken" ? seconds : Math.floor(seconds / 60) * 60;
  return speaker.say(`transfer.${transfer.state}`, { spare: duration(spare, speaker.locale) });
}

/** What keeps a connection from working, in a sentence.
 * @param {Trouble} trouble
 * @param {Way} way
 * @param {Speaker} speaker */
export function troubleText(trouble, way, speaker) {
  const rides = ridesOf(way);
  const ride = trouble.ride === undefined ? undefined : rides[trouble.ride];
  if (trouble.kind === "cancelled" && ride !== undefined) {
    return speaker.say("way.isCancelled", { line: ride.line.name });
  }
  if (trouble.kind === "skipped" && ride !== undefined) {
    const call = ride.from.skipped ? ride.from : ride.to;
    return speaker.say("way.isSkipped", { line: ride.line.name, stop: call.stop.name });
  }
  const transfer = trouble.transfer === undefined ? undefined : way.transfers[trouble.transfer];
  const next = trouble.transfer === undefined ? undefined : rides[trouble.transfer + 1];
  if (trouble.kind === "missed" && transfer !== undefined && next !== undefined) {
    return speaker.say("way.isMissed", {
      line: next.line.name,
      stop: transfer.to.name,
      duration: duration(Math.max(60, -transfer.marginSeconds), speaker.locale),
    });
  }
  return trouble.detail;
}

/** Adds a page to connections that are shown: each once, by departure and then by arrival.
 * @param {Way[]} shown
 * @param {Way[]} page
 * @returns {Way[]} */
export function merged(shown, page) {
  const all = new Map([...shown, ...page].map((way) => [way.id, way]));
  const moment = (/** @type {string} */ text) => Date.parse(text) || 0;
  return [...all.values()].sort((a, b) =>
    moment(shownTime(a.departure)) - moment(shownTime(b.departure)) ||
    moment(shownTime(a.arrival)) - moment(shownTime(b.arrival)) ||
    a.vehicles - b.vehicles
  );
}

/** The last to leave among those that work and are there by a time; null if none is.
 * @param {Way[]} ways in the order of their departures
 * @param {string} by local time at the destination, "2026-05-04T09:00"
 * @returns {Way|null} */
export function latestArriving(ways, by) {
  return ways.findLast((way) =>
    way.status === "works" && shownTime(way.arrival).slice(0, by.length) <= by
  ) ?? null;
}

/** The messages that concern a connection.
 * @param {Way} way
 * @param {Alert[]} alerts
 * @returns {Alert[]} */
export function alertsOf(way, alerts) {
  const ids = new Set(way.alerts ?? []);
  return alerts.filter(({ id }) => ids.has(id));
}
