import { savedAs } from "../../Web/app/rider/saving.js";
import { equal } from "./support.js";

/** @import { SavedConnection } from "../../Web/app/rider/wire.js" */

const stop = (/** @type {string} */ name) => ({ id: name, name, latitude: 47, longitude: 8 });
const place = (/** @type {string} */ name) => ({ name, stop: name, latitude: 47, longitude: 8 });
const RIDE = { kind: "ride", line: { name: "1", mode: "tram" }, from: { stop: stop("a") }, to: { stop: stop("b") } };

/** @param {Partial<SavedConnection>} more
 * @returns {SavedConnection} */
function saved(more) {
  const rides = [{ line: "1", mode: /** @type {const} */ ("tram"), from: stop("a"), to: stop("b"), seconds: 60, passed: [] }];
  return { id: "c", from: place("a"), to: place("b"), vias: [],
    routes: [{ id: "r", rides, changeSeconds: [], walkBeforeSeconds: 0, walkAfterSeconds: 0, reminders: [] }], ...more };
}

/** The id under which a connection of these legs is saved.
 * @param {any[]} legs
 * @param {SavedConnection} [connection] */
function known(legs, connection = saved({})) {
  return savedAs(/** @type {any} */ ({ legs }), [connection])?.connection.id ?? null;
}

Deno.test("a found connection is saved by its lines, their stops and its ends", () => {
  equal(known([RIDE]), "c");
  equal(known([{ ...RIDE, line: { ...RIDE.line, name: "9" } }]), null);
  equal(known([{ ...RIDE, to: { stop: stop("elsewhere") } }]), null);
  equal(known([RIDE, RIDE]), null);
});

Deno.test("one that begins on foot is saved from where it begins, or near it", () => {
  const walk = (/** @type {number} */ latitude) => ({ kind: "walk", from: { name: "", latitude, longitude: 8 }, to: RIDE.from.stop });
  const fromHouse = saved({ from: { name: "House", latitude: 47, longitude: 8 } });
  equal(known([walk(47), RIDE]), null);
  equal(known([RIDE], fromHouse), null);
  equal(known([walk(47.0002), RIDE], fromHouse), "c");
  equal(known([walk(47.01), RIDE], fromHouse), null);
});
