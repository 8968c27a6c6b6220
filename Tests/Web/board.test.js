import { townAround, townOf, sharedTown, withoutTown } from "../../Web/app/place-names.js";
import { MAXIMUM_KEPT_STOPS, isKept, keptStops, toggleKept } from "../../Web/app/rider/kept-stops.js";
import { minuteOf, minutesLeft } from "../../Web/app/times.js";
import { callAddress, callKey, callRemarks, dayOf, isPast } from "../../Web/app/board/rows.js";
import { bookingRemark } from "../../Web/app/booking.js";
import { chipLabel, emptySentence, lineKey, linesOf } from "../../Web/app/board/sections.js";
import { Speaker, loadCatalogue } from "../../Web/app/i18n.js";
import { planText } from "../../Web/app/times.js";
import { equal, holdsTrue } from "./support.js";

/** @import { Board, BoardCall } from "../../Web/app/search/wire.js" */

const speaker = new Speaker("en", "en-GB", await loadCatalogue("en", ["home", "pages", "riders"]));
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
  estimated: false,
  alerts: [],
  ...parts,
});

/** @param {NonNullable<Board["empty"]>} [empty]
 * @returns {Board} */
const board = (empty) => ({
  stop, kind: "departures", timeZone: "Europe/Zurich", calls: [], earlier: "", later: "", empty,
  alerts: [], alertTexts: [],
});

Deno.test("each call leads to its run, also of one that is in no timetable", () => {
  equal(callAddress(call({ added: true })), "/trips/r/t/2026-05-04");
});

Deno.test("where no heading says the day, a call of another day does", () => {
  const late = { scheduled: "2026-05-03T23:59:00+02:00", expected: "2026-05-04T00:04:00+02:00" };
  equal([call({}), call(late), call({ scheduled: "2026-05-06T06:00:00+02:00" })].map((each) => dayOf(each, "2026-05-03", speaker)),
    ["Tomorrow", "Tomorrow", "Wed, 6 May 2026"]);
  equal([dayOf(call({}), "2026-05-04", speaker), dayOf(call({}), undefined, speaker)], [null, null]);
});

Deno.test("a call's conditions are given in words, the serious ones first", () => {
  const said = (/** @type {Partial<BoardCall>} */ parts) =>
    callRemarks(call(parts), speaker).map(({ text, tone }) => `${tone}: ${text}`);
  equal(said({}), []);
  equal(said({ status: "cancelled", last: true }), ["bad: Cancelled", "warn: Last one"]);
  equal(said({ status: "skipped" }), ["bad: Does not stop here"]);
  equal(said({ status: "elsewhere", stop: { id: "x", name: "Bad" } }), ["bad: Stops at Bad instead"]);
  equal(said({ added: true, replacement: true }), ["warn: Replacement"]);
  equal(said({ occupancy: "fewSeatsAvailable" }), ["plain: Few free seats"]);
  equal(said({ occupancy: "full" }), ["warn: Full"]);
  equal(said({ occupancy: "full", status: "cancelled" }), ["bad: Cancelled"]);
  equal(said({ added: true, onRequest: "phoneAgency" }), ["warn: Extra run", "plain: Book by phone"]);
  equal(said({ status: "cancelled", onRequest: "phoneAgency" }), ["bad: Cancelled"], "nobody calls for a run that is cancelled");
  const rough = { approximate: true, headwaySeconds: 720 };
  equal(said(rough), ["plain: every 12 min"]);
  equal(said({ ...rough, headwaySeconds: 700 }), ["plain: every 12 min"], "in whole minutes");
  equal(said({ ...rough, status: "cancelled" }), ["bad: Cancelled"]);
  equal(planText(call({ ...rough, estimated: true }), speaker), "estimated");
  equal(planText(call(rough), speaker), speaker.say("way.timetable"));
});

