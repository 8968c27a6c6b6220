import { Speaker, loadCatalogue } from "../../Web/app/i18n.js";
import { stillAhead, untilText, storedText } from "../../Web/app/rider/home-card.js";
import { bytesOf } from "../../Web/app/rider/push.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { SettingsSync, fromServer, toServer } from "../../Web/app/rider/sync.js";
import { minuteOf, minuteValue, reminderText, weekdaysText } from "../../Web/app/rider/weekdays.js";
import { whyEmpty } from "../../Web/app/rider/stop-card.js";
import { weekdayOf } from "../../Web/app/rider/save-sheet.js";
import { tripProblem } from "../../Web/app/rider/saving-problem.js";
import { byTime } from "../../Web/app/screens/trips.js";
import { DEFAULTS, Settings } from "../../Web/app/settings.js";
import { memory, server } from "./rider-server.js";
import { equal } from "./support.js";

const speaker = new Speaker("en", "en-GB", await loadCatalogue("en", ["home", "pages", "riders"]));
const german = new Speaker("de", "de-CH", await loadCatalogue("de", ["home", "pages", "riders"]));

/** @param {string} time
 * @returns {import("../../Web/app/rider/wire.js").SavedDeparture} */
const at = (time) => ({ connection: time, departure: { scheduled: `2026-05-04T${time}+02:00` }, status: "works", rides: [] });
const now = Date.parse("2026-05-04T08:00:30+02:00");

Deno.test("the minutes until a departure are whole ones that are left", () => {
  equal(["08:00:40", "08:01:50", "08:02:00", "08:02:50", "08:15:00"].map((time) => untilText(at(time), speaker, now)),
    ["now", "now", "in 1 min", "in 1 min", "in 14 min"]);
  equal([untilText(at("09:31:00"), speaker, now), untilText(at("09:30:29"), speaker, now)], ["", "in 1 hr 29 min"]);
  const evening = Date.parse("2026-05-03T20:00:00+02:00");
  const midnight = Date.parse("2026-05-03T23:50:00+02:00");
  equal([untilText(at("07:31:00"), german.writing("de-CH", "Europe/Zurich"), evening),
    untilText(at("00:05:00"), german.writing("de-CH", "Europe/Zurich"), midnight)], ["morgen", "in 15 Min."]);
});

Deno.test("a rider who walks to the first stop sees when to leave", () => {
  const walk = (/** @type {string} */ time) => untilText(at(time), speaker, now, 540);
  equal(["08:10:00", "08:11:00", "08:05:00", "08:45:00"].map(walk), ["leave now", "leave in 1 min", "leave now", "leave in 35 min"]);
  equal(untilText(at("08:45:00"), german, now, 540), "losgehen in 35 Min.");
});

Deno.test("a departure in the past is not shown", () => {
  const route = /** @type {any} */ ({ departures: ["07:59:00", "08:00:10", "08:14:00"].map(at) });
  equal(stillAhead(route, now).map(({ connection }) => connection), ["08:00:10", "08:14:00"]);
});

Deno.test("trips are listed by when they are, those of no known day last", () => {
  const trip = (/** @type {string} */ id, /** @type {any} */ more) => /** @type {any} */ ({ trip: { id, arriveBy: 480, ...more.trip }, ...more.rest });
  const on = (/** @type {string} */ day, arriveBy = 480) => ({ trip: { day, arriveBy }, rest: { next: { day } } });
  const trips = [trip("weekly, gone", { trip: { weekdays: [1] } }), trip("later", on("2026-05-05")),
    trip("noon", on("2026-05-04", 720)), trip("weekly", { rest: { next: { day: "2026-05-04" } } })];
  equal(byTime(trips).map(({ trip: { id } }) => id), ["weekly", "noon", "later", "weekly, gone"]);
  // An impossible trip comes after possible ones, however early it is.
  const gone = trip("today, too late", { trip: { day: "2026-05-04" }, rest: { problem: { kind: "too-late", detail: "" } } });
  equal(byTime([gone, ...trips]).map(({ trip: { id } }) => id), ["weekly", "noon", "later", "today, too late", "weekly, gone"]);
});

