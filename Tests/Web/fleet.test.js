import { longitudeOf } from "../../Web/app/geometry.js";
import { Fleet } from "../../Web/app/live/fleet.js";
import { equal, near, vehicle } from "./support.js";

const moment = { now: 0, steady: 0, blend: false };

/** @param {import("../../Web/app/types.js").Vehicle[]} vehicles */
const all = (vehicles) => ({ asOf: 0, reset: true, vehicles, removed: [] });

Deno.test("changes are added and leavers removed; a reset begins again", () => {
  const fleet = new Fleet();
  fleet.apply(all([vehicle({ id: "a" }), vehicle({ id: "b" })]), moment);
  fleet.apply({ asOf: 1, reset: false, vehicles: [vehicle({ id: "c" })], removed: ["a", "x"] }, moment);
  equal([...fleet.vehicles.keys()], ["b", "c"]);
  fleet.apply(all([vehicle({ id: "d" })]), moment);
  equal([...fleet.vehicles.keys()], ["d"]);
});

Deno.test("members that the server omits are unknown", () => {
  const fleet = new Fleet();
  const { label: _label, nextStop: _next, delaySeconds: _delay, headsign: _head, ...bare } = vehicle();
  fleet.apply(all([/** @type {any} */ (bare)]), moment);
  const received = fleet.vehicles.get("v1")?.vehicle;
  equal([received?.label, received?.nextStop, received?.delaySeconds, received?.headsign], [null, null, null, null]);
});

Deno.test("listeners hear every event once, until they end it", () => {
  const fleet = new Fleet();
  let heard = 0;
  const end = fleet.onChange(() => heard += 1);
  fleet.apply(all([]), moment);
  fleet.apply(all([]), moment);
  end();
  fleet.apply(all([]), moment);
  equal(heard, 2);
});

Deno.test("a new path takes over softly, without a jump", () => {
  const fleet = new Fleet();
  const at = (/** @type {number} */ longitude) => vehicle({ path: [[0, longitude, 47]] });
  fleet.apply(all([at(8)]), moment);
  fleet.apply(all([at(8.001)]), { now: 0, steady: 1000, blend: true });
  const place = { x: 0, y: 0 };
  const shown = (/** @type {number} */ steady) =>
    longitudeOf(fleet.vehicles.get("v1")?.placeAt(0, steady, place).x ?? NaN);
  near(shown(1000), 8, 1e-9);
  near(shown(60_000), 8.001, 1e-9);
});

Deno.test("far away it jumps: gliding across a town would be a lie", () => {
  const fleet = new Fleet();
  fleet.apply(all([vehicle({ path: [[0, 8, 47]] })]), moment);
  fleet.apply(all([vehicle({ path: [[0, 8.1, 47]] })]), { now: 0, steady: 1000, blend: true });
  const place = { x: 0, y: 0 };
  near(longitudeOf(fleet.vehicles.get("v1")?.placeAt(0, 1000, place).x ?? NaN), 8.1, 1e-9);
});

Deno.test("the vehicles within a box depend on the time", () => {
  const fleet = new Fleet();
  fleet.apply(all([vehicle({ path: [[0, 8, 47], [100, 8.2, 47]] })]), moment);
  const east = { west: 8.1, south: 46.9, east: 8.3, north: 47.1 };
  equal(fleet.within(east, 0).length, 0);
  equal(fleet.within(east, 80_000).length, 1);
  equal(fleet.within(null, 0).length, 1);
});

Deno.test("vehicles are counted by their route", () => {
  const fleet = new Fleet();
  fleet.apply(all(["a", "a", "b", null].map((route, index) => vehicle({ id: `${index}`, route }))), moment);
  equal([...fleet.countsByRoute()], [["a", 2], ["b", 1]]);
});
