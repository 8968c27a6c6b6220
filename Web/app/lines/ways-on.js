// Where riders can go on from a trip that is not in the timetable, as after a new one.

/** @import { Context } from "../context.js" */
/** @import { LineTimetable, Trip } from "./wire.js" */
import { lineName } from "../badge.js";
import { h, icon } from "../render.js";
import { boardAddress, linesAddress } from "../router.js";
import { searchAddress } from "../search/query.js";
import { callsOf } from "./trip-view.js";

/** Links to its line, where that has another id by now, to the departures at its first stop, and to a search along its way;
 * of a trip that was never shown here, only to the search.
 * @param {{line: string, timetable: LineTimetable|null, trip: Trip|null}} run as it was last shown
 * @param {Pick<Context, "routes"|"speaker">} context */
export function waysOn({ line, timetable, trip }, { routes, speaker }) {
  const link = (/** @type {string} */ image, /** @type {string} */ href, /** @type {string} */ text) =>
    h("a", { class: "button", href }, icon(image), text);
  const calls = trip === null ? [] : callsOf(trip);
  if (timetable === null || calls.length === 0) return [link("magnify", "/search", speaker.say("search.title"))];
  const newer = routes.has(line) ? undefined : [...routes.values()].find((route) => lineName(route) === timetable.line);
  const [from, to] = [calls[0], calls[calls.length - 1]].map(({ row }) => timetable.stops[row]);
  return [
    ...(newer === undefined ? []
      : [link("format-list-bulleted", linesAddress(newer.id), speaker.say("trip.line", { line: timetable.line }))]),
    link("bus-stop", boardAddress(from.id),
      speaker.say("labelled", { label: speaker.say("board.departures"), value: from.name })),
    // A stop may have another id, so it is searched by its name.
    link("magnify", searchAddress({ from: from.name, to: to.name }), speaker.say("way.title", { from: from.name, to: to.name })),
  ];
}