Deno.test("days of the week are said as people say them", () => {
  equal([[1, 2, 3, 4, 5], [6, 7], [1, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], []].map((days) => weekdaysText(days, speaker)),
    ["Mon–Fri", "Sat, Sun", "Mon, Wed–Fri", "every day", ""]);
  equal(reminderText({ minute: 494, weekdays: [1, 2, 3] }, german), "08:14 · Mo–Mi");
  equal(["2026-05-04", "2026-05-10"].map(weekdayOf), [1, 7]);
});

Deno.test("times of day are read as they are written", () => {
  equal([0, 494, 1439].map(minuteValue), ["00:00", "08:14", "23:59"]);
  equal(["00:00", "08:14", "23:59", "", "25:00", "8:14"].map(minuteOf), [0, 494, 1439, null, null, null]);
});

Deno.test("a trip that cannot be made is refused in the rider's language, with the time", () => {
  const context = /** @type {any} */ ({ speaker: german });
  equal(tripProblem({ kind: "too-late", arrival: "2026-05-04T08:48:20+02:00" }, context),
    "Es ist zu spät, um rechtzeitig dort zu sein. Das nächste Fahrzeug ist um 08:48 dort.");
  equal(tripProblem({ kind: "same-stop" }, context).startsWith("Start und Ziel"), true);
  equal(tripProblem({ kind: "odd" }, context), german.say("failed"));
  // With lines to take nothing need be direct.
  equal(tripProblem({ kind: "no-line" }, context), german.say("trip.no-line"));
  equal(tripProblem({ kind: "no-line" }, context, true), german.say("trip.lineGone"));
});

Deno.test("settings go to the server and come back the same", () => {
  const routes = new Map(["a", "b", "c"].map((id) => [id, /** @type {any} */ ({ id })]));
  const values = { ...DEFAULTS, vehicles: null, predictions: false, hiddenRoutes: ["b"], pace: /** @type {const} */ ("slow") };
  const sent = toServer(values, routes);
  equal(sent, { mapVehicles: null, showsPredictions: false, walkingSpeed: 0.9, visibleRoutes: ["a", "c"] });
  equal(fromServer(/** @type {any} */ (sent), routes), { vehicles: null, predictions: false, pace: "slow", hiddenRoutes: ["b"] });
  equal([null, 0.5, 1.2, 2].map((walkingSpeed) => fromServer(/** @type {any} */ ({ ...sent, walkingSpeed }), routes).pace),
    ["normal", "slow", "normal", "brisk"]);
  equal(toServer(DEFAULTS, routes).visibleRoutes, null);
  // A choice that the server cannot keep stays on the device.
  const many = new Map(Array.from({ length: 600 }, (_, n) => [String(n), /** @type {any} */ ({})]));
  equal("visibleRoutes" in toServer({ ...values, hiddenRoutes: ["1"] }, many), false);
});

/** A device with a pace, and the server's speed.
 * @param {"slow"|"brisk"} pace
 * @param {object|null} before the settings that the device knew of the server
 * @param {number|null} walkingSpeed */
function synced(pace, before, walkingSpeed) {
  const store = memory(new Map([["takt.rider", "t1"]]));
  if (before !== null) store.setItem("takt.riderSettings", JSON.stringify(before));
  const { send, asked } = server(() => ({ body: { mapVehicles: 15, showsPredictions: true, visibleRoutes: null, walkingSpeed } }));
  const saved = new Saved({ rider: new Rider(store, send), store, wall: () => 0, serverNow: () => 0 });
  const settings = new Settings(store);
  settings.set({ pace });
  const sync = new SettingsSync({ settings, saved, routes: () => new Map(), language: () => "en", store });
  return { sync, settings, asked };
}

