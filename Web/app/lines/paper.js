// A line's timetable on paper: all trips of the day, in tables as wide as the page.

/** @import { Speaker } from "../i18n.js" */
/** @import { LineTimetable, Trip } from "./wire.js" */
import { duration } from "../format.js";
import { h } from "../render.js";
import { serviceClock } from "./service-time.js";
import { calls, timeOfCell } from "./timetable.js";

/** The number of trips beside the names of the stops; which of them is printed is up to the page. */
const COLUMNS = /** @type {const} */ ({ portrait: 12, landscape: 19 });

/** Groups of nearly the same size.
 * @template Item
 * @param {readonly Item[]} items
 * @param {number} most in each
 * @returns {Item[][]} */
export function evenly(items, most) {
  const groups = Math.ceil(items.length / most);
  return Array.from({ length: groups }, (_, at) =>
    items.slice(Math.round(at * items.length / groups), Math.round((at + 1) * items.length / groups)));
}

/** @param {LineTimetable} timetable
 * @param {readonly Trip[]} trips
 * @param {string} caption repeated at the top of each page
 * @param {Speaker} speaker */
function table({ stops, ...day }, trips, caption, speaker) {
  const clock = serviceClock(day, speaker);
  const byRow = trips.map(({ cells }) => new Map(cells.map((cell) => [cell.row, cell])));
  const every = trips.some(({ headwaySeconds }) => headwaySeconds !== undefined)
    ? h("tr", {}, h("td"), ...trips.map(({ headwaySeconds }) => h("td", {},
      headwaySeconds === undefined ? null : speaker.say("line.every", { duration: duration(headwaySeconds, speaker.locale) }))))
    : null;
  return h("table", {},
    h("thead", {}, h("tr", {}, h("th", { colspan: trips.length + 1 }, caption)), every),
    h("tbody", {}, ...stops.map(({ name }, row) => h("tr", {}, h("th", { scope: "row" }, name),
      ...trips.map((trip, at) => {
        const cell = byRow[at].get(row);
        const time = cell === undefined ? "" : cell.departure ?? cell.arrival ?? timeOfCell(cell);
        if (cell === undefined || time === "") return h("td");
        if (cell.passes === true) return h("td", {}, "|");
        const shown = clock(time);
        return h("td", {}, calls(trip, cell) ? shown : h("s", {}, shown));
      })))));
}

/** The timetable for both directions of a page; the style sheet chooses.
 * @param {LineTimetable} timetable
 * @param {string} caption the line, where it goes, and the day on which the times are valid
 * @param {Speaker} speaker */
export function paperTimetable(timetable, caption, speaker) {
  return Object.entries(COLUMNS).map(([page, most]) => {
    const groups = evenly(timetable.trips, most);
    return h("div", { class: `paper-${page}` }, ...groups.map((trips, at) =>
      table(timetable, trips, groups.length === 1 ? caption : `${caption} (${at + 1}/${groups.length})`, speaker)));
  });
}
