import { corners, routeFeatures } from "../../Web/app/operator/campus-map.js";
import { Operator } from "../../Web/app/operator/operator.js";
import { daysOf, together } from "../../Web/app/operator/predictions.js";
import { isStraight } from "../../Web/app/operator/route-form.js";
import { ranked, share } from "../../Web/app/operator/sources.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal } from "./support.js";

/** An operator's tab with a server that answers with these statuses; 401 as Takt says it.
 * @param {number[]} statuses
 * @param {string} [page] what something else says in its place */
function tab(statuses, page) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const { send, asked } = server(() => {
    const status = statuses.shift() ?? 204;
    return status === 401 && page === undefined ? refusal(401, "no-operator") : { status, body: status === 401 ? page : {} };
  });
  return { operator: new Operator(memory(kept), send), kept, asked };
}

Deno.test("a wrong token is not kept, a good one is until the tab is closed", async () => {
  const { operator, kept, asked } = tab([401, 204]);
  const refused = await operator.enter("wrong").catch((error) => error.status);
  equal([refused, operator.isIn, kept.size], [401, false, 0]);
  await operator.enter("right");
  equal([operator.isIn, [...kept.values()]], [true, ["right"]]);
  equal(asked, ["GET /operator Bearer wrong", "GET /operator Bearer right"]);
});

Deno.test("an operator whose token is refused sees it once, and the token is forgotten", async () => {
  const { operator, kept } = tab([204, 401]);
  let refusals = 0;
  operator.onRefused = () => refusals += 1;
  await operator.enter("right");
  await operator.request("GET", "/api/v1/operator/riders").catch(() => {});
  equal([refusals, operator.isIn, kept.size, operator.wasRefused], [1, false, 0, true]);
});

Deno.test("a proxy that wants a password lets nobody out", async () => {
  const { operator, kept } = tab([204, 401], "<html>Sign in");
  await operator.enter("right");
  await operator.request("GET", "/api/v1/operator/riders").catch(() => {});
  equal([operator.isIn, [...kept.values()]], [true, ["right"]]);
});

Deno.test("reasons come with the most first, and none that did not happen", () => {
  equal(ranked({ too_old: 0, off_route: 2, ambiguous: 9, no_place: 2 }),
    [["ambiguous", 9], ["no_place", 2], ["off_route", 2]]);
});

Deno.test("only what is complete is called a hundred per cent", () => {
  equal([share(5, 0, "en"), share(99_999, 1, "en"), share(1, 3, "en"), share(0, 0, "en")],
    ["100%", "99.9%", "25%", null]);
});

Deno.test("lines together weigh by what was judged of them", () => {
  equal(together([{ count: 1, meanErrorSeconds: 100, mbtaShare: 1 }, { count: 3, meanErrorSeconds: 20 }, { count: 0 }]),
    { count: 4, meanErrorSeconds: 40, mbtaShare: 1 });
  const day = (/** @type {string} */ date) => ({ date, fallback: false, learnt: { count: 1 }, timetableAndDelay: { count: 1 } });
  equal(daysOf({ today: "2026-05-05", routes: [{ route: "1", fallback: false, days: [day("2026-05-03"), day("2026-05-04")] }] }),
    ["2026-05-05", "2026-05-04", "2026-05-03"]);
});

Deno.test("a route's line leads back to its beginning, and one of two points goes there and back", () => {
  const [a, b, c] = [[0, 0], [1, 0], [1, 1]].map(([longitude, latitude]) => ({ longitude, latitude }));
  equal(corners([a, b, c], true), [[0, 0], [1, 0], [1, 1], [0, 0]]);
  equal(corners([a, b], true), [[0, 0], [1, 0]]);
  const route = { id: 1, name: "East", description: "", enabled: true, color: "#E1501B", width: 4, stop_ids: [], active: true };
  equal(routeFeatures([{ ...route, points: [a] }]).features, []);
  equal([isStraight([a, b], [a, b]), isStraight([a, c, b], [a, b]), isStraight([], [])], [true, false, true]);
});