Deno.test("a pace that was chosen before servers knew of it is sent, and others are taken over", async () => {
  const old = synced("slow", { mapVehicles: 15 }, null);
  await old.sync.pull();
  equal([old.settings.values.pace, old.asked.map((each) => each.split(" ")[0])], ["slow", ["GET", "PUT"]]);
  equal(old.asked[1].includes('"walkingSpeed":0.9'), true);
  const fresh = synced("slow", null, 1.6);
  await fresh.sync.pull();
  equal([fresh.settings.values.pace, fresh.asked.length], ["brisk", 1]);
  const changed = synced("brisk", { walkingSpeed: 1.6 }, null);
  await changed.sync.pull();
  equal([changed.settings.values.pace, changed.asked.length], ["normal", 1]);
});

Deno.test("the server's push key is read from base64url", () => {
  equal([...bytesOf("-_8A")], [251, 255, 0]);
});

Deno.test("an answer that came before the server's time was known gets its time later, once", async () => {
  const { send } = server(() => ({ body: { nearby: [], other: [] } }));
  const store = memory(new Map([["takt.rider", "t1"]]));
  /** @type {{wall: number, server: number|null}} */
  const clock = { wall: 1000, server: null };
  const make = () => new Saved({
    rider: new Rider(store, send), store, wall: () => clock.wall, serverNow: () => clock.server,
  });
  const saved = make();
  await saved.refresh();
  equal(saved.home.serverAt, 1000);
  saved.time();
  equal(saved.home.serverAt, 1000);
  Object.assign(clock, { wall: 1200, server: 90_200 });
  saved.time();
  equal([saved.home.at, saved.home.serverAt], [1000, 90_000]);
  equal(make().home.serverAt, 90_000);
  clock.server = 99_000;
  saved.time();
  equal(saved.home.serverAt, 90_000);
});

Deno.test("where the network is kept, a connection that another device added comes to home at once", async () => {
  const place = { name: "a", latitude: 47, longitude: 8 };
  const { send } = server((_, path) => ({ body: path === "/rider/connections" ? [{ id: "7", from: place, to: place, vias: [], routes: [] }] : {} }));
  const store = memory(new Map([["takt.rider", "t1"], ["takt.connections", JSON.stringify([{ id: "waiting-1", routes: [] }])]]));
  const saved = new Saved({ rider: new Rider(store, send), store, wall: () => 1, serverNow: () => 6 });
  saved.phone = { isFirst: () => true, canAnswer: () => true,
    home: (all) => Promise.resolve({ nearby: [], other: all.map(({ id }) => /** @type {any} */ ({ id, routes: [] })) }) };
  const { promise, resolve } = Promise.withResolvers();
  saved.onChange(() => saved.home.answer.other[0]?.id === "7" && resolve(null));
  await saved.refresh();
  await promise;
  equal([saved.home.answer.other.map(({ id }) => id), saved.connections.map(({ id }) => id)], [["7"], ["7"]]);
});

Deno.test("a stop at home says that the timetable has ended", () => {
  const ended = /** @type {any} */ ({ calls: [], timeZone: "Europe/Zurich", empty: { reason: "outside-timetable", lastDay: "2026-05-03" } });
  const quiet = { ...ended, empty: { ...ended.empty, lastDay: "2026-05-04" } };
  equal([ended, quiet, { ...ended, empty: undefined }, null, /** @type {const} */ ("gone")].map((each) => whyEmpty(each, now, speaker)),
    ["The timetable here ended on 3 May 2026.", "Nothing leaves in the next hours.", "Nothing leaves in the next hours.",
      "Not known here: the server does not answer.", "This stop is no longer in the timetable."]);
});

Deno.test("a connection at home says that the timetable has ended: the server’s, or the one on this device", () => {
  const context = /** @type {any} */ ({ speaker, timeZone: "Europe/Zurich", network: { serviceDays: { from: "2026-04-01", to: "2026-08-01" } },
    pocket: { kept: { lastDay: "2026-05-03" } } });
  const route = /** @type {any} */ ({ id: "r", departures: [] });
  const said = (/** @type {boolean} */ isByPhone) =>
    storedText(route, { context: { ...context, saved: { isByPhone } }, connection: null, isLive: true, now });
  equal([said(true), said(false)], ["The timetable here ended on 3 May 2026.", "Nothing leaves in the next 24 hours."]);
  route.gone = true;
  equal(said(false), "A line or stop of this trip is no longer in the timetable.");
});
