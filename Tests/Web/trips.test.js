import { Speaker } from "../../Web/app/i18n.js";
import { nextTrips } from "../../Web/app/rider/home-trips.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { tripProblem } from "../../Web/app/rider/saving-problem.js";
import { schedule } from "../../Web/app/rider/saving.js";
import { usualDays } from "../../Web/app/rider/weekday-choice.js";
import { memory, server } from "./rider-server.js";
import { equal } from "./support.js";

Deno.test("a trip is there once, also where the list comes with it before the answer that made it", async () => {
  const trip = { trip: { id: "7" } };
  const { send } = server((method) => method === "POST" ? { status: 201, body: trip } : { body: [trip] });
  const saved = new Saved({ rider: new Rider(memory(new Map([["takt.rider", "t1"]])), send), store: memory(), wall: () => 0, serverNow: () => 0 });
  await saved.learnTrips();
  await schedule(saved, { from: "a", to: "b" }, "de");
  equal(saved.trips.map(({ trip: { id } }) => id), ["7"]);
});

Deno.test("without storage the list of trips is known as soon as the server has answered", async () => {
  const { send } = server((method) => method === "POST" ? { status: 201, body: { token: "t1" } } : { body: [] });
  const saved = new Saved({ rider: new Rider(null, send), store: null, wall: () => 1, serverNow: () => 0 });
  await saved.rider.begin("de");
  equal(saved.knowsTrips, false);
  await saved.learnTrips();
  equal([saved.knowsTrips, saved.trips], [true, []]);
});

Deno.test("at home are the trips of the next hours, under way or ahead, the next one first", () => {
  const now = Date.parse("2026-05-04T08:00:00Z");
  const event = (/** @type {string} */ time) => ({ scheduled: `2026-05-0${time}:00Z` });
  const trip = (/** @type {string} */ id, /** @type {string} */ from, /** @type {string} */ to) =>
    /** @type {any} */ ({ trip: { id }, next: { departure: event(from), arrival: event(to) } });
  const trips = [trip("late", "4T19:00", "4T20:00"), trip("over", "4T07:00", "4T07:59"), trip("tomorrow", "5T08:00", "5T09:00"),
    trip("soon", "4T09:00", "4T10:00"), trip("riding", "4T07:30", "4T08:30"), /** @type {any} */ ({ trip: { id: "impossible" } })];
  equal(nextTrips(trips, now).map(({ trip: { id } }) => id), ["riding", "soon"]);
  equal(nextTrips(trips.slice(0, 3), now).map(({ trip: { id } }) => id), ["late"]);
});

Deno.test("a trip on a day that the timetable does not reach says so, and one without service on another day does not", () => {
  const speaker = new Speaker("en", "en-GB", { "problem.outside": "from {from} to {to}", "trip.no-service": "nothing" });
  const context = /** @type {any} */ ({ speaker, network: { serviceDays: { from: "2026-05-01", to: "2026-05-31" } } });
  const said = (/** @type {string} */ day) =>
    tripProblem({ kind: "no-service", day }, context);
  equal(["2026-04-30", "2026-05-01", "2026-06-01"].map(said),
    ["from 1 May 2026 to 31 May 2026", "nothing", "from 1 May 2026 to 31 May 2026"]);
  equal(tripProblem({ kind: "no-service" }, context), "nothing");
});

Deno.test("what is found at night is offered for the nights after workdays", () => {
  equal([usualDays(1, 480), usualDays(6, 480)], [[1, 2, 3, 4, 5], [6]]);
  equal([usualDays(6, 30), usualDays(1, 30)], [[2, 3, 4, 5, 6], [1]]);
  equal(usualDays(5, 270), [1, 2, 3, 4, 5]);
});
