import { evenly } from "../../Web/app/lines/paper.js";
import { secondsOfServiceDay, serviceClock, serviceSeconds, shiftedDay } from "../../Web/app/lines/service-time.js";
import { columnsAround, delayOfCell, isNight, nextTrips, timeOfCell } from "../../Web/app/lines/timetable.js";
import { MAXIMUM_ANSWERS, keepAnswer, keptAnswer } from "../../Web/app/kept-answers.js";
import { Speaker } from "../../Web/app/i18n.js";
import { callsOf, passedCount, tripOf } from "../../Web/app/lines/trip-view.js";
import { memory } from "./rider-server.js";
import { equal } from "./support.js";

/** @import { Cell, LineTimetable, Trip } from "../../Web/app/lines/wire.js" */

/** @param {string[]} times "08:00", "" where it does not call, with " +2" two minutes late
 * @param {Partial<Trip>} [parts]
 * @returns {Trip} */
function trip(times, parts = {}) {
  /** @type {Cell[]} */
  const cells = times.flatMap((text, row) => {
    if (text === "") return [];
    const [clock, late] = text.split(" +");
    const departure = `${clock}:00`;
    if (late === undefined) return [{ row, departure }];
    const minutes = serviceSeconds(departure) / 60 + Number(late);
    const expected = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:00`;
    return [{ row, departure, expectedDeparture: expected }];
  });
  return { trip: times.join(), headsign: "", cancelled: false, cells, ...parts };
}

/** @param {number} rows
 * @param {Trip[]} trips
 * @returns {LineTimetable} */
const timetable = (rows, trips) => ({
  route: "1",
  line: "1",
  directions: [0, 1],
  serviceDay: "2026-05-04",
  timeZone: "Europe/Zurich",
  stops: Array.from({ length: rows }, (_, row) => ({ id: `s${row}`, name: `S${row}` })),
  trips,
  more: false,
});

const at = (/** @type {string} */ clock) => serviceSeconds(`${clock}:00`);

Deno.test("at each stop the next vehicle is the one that leaves next as expected", () => {
  const line = timetable(3, [
    trip(["07:50 +12", "07:55 +12", "08:10 +12"]),
    trip(["08:00", "08:06", "08:15"]),
    trip(["08:01", "", "08:20"], { cancelled: true }),
    trip(["08:30", "08:36", ""]),
  ]);
  equal(nextTrips(line, at("08:01")), [0, 1, 1]);
  equal(nextTrips(line, at("08:05")), [3, 1, 1]);
  equal(nextTrips(line, at("08:25")), [3, 3, -1]);
  equal(nextTrips(line, at("25:00")), [-1, -1, -1]);
});

Deno.test("a stop that is skipped or passed is nobody's next", () => {
  const skipped = trip(["08:00", "08:05"]);
  skipped.cells[1].skipped = true;
  const passing = trip(["08:10", "08:15"]);
  passing.cells[1].passes = true;
  equal(nextTrips(timetable(2, [skipped, passing]), at("07:00")), [0, -1]);
});

Deno.test("of a long day the columns around now are shown, of a short one all", () => {
  const day = (/** @type {number} */ count) =>
    timetable(200, Array.from({ length: count }, (_, index) =>
      trip([`${String(5 + Math.floor(index / 10)).padStart(2, "0")}:${String((index % 10) * 6).padStart(2, "0")}`])));
  equal(columnsAround(day(15), nextTrips(day(15), 0)), { from: 0, to: 15 });
  const long = day(150);
  equal(columnsAround(long, nextTrips(long, 0)), { from: 0, to: 20 });
  equal(columnsAround(long, nextTrips(long, at("12:00"))), { from: 65, to: 85 });
  equal(columnsAround(long, nextTrips(long, at("28:00"))), { from: 130, to: 150 });
});

Deno.test("the delay is the difference of what is expected, and unknown without it", () => {
  const [late, plain] = trip(["08:00 +3", "08:10"]).cells;
  equal([delayOfCell(late), timeOfCell(late)], [180, "8:03:00"]);
  equal([delayOfCell(plain), timeOfCell(plain)], [null, "08:10:00"]);
});

Deno.test("a stop is passed when the vehicle has left it, not when it should have", () => {
  const run = trip(["08:00 +5", "08:10 +5", "", "08:20 +5"]);
  equal(callsOf(run).length, 3);
  equal(["07:59", "08:04", "08:06", "08:24", "08:26"].map((clock) => passedCount(run, at(clock))),
    [0, 0, 1, 2, 3]);
});

Deno.test("a service day begins twelve hours before its noon, also when clocks are set", () => {
  const zone = "Europe/Zurich";
  const seconds = (/** @type {string} */ moment, /** @type {string} */ day) =>
    secondsOfServiceDay(Date.parse(moment), day, zone);
  equal(seconds("2026-05-04T08:00:00+02:00", "2026-05-04"), 8 * 3600);
  equal(seconds("2026-05-05T01:10:30+02:00", "2026-05-04"), 25 * 3600 + 630);
  equal(seconds("2026-03-29T08:00:00+02:00", "2026-03-29"), 8 * 3600);
  equal(seconds("2026-03-29T01:00:00+01:00", "2026-03-29"), 2 * 3600);
});

Deno.test("times after midnight are shown as clocks show them", () => {
  const clock = serviceClock({ serviceDay: "2026-05-04", timeZone: "Europe/Zurich" }, new Speaker("de", "de-CH"));
  equal(["05:00:00", "25:10:00", "24:00:30"].map(clock), ["05:00", "01:10", "00:00"]);
  equal([shiftedDay("2026-02-28", 1), shiftedDay("2026-01-01", -1)], ["2026-03-01", "2025-12-31"]);
});

Deno.test("in a night in which clocks change, times are shown as boards show them", () => {
  const clock = (/** @type {string} */ serviceDay, timeZone = "Europe/Zurich") =>
    serviceClock({ serviceDay, timeZone }, new Speaker("de", "de-CH", undefined, "Europe/Zurich"));
  equal(["26:40:00", "27:10:00", "28:00:00"].map(clock("2026-10-24")), ["02:40", "02:10", "03:00"]);
  equal(["25:59:00", "26:00:00"].map(clock("2026-03-28")), ["01:59", "03:00"]);
  equal(clock("2026-03-29")("08:00:00"), "08:00");
  equal(clock("2026-10-24", "")("27:10:00"), "02:10");
});

Deno.test("the night belongs to the day before until its last call, or until the new day's first run begins", () => {
  const before = timetable(2, [trip(["23:50", "24:10"]), trip(["25:00", "25:20"])]);
  const today = timetable(2, [trip(["01:15", "01:35"]), trip(["05:00", "05:20"])]);
  const late = timetable(2, [trip(["05:00", "05:20"])]);
  const isNightAt = (/** @type {string} */ clock, /** @type {LineTimetable|null} */ next) =>
    isNight(before, next, (each) => at(clock) + (each === before ? 86_400 : 0));
  equal(["00:05", "01:10", "01:16"].map((clock) => isNightAt(clock, today)), [true, true, false]);
  equal(["01:16", "01:21"].map((clock) => isNightAt(clock, late)), [true, false]);
  equal(["01:16", "01:21"].map((clock) => isNightAt(clock, null)), [true, false]);
});

/** A run in its endpoint's format.
 * @param {string} name
 * @returns {import("../../Web/app/lines/wire.js").TripRun} */
const answeredRun = (name) => ({
  trip: name, serviceDay: "2026-05-04", timeZone: "Europe/Zurich", route: "r", line: "1", headsign: "B", cancelled: false, added: false,
  calls: [{ stop: { id: "a", name: "A", platform: "2" }, arrival: "08:00:00", departure: "08:00:00" },
    { stop: { id: "b", name: "B" }, arrival: "08:10:00", departure: "08:10:00", expectedArrival: "08:12:00", expectedDeparture: "08:12:00" }],
});

Deno.test("a run is shown as the one column of its timetable", () => {
  const { timetable: { stops, trips }, trip: { cells } } = tripOf(answeredRun("t"));
  equal([stops.map(({ name }) => name), trips.length], [["A", "B"], 1]);
  equal(cells.map(({ row, stop, platform, expectedArrival }) => [row, stop, platform, expectedArrival]),
    [[0, "a", "2", undefined], [1, "b", undefined, "08:12:00"]]);
});

Deno.test("the last answers are kept with their time, each once, and the oldest makes room", () => {
  const store = memory();
  const keep = (/** @type {number} */ number, /** @type {number} */ at) =>
    keepAnswer(store, "takt.runs", { id: `t${number}`, answer: { trip: number }, at });
  for (let number = 0; number <= MAXIMUM_ANSWERS; number += 1) keep(number, number);
  keep(3, 99);
  equal(keptAnswer(store, "takt.runs", "t0"), null);
  equal([1, 3, MAXIMUM_ANSWERS].map((number) => keptAnswer(store, "takt.runs", `t${number}`)?.at), [1, 99, MAXIMUM_ANSWERS]);
  equal(keptAnswer(store, "takt.boards", "t3"), null);
  keepAnswer(store, "takt.runs", { id: "long", answer: { text: "x".repeat(100_000) }, at: 1 });
  equal(keptAnswer(store, "takt.runs", "long"), null);
  equal(keptAnswer(memory(new Map([["takt.runs", '[{"answer":7}]']])), "takt.runs", "t3"), null);
});

Deno.test("on paper the trips of a day are divided into tables of nearly the same size", () => {
  const trips = Array.from({ length: 26 }, (_, at) => at);
  const groups = evenly(trips, 12);
  equal(groups.map(({ length }) => length), [9, 8, 9]);
  equal(groups.flat(), trips);
  equal(evenly(trips.slice(0, 12), 12).length, 1);
});
