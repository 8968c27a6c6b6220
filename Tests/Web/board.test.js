import { callKey, callRemarks, emptySentence, isPast } from "../../Web/app/board/rows.js";
import { Speaker, loadCatalogue } from "../../Web/app/i18n.js";
import { equal, holdsTrue } from "./support.js";

/** @import { Board, BoardCall } from "../../Web/app/search/wire.js" */

const speaker = new Speaker("en", "en-GB", await loadCatalogue("en", ["pages", "riders"]));
const stop = { id: "s:1", name: "Seewil", platform: "1" };

/** @param {Partial<BoardCall>} parts
 * @returns {BoardCall} */
const call = (parts) => ({
  trip: "t",
  serviceDay: "2026-05-04",
  route: "r",
  line: "1",
  mode: "tram",
  colour: "#000000",
  textColour: "#FFFFFF",
  headsign: "Bad",
  origin: stop,
  destination: stop,
  stop,
  scheduled: "2026-05-04T08:00:00+02:00",
  status: "runs",
  live: false,
  last: false,
  added: false,
  replacement: false,
  approximate: false,
  alerts: [],
  ...parts,
});

/** @param {NonNullable<Board["empty"]>} [empty]
 * @returns {Board} */
const board = (empty) => ({
  stop, kind: "departures", timeZone: "Europe/Zurich", calls: [], earlier: "", later: "", empty,
  alerts: [], alertTexts: [],
});

Deno.test("what a rider must know of a call is said in words, the grave things first", () => {
  const said = (/** @type {Partial<BoardCall>} */ parts) =>
    callRemarks(call(parts), speaker).map(({ text, tone }) => `${tone}: ${text}`);
  equal(said({}), []);
  equal(said({ status: "cancelled", last: true }), ["bad: Cancelled", "warn: Last one today"]);
  equal(said({ status: "skipped" }), ["bad: Does not stop here"]);
  equal(said({ status: "elsewhere", stop: { id: "x", name: "Bad" } }), ["bad: Stops at Bad instead"]);
  equal(said({ added: true, replacement: true }), ["warn: Replacement"]);
  equal(said({ occupancy: "fewSeatsAvailable" }), ["plain: Few free seats"]);
  equal(said({ occupancy: "full" }), ["warn: Full"]);
  equal(said({ occupancy: "full", status: "cancelled" }), ["bad: Cancelled"]);
  equal(said({ added: true, onRequest: "phoneAgency" }), ["warn: Extra run", "plain: Book by phone"]);
});

Deno.test("a call keeps its name when its delay changes", () => {
  equal(callKey(call({})), callKey(call({ live: true, delaySeconds: 90, expected: "2026-05-04T08:01:30+02:00" })));
  holdsTrue(callKey(call({})) !== callKey(call({ serviceDay: "2026-05-05" })), "another day is another call");
});

Deno.test("an empty board says why, and what there is instead", () => {
  const time = (/** @type {string} */ text) => text.slice(11, 16);
  equal(emptySentence(board(), speaker, time), "");
  equal(emptySentence(board({ reason: "never-served" }), speaker, time), "No line calls here.");
  equal(
    emptySentence(
      board({ reason: "outside-timetable", firstDay: "2026-05-01", lastDay: "2026-06-01" }), speaker, time),
    "The timetable covers 1 May 2026 to 1 Jun 2026. Choose a day within it.",
  );
  equal(
    emptySentence(board({ reason: "none-in-span", next: "2026-05-05T05:12:00+02:00" }), speaker, time),
    "Nothing runs in the next hours. The next one: 5 May 2026, 05:12.",
  );
});

Deno.test("a call has passed a minute after the time that was expected", () => {
  const now = Date.parse("2026-05-04T08:02:00+02:00");
  equal(isPast(call({ scheduled: "2026-05-04T08:00:00+02:00" }), now), true);
  equal(isPast(call({ scheduled: "2026-05-04T08:01:00+02:00" }), now), false);
  const late = { scheduled: "2026-05-04T07:50:00+02:00", expected: "2026-05-04T08:03:00+02:00" };
  equal(isPast(call(late), now), false);
});
