// A trip with its stops: passed ones are folded, later ones show expected times.

/** @import { Speaker } from "../i18n.js" */
/** @import { Bookable } from "../search/wire.js" */
/** @import { Mode } from "../types.js" */
/** @import { BoardingRule, Cell, LineTimetable, Trip, TripRun } from "./wire.js" */
import { delayChip } from "../badge.js";
import { bookingNote } from "../booking.js";
import { occupancyRemark } from "../occupancy.js";
import { h, icon } from "../render.js";
import { boardAddress } from "../router.js";
import { platformText } from "../times.js";
import { delayClass, delayKind } from "../delay.js";
import { serviceClock, serviceSeconds } from "./service-time.js";
import { delayOfCell, timeOfCell } from "./timetable.js";

/** Converts a trip to a timetable with a single column.
 * @param {TripRun} run
 * @returns {{timetable: LineTimetable, trip: Trip}} */
export function tripOf({ calls, vehicle: _, ...run }) {
  const trip = { ...run, cells: calls.map(({ stop, ...call }, row) => ({ ...call, row, stop: stop.id, platform: stop.platform })) };
  const stops = calls.map(({ stop: { id, name } }) => ({ id, name }));
  return { trip, timetable: { ...run, directions: [], stops, trips: [trip], more: false } };
}

/** The cells at which the trip calls, or was scheduled to call, in order.
 * @param {Trip} trip
 * @returns {Cell[]} */
export function callsOf(trip) {
  return trip.cells.filter((cell) => cell.passes !== true && timeOfCell(cell) !== "");
}

/** The number of passed calls: a stop is passed when the vehicle has left it.
 * @param {Trip} trip
 * @param {number} now seconds of the service day */
export function passedCount(trip, now) {
  const calls = callsOf(trip);
  const ahead = calls.findIndex((cell) => serviceSeconds(timeOfCell(cell)) >= now);
  return ahead === -1 ? calls.length : ahead;
}

/** How to make the vehicle stop, stated once if the rule is the same for boarding and alighting.
 * @param {Cell} cell
 * @param {{day: string, now: number}} moment
 * @param {{isFirst: boolean, isLast: boolean}} place
 * @param {Speaker} speaker
 * @returns {(HTMLElement|null)[]} */
function bookingNotes(cell, moment, { isFirst, isLast }, speaker) {
  /** @param {BoardingRule|undefined} rule
   * @param {Bookable["booking"]} booking
   * @returns {Bookable} */
  const call = (rule, booking) => ({ onRequest: rule === "none" ? undefined : rule, booking });
  const on = call(cell.pickup, cell.pickupBooking);
  const off = call(cell.dropOff, cell.dropOffBooking);
  if (isLast || cell.pickup === "none") return [bookingNote(off, moment, speaker)];
  if (isFirst || cell.dropOff === "none" || JSON.stringify(on) === JSON.stringify(off)) {
    return [bookingNote(on, moment, speaker)];
  }
  return [
    bookingNote(on, moment, speaker, (text) => speaker.say("booking.on", { text })),
    bookingNote(off, moment, speaker, (text) => speaker.say("booking.off", { text })),
  ];
}

/** @param {Cell} cell
 * @param {LineTimetable} timetable
 * @param {{trip: Trip, mode: Mode, isNext: boolean, clock: (text: string) => string, speaker: Speaker, moment: number}} how */
function stopLine(cell, timetable, { trip, mode, isNext, clock, speaker, moment }) {
  const stop = timetable.stops[cell.row];
  const delay = delayOfCell(cell);
  const isVoid = trip.cancelled || cell.skipped === true;
  const scheduled = clock(cell.departure ?? cell.arrival ?? timeOfCell(cell));
  const expected = clock(timeOfCell(cell));
  const kind = delayKind(delay);
  const isMoved = !isVoid && (kind === "late" || kind === "early") && expected !== scheduled;
  const spoken = speaker.say("way.times", { scheduled, expected });
  const place = { isFirst: cell === callsOf(trip)[0], isLast: cell === callsOf(trip).at(-1) };
  return h(
    "li",
    { class: isNext ? "trip-stop next" : "trip-stop", "aria-current": isNext ? "step" : null },
    h("span", { class: isMoved ? `time time-${delayClass(delay)}` : "time" },
      isMoved ? h("span", { class: "unseen" }, spoken) : null,
      isVoid || isMoved ? h("s", { "aria-hidden": isMoved ? "true" : null }, scheduled) : scheduled,
      isMoved ? h("time", { "aria-hidden": "true" }, expected) : null),
    h("span", { class: "trip-place" },
      h("a", { href: boardAddress(cell.stop ?? stop.id) }, stop.name),
      cell.platform === undefined ? null
        : h("span", { class: "way-platform" }, platformText(cell.platform, mode, speaker)),
      isNext ? h("span", { class: "remark good" }, speaker.say("card.nextStop")) : null,
      isVoid ? null : occupancyRemark(cell.occupancy, speaker),
      cell.skipped ? h("span", { class: "remark bad" }, speaker.say("way.skipped")) : null,
      cell.pickup === "none" && cell.dropOff !== "none" && !place.isLast
        ? h("span", { class: "remark plain" }, speaker.say("trip.onlyOut")) : null,
      cell.dropOff === "none" && cell.pickup !== "none" && !place.isFirst
        ? h("span", { class: "remark plain" }, speaker.say("trip.onlyIn")) : null,
      ...(isVoid ? [] : bookingNotes(cell, { day: timetable.serviceDay, now: moment }, place, speaker))),
    !isVoid && delay !== null ? delayChip(delay, speaker, { words: false }) : null,
  );
}

/** The stops in order.
 * @param {LineTimetable} timetable
 * @param {Trip} trip
 * @param {{now: number, moment: number, mode: Mode, colour: string, isUnfolded: boolean, speaker: Speaker}} how `now`
 *   is in seconds of the service day, `moment` the same in Unix milliseconds
 * @returns {HTMLElement} */
export function tripStops(timetable, trip, { now, moment, mode, colour, isUnfolded, speaker }) {
  const calls = callsOf(trip);
  const passed = passedCount(trip, now);
  const isUnderWay = !trip.cancelled && passed > 0 && passed < calls.length;
  const clock = serviceClock(timetable, speaker);
  const line = (/** @type {Cell} */ cell, /** @type {number} */ index) =>
    stopLine(cell, timetable, { trip, mode, isNext: isUnderWay && index === passed, clock, speaker, moment });
  const lines = calls.map(line);
  // A trip that has ended or not begun is shown in full.
  const folded = isUnderWay ? lines.slice(0, passed) : [];
  const element = h(
    "div",
    { class: "trip" },
    folded.length === 0 ? null : h("details", { class: "trip-passed", open: isUnfolded },
      h("summary", {}, icon("chevron-right"), speaker.count("passedBy", folded.length)),
      h("ol", {}, ...folded)),
    h("ol", {}, ...lines.slice(folded.length)),
  );
  element.style.setProperty("--line", colour);
  return element;
}
