import { TradeOffs, remarksOf } from "../../Web/app/search/trade-offs.js";
import { emptyQuery } from "../../Web/app/search/query.js";
import { equal } from "./support.js";

/** @import { Way } from "../../Web/app/search/wire.js" */

/** @param {string} id
 * @param {string} departure
 * @param {string} arrival
 * @param {number} walkMetres
 * @param {Way["status"]} [status] */
function way(id, departure, arrival, walkMetres, status = "works") {
  const at = (/** @type {string} */ clock) => ({ scheduled: `2026-05-04T${clock}:00+02:00` });
  return /** @type {Way} */ (/** @type {unknown} */ ({ id, departure: at(departure), arrival: at(arrival), walkMetres, status, legs: [] }));
}

Deno.test("the first to arrive and the one with the shortest walk are distinguished", () => {
  const ways = [way("far", "08:00", "08:20", 1400), way("near", "08:05", "08:30", 300), way("none", "08:10", "08:25", 900)];
  equal(remarksOf(ways, { arriveBy: false }), new Map([["far", "trade.earliest"], ["near", "trade.least"]]));
  // Who asked to be there by a time is told the last one in time elsewhere.
  equal(remarksOf(ways, { arriveBy: true }), new Map([["near", "trade.least"]]));
});

Deno.test("of two that arrive together, the one that leaves later is the earliest", () => {
  const ways = [way("long", "08:00", "08:20", 1400), way("short", "08:10", "08:20", 1300), way("near", "08:05", "08:30", 300)];
  equal(remarksOf(ways, { arriveBy: false }), new Map([["short", "trade.earliest"], ["near", "trade.least"]]));
});

Deno.test("where walks hardly differ, or the first has the least, nothing is said", () => {
  equal(remarksOf([way("a", "08:00", "08:20", 500), way("b", "08:05", "08:30", 400)], { arriveBy: false }).size, 0);
  equal(remarksOf([way("a", "08:00", "08:20", 100), way("b", "08:05", "08:30", 900)], { arriveBy: false }).size, 0);
  equal(remarksOf([], { arriveBy: false }).size, 0);
});

Deno.test("a connection that cannot be taken is no choice", () => {
  const ways = [way("a", "08:00", "08:20", 1400), way("gone", "08:05", "08:10", 100, "cancelled")];
  equal(remarksOf(ways, { arriveBy: false }).size, 0);
});

Deno.test("one other search is made, with a longer walk", async () => {
  const { fetch } = globalThis;
  /** @type {string[]} */
  const asked = [];
  /** @type {unknown[][]} */
  const drawn = [];
  globalThis.fetch = (address) => {
    asked.push(String(address));
    return Promise.resolve(Response.json({ connections: [way("far", "08:00", "08:20", 1400)] }));
  };
  const here = { context: { settings: { values: { pace: "slow" } } }, draw: (/** @type {unknown[]} */ ...all) => drawn.push(all) };
  const query = { ...emptyQuery(), from: "a", to: "47.1,8.3" };
  const signal = new AbortController().signal;
  await TradeOffs.prototype.look.call(/** @type {any} */ (here), query, [way("near", "08:05", "08:30", 300)], signal);
  await TradeOffs.prototype.look.call(/** @type {any} */ (here), query, [way("same", "08:05", "08:21", 300)], signal);
  globalThis.fetch = fetch;
  const address = "/api/v1/connections?from=a&to=47.1%2C8.3&walk=30&walkingSpeed=0.9&results=4";
  equal([asked, drawn.length, drawn[0][1], drawn[0][3]], [[address, address], 1, 30, 600]);
});