Deno.test("how to book a call is said in a few words, with its day where that is another one", () => {
  /** @param {BoardCall["booking"]} booking
   * @param {BoardCall["onRequest"]} [onRequest]
   * @param {string} [now] */
  const said = (booking, onRequest = "phoneAgency", now = "2026-05-03T12:00:00+02:00") => {
    const remark = bookingRemark({ booking, onRequest }, { day: "2026-05-04", now: Date.parse(now) }, speaker);
    return remark === null ? null : `${remark.tone}: ${remark.text}`;
  };
  const latest = "2026-05-04T07:00:00+02:00";
  const before = "2026-05-03T15:00:00+02:00";
  equal(bookingRemark({}, { day: "", now: 0 }, speaker), null);
  equal(said(undefined), "plain: Book by phone");
  equal(said(undefined, "coordinateWithDriver"), "plain: Ask the driver to stop");
  equal(said({ phone: "041 1" }), "plain: Book by phone: 041\u00a01");
  equal(said({ phone: "041 1" }, "coordinateWithDriver"), "plain: Ask the driver to stop");
  equal(said({ bookingURL: "https://t.example" }), "plain: Book beforehand");
  equal(said({ latest, phone: "041 1" }), "plain: Call 041\u00a01 by 07:00");
  equal(said({ latest }), "plain: Book by 07:00");
  equal(said({ latest: before, phone: "041 1" }), "plain: Call 041\u00a01 by Sun 3 May, 15:00");
  equal(said({ latest: before, phone: "041 1" }, "phoneAgency", "2026-05-03T15:00:00+02:00"),
    "plain: Call 041\u00a01 by Sun 3 May, 15:00", "at the last moment");
  equal(said({ latest: before, phone: "041 1" }, "phoneAgency", "2026-05-03T15:00:01+02:00"),
    "warn: Booking ended: Sun 3 May, 15:00");
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
    "No times for now: the timetable covers 1 May 2026 to 1 Jun 2026.",
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

Deno.test("minutes are counted to the time that is shown, so that equal times are equally far", () => {
  const now = Date.parse("2026-05-04T08:00:30Z");
  const words = (/** @type {string} */ time) => {
    const minute = minuteOf(`2026-05-04T${time}Z`);
    return minutesLeft(minute, now);
  };
  equal(["08:00:10", "08:01:00", "08:02:00", "08:02:50", "08:59:00"].map(words), [-1, 0, 1, 1, 58]);
});

Deno.test("the town's name is left out where the stop has it too", () => {
  equal([townOf("Seewil, Theater"), townOf("Nusswilen"), townOf(", odd")], ["Seewil", null, null]);
  equal(["Seewil, Theater", "Seewil"].map((stop) => withoutTown("Seewil, Spital", townAround(stop))), ["Spital", "Spital"], "at the main station too");
  equal(["Seewil, Bad", "Seewil", "Seewiler, Bad", "Seewil, ", "Nord, Bad"].map((name) => withoutTown(name, "Seewil")),
    ["Bad", "Seewil", "Seewiler, Bad", "Seewil, ", "Nord, Bad"]);
  equal(withoutTown("Seewil, Bad", null), "Seewil, Bad");
  equal([sharedTown(["A, x", "A, y"]), sharedTown(["A, x", "B, y"]), sharedTown(["A, x", "A"]), sharedTown([])],
    ["A", null, null, null]);
});

Deno.test("a stop that is kept stays until it is not, and of too many the first makes room", () => {
  const values = new Map();
  const store = /** @type {any} */ ({ getItem: (/** @type {string} */ key) => values.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => values.set(key, value) });
  equal([toggleKept({ id: "a", name: "A" }, store), isKept("a", store), toggleKept({ id: "a", name: "A" }, store), isKept("a", store)],
    [true, true, false, false]);
  for (let n = 0; n <= MAXIMUM_KEPT_STOPS; n += 1) toggleKept({ id: String(n), name: "N" }, store);
  equal([keptStops(store).length, isKept("0", store), isKept(String(MAXIMUM_KEPT_STOPS), store)], [MAXIMUM_KEPT_STOPS, false, true]);
  for (const broken of ["{", "7", '[{"id":3}]', "null"]) {
    values.set("takt.keptStops", broken);
    equal(keptStops(store), []);
  }
  const full = { ...store, setItem: () => { throw new Error("full"); } };
  values.clear();
  equal([toggleKept({ id: "a", name: "A" }, full), isKept("a", full)], [false, false]);
});

Deno.test("two lines of one name are two buttons, with their modes for screen readers", () => {
  const tram = call({ line: "1", mode: "tram", colour: "#00A0E0" });
  const bus = call({ line: "1", mode: "bus", colour: "#E00000" });
  const lines = linesOf([bus, tram, call({ line: "2" }), bus], "en");
  equal(lines.map((each) => chipLabel(each, lines, speaker)), ["Tram 1", "Bus 1", null]);
  equal(new Set(lines.map(lineKey)).size, 3);
});
