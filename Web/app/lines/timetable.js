// A line's timetable as a table: a row for each stop, a column for each trip, and the next vehicle marked in every row.

/** @import { Speaker } from "../i18n.js" */
/** @import { Cell, LineTimetable, Trip } from "./wire.js" */
import { delayBetween, delayClass, delayMark } from "../delay.js";
import { duration } from "../format.js";
import { breakable, h, icon } from "../render.js";
import { boardAddress, tripAddress } from "../router.js";
import { serviceClock, serviceSeconds } from "./service-time.js";

/** The largest number of cells; the remaining columns are reached by the buttons beside the table. */
const MAXIMUM_CELLS = 4000;
const LEAST_COLUMNS = 20;

/** The departure from a stop, or the arrival at the last one; expected if known.
 * @param {Cell} cell
 * @returns {string} GTFS time; empty where it does not call */
export function timeOfCell(cell) {
  return cell.expectedDeparture ?? cell.departure ?? cell.expectedArrival ?? cell.arrival ?? "";
}

/** The delay by the displayed minutes.
 * @param {Cell} cell
 * @returns {number|null} seconds, null if unknown */
export function delayOfCell(cell) {
  const scheduled = cell.departure ?? cell.arrival;
  const expected = cell.expectedDeparture ?? cell.expectedArrival;
  if (scheduled === undefined || expected === undefined) return null;
  return delayBetween(serviceSeconds(scheduled) * 1000, serviceSeconds(expected) * 1000);
}

/** Whether the trip calls there.
 * @param {Trip} trip
 * @param {Cell} cell */
export function calls(trip, cell) {
  return !trip.cancelled && cell.passes !== true && cell.skipped !== true && timeOfCell(cell) !== "";
}

/** The next trip of each row; -1 if none is left.
 * @param {LineTimetable} timetable
 * @param {number} now seconds of the service day */
export function nextTrips(timetable, now) {
  const next = timetable.stops.map(() => -1);
  const times = timetable.stops.map(() => Infinity);
  timetable.trips.forEach((trip, index) => {
    for (const cell of trip.cells) {
      if (!calls(trip, cell)) continue;
      const time = serviceSeconds(timeOfCell(cell));
      if (time < now || time >= times[cell.row]) continue;
      times[cell.row] = time;
      next[cell.row] = index;
    }
  });
  return next;
}

/** Whether the night still belongs to the day before: some of its calls are to come, and the new day's first run has not
 * begun.
 * @param {LineTimetable} before
 * @param {LineTimetable|null} today null if the line does not run
 * @param {(each: LineTimetable) => number} now seconds of that timetable's service day */
export function isNight(before, today, now) {
  const isAhead = (/** @type {LineTimetable} */ each) => nextTrips(each, now(each)).some((next) => next >= 0);
  if (!isAhead(before)) return false;
  if (today === null) return true;
  const times = today.trips.flatMap((trip) => trip.cells.filter((cell) => calls(trip, cell)).map(timeOfCell));
  return now(today) < Math.min(...times.map(serviceSeconds));
}

/** The columns around the next trips, limited so that the table stays small.
 * @param {LineTimetable} timetable
 * @param {number[]} next
 * @returns {{from: number, to: number}} `to` is exclusive */
export function columnsAround(timetable, next) {
  const count = timetable.trips.length;
  const most = Math.max(LEAST_COLUMNS, Math.floor(MAXIMUM_CELLS / Math.max(1, timetable.stops.length)));
  if (count <= most) return { from: 0, to: count };
  const known = next.filter((each) => each >= 0);
  const first = known.length === 0 ? count : Math.min(...known);
  const from = Math.max(0, Math.min(first - Math.floor(most / 4), count - most));
  return { from, to: from + most };
}

/** @param {Trip} trip
 * @param {LineTimetable} timetable
 * @param {(text: string) => string} clock
 * @param {Speaker} speaker */
function headCell(trip, timetable, clock, speaker) {
  const first = trip.cells.find((cell) => timeOfCell(cell) !== "");
  const start = first === undefined ? "" : clock(first.departure ?? timeOfCell(first));
  const name = speaker.say("line.trip", { time: start, headsign: trip.headsign });
  const isLive = trip.cells.some((cell) => delayOfCell(cell) !== null);
  return h(
    "th",
    { scope: "col" },
    h("a", {
      href: tripAddress({ line: timetable.route, trip: trip.trip, day: timetable.serviceDay }),
      "aria-label": name,
      title: name,
    }, icon(trip.cancelled ? "close" : isLive ? "target" : "chevron-right")),
    trip.cancelled ? h("span", { class: "unseen" }, speaker.say("way.cancelled")) : null,
    trip.headwaySeconds === undefined ? null : h("span", { class: "every" },
      speaker.say("line.every", { duration: duration(trip.headwaySeconds, speaker.locale) })),
  );
}

/** @param {Cell|undefined} cell
 * @param {Trip} trip
 * @param {{now: number, isNext: boolean, clock: (text: string) => string, speaker: Speaker}} how */
function timeCell(cell, trip, { now, isNext, clock, speaker }) {
  if (cell === undefined) return h("td");
  if (cell.passes === true) return h("td", { class: "passes" }, "|");
  const time = timeOfCell(cell);
  const scheduled = cell.departure ?? cell.arrival ?? time;
  const shown = clock(scheduled);
  if (!calls(trip, cell)) return h("td", { class: "void" }, h("s", {}, shown));
  const mark = delayMark(delayOfCell(cell));
  const isPast = serviceSeconds(time) < now;
  return h(
    "td",
    { class: isNext ? "next" : isPast ? "past" : null },
    shown,
    mark === "" ? null : h("span", { class: `plus ${delayClass(delayOfCell(cell))}` }, mark),
    isNext ? h("span", { class: "unseen" }, speaker.say("line.next")) : null,
  );
}

/** @param {LineTimetable} timetable
 * @param {{now: number, from: number, to: number, colour: string, caption: string,
 *   language: string|undefined}} view `language` is that of the names
 * @param {Speaker} speaker */
export function timetableTable(timetable, view, speaker) {
  const clock = serviceClock(timetable, speaker);
  const next = nextTrips(timetable, view.now);
  const trips = timetable.trips.slice(view.from, view.to);
  const byRow = trips.map(({ cells }) => new Map(cells.map((cell) => [cell.row, cell])));
  const first = Math.min(...next.filter((each) => each >= view.from)) - view.from;
  const table = h(
    "table",
    { class: "timetable" },
    h("caption", { class: "unseen" }, view.caption),
    h("thead", {}, h("tr", {},
      h("th", { scope: "col", class: "corner" }, h("span", { class: "unseen" }, speaker.say("line.stop"))),
      ...trips.map((trip, index) => {
        const cell = headCell(trip, timetable, clock, speaker);
        if (index === first) cell.dataset.first = "";
        if (index === next[0] - view.from) cell.dataset.top = "";
        return cell;
      }))),
    h("tbody", {}, ...timetable.stops.map((stop, row) =>
      h("tr", {},
        h("th", { scope: "row", lang: view.language }, h("a", { href: boardAddress(stop.id) }, ...breakable(stop.name))),
        ...trips.map((trip, index) =>
          timeCell(byRow[index].get(row), trip, {
            now: view.now,
            isNext: next[row] === view.from + index,
            clock,
            speaker,
          })
        )))),
  );
  table.style.setProperty("--fill", view.colour);
  return table;
}
