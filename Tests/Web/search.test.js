import { concernedField, offeredDay, onlyWalking, problemOf } from "../../Web/app/search/problems.js";
import { Refusal } from "../../Web/app/ask.js";
import { RecentPlaces, markedParts } from "../../Web/app/search/places.js";
import {
  asksTheSame, connectionPath, connectionsPath, coordinateOf, emptyQuery, isComplete, localMinute,
  parseQuery, searchAddress, swapped,
} from "../../Web/app/search/query.js";
import { equal } from "./support.js";

/** @param {string} address */
const read = (address) => parseQuery(new URL(address, "http://takt.test").searchParams);

Deno.test("a search is read back from its address as it was written", () => {
  const query = {
    ...emptyQuery(),
    from: "ch:1:sloid:8503000",
    to: "47.17,8.51",
    vias: ["ä/ö?&=#", "b"],
    at: "2026-05-04T08:00",
    arriveBy: true,
    wheelchair: true,
    fewChanges: true,
    walk: 25,
    connection: "aJ9_x-",
  };
  equal(read(searchAddress(query)), query);
  equal(read(searchAddress({})), emptyQuery());
  equal(searchAddress(emptyQuery()), "/search");
});

Deno.test("invalid parts of an address are left out", () => {
  for (const at of ["tomorrow", "2026-05-04", "2026-99-04T08:00", "2026-05-04T08:00:00Z"]) {
    equal(read(`/search?from=a&at=${at}&arriveBy=1`), { ...emptyQuery(), from: "a" }, at);
  }
  for (const walk of ["0", "61", "5.5", "x", "15"]) equal(read(`/search?walk=${walk}`).walk, null, walk);
  const vias = ["1", "", "2", "3", "4", "5", "6"].map((via) => `via=${via}`).join("&");
  equal(read(`/search?${vias}`).vias, ["1", "2", "3", "4", "5"]);
});

Deno.test("the API is asked with what was chosen and nothing else", () => {
  const query = { ...emptyQuery(), from: "a&b", to: "c" };
  equal(connectionsPath(query, null), "/connections?from=a%26b&to=c");
  const more = { ...query, vias: ["v"], at: "2026-05-04T08:00", arriveBy: true, bicycle: true, fewChanges: true };
  equal(
    connectionsPath(more, "d.l"),
    "/connections?from=a%26b&to=c&via=v&at=2026-05-04T08%3A00&arriveBy=true&bicycle=true&changes=1&cursor=d.l",
  );
  equal(
    connectionPath({ ...query, connection: "a/b", wheelchair: true }),
    "/connections/a%2Fb?passed=true&wheelchair=true",
  );
});

Deno.test("the longest walk and the rider's pace go to the API where they are not as usual", () => {
  const query = { ...emptyQuery(), from: "a", to: "b", walk: 30, connection: "c" };
  equal(connectionsPath(query, null, "slow"), "/connections?from=a&to=b&walk=30&walkingSpeed=0.9");
  equal(connectionPath(query, false, "brisk"), "/connections/c?passed=true&walk=30&walkingSpeed=1.6");
  equal(connectionsPath({ ...query, walk: null }, null, "normal"), "/connections?from=a&to=b");
});

Deno.test("a search needs both ends, and an opened connection does not make it another", () => {
  const query = { ...emptyQuery(), from: "a", to: "b" };
  equal([isComplete(query), isComplete({ ...query, to: "" })], [true, false]);
  equal(asksTheSame(query, { ...query, connection: "x" }), true);
  equal(asksTheSame(query, { ...query, vias: ["v"] }), false);
});

Deno.test("whether the way is on a map is in the address of a connection, and of nothing else", () => {
  const query = { ...emptyQuery(), from: "a", to: "b", connection: "x", map: true };
  equal(read(searchAddress(query)), query);
  equal(searchAddress({ ...query, connection: null }), "/search?from=a&to=b");
  equal([connectionPath(query), connectionPath({ ...query, map: false })],
    ["/connections/x?passed=true&path=true", "/connections/x?passed=true"]);
  equal(connectionPath({ ...query, map: false }, true), "/connections/x?passed=true&path=true", "walks along streets");
});

Deno.test("turning round also turns the order of the stops on the way", () => {
  const query = { ...emptyQuery(), from: "a", to: "b", vias: ["1", "2"], connection: "x" };
  equal(swapped(query), { ...query, from: "b", to: "a", vias: ["2", "1"], connection: null });
  equal(query.vias, ["1", "2"]);
});

Deno.test("the time picker begins with the network's clock, not with this machine's", () => {
  const moment = Date.parse("2026-05-04T22:30:00Z");
  equal(localMinute(moment, "Europe/Zurich"), "2026-05-05T00:30");
  equal(localMinute(moment, "America/Chicago"), "2026-05-04T17:30");
});

Deno.test("a coordinate is distinguished from a name", () => {
  equal(coordinateOf("47.17, -8.5"), { latitude: 47.17, longitude: -8.5 });
  for (const text of ["", "8503000", "47.17", "91,8", "47,181", "Platz 1,2a", "1,2,3"]) {
    equal(coordinateOf(text), null, text);
  }
});

/** A browser's storage, in memory. */
function store() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

Deno.test("the stops chosen lately are offered, the latest first, each once and at most eight", () => {
  const recent = new RecentPlaces(store());
  for (let number = 1; number <= 10; number += 1) {
    recent.add({ value: `s${number}`, name: `Stop ${number}`, modes: [] });
  }
  recent.add({ value: "s5", name: "Stop 5", modes: ["tram"] });
  equal(recent.all().map(({ value }) => value), ["s5", "s10", "s9", "s8", "s7", "s6", "s4", "s3"]);
  recent.clear();
  equal(recent.all(), []);
});

Deno.test("where the rider was is never kept", () => {
  const memory = store();
  new RecentPlaces(memory).add({ value: "47.17123,8.51234", name: "My location", modes: [] });
  equal(memory.kept.size, 0);
});

Deno.test("a storage that is full, broken or forbidden does no harm", () => {
  const memory = store();
  memory.kept.set("takt.recentStops", '{"not": "a list"}');
  equal(new RecentPlaces(memory).all(), []);
  memory.kept.set("takt.recentStops", '[{"value": 1}, null, {"value": "a", "name": "A", "modes": []}]');
  equal(new RecentPlaces(memory).all(), [{ value: "a", name: "A", modes: [] }]);
  const refusing = { ...store(), setItem: () => { throw new Error("full"); } };
  new RecentPlaces(refusing).add({ value: "a", name: "A", modes: [] });
  new RecentPlaces(null).add({ value: "a", name: "A", modes: [] });
  equal(new RecentPlaces(null).all(), []);
});

Deno.test("the found parts of a name are marked, whatever ranges come", () => {
  equal(markedParts("Bad Ragaz", [[0, 3], [4, 6]]), [
    { text: "Bad", marked: true }, { text: " ", marked: false }, { text: "Ra", marked: true },
    { text: "gaz", marked: false },
  ]);
  equal(markedParts("Bad", []), [{ text: "Bad", marked: false }]);
  equal(markedParts("Bad", [[0, 3], [1, 2], [2, 9]]), [{ text: "Bad", marked: true }]);
});

Deno.test("a refusal is shown at the field that it is about", () => {
  const [from, to] = [{ value: "a", name: "A" }, { value: "b", name: "B" }];
  const vias = [{ value: "", name: "" }, { value: "c", name: "Cee" }, { value: "Dee", name: "Dee" }];
  /** @param {string|undefined} parameter
   * @param {string} [detail] */
  const refusal = (parameter, detail) => new Refusal("/connections", 422, { parameter, detail });
  const fields = [from, to, ...vias];
  equal(concernedField(refusal("from"), fields), from);
  equal(concernedField(refusal("to", "A and A are the same."), fields), to);
  equal(concernedField(refusal("via", "'Dee' may be several stops."), fields), vias[2]);
  equal(concernedField(refusal("via", "Something else."), fields), vias[1]);
  equal(concernedField(refusal("at"), fields), null);
  equal(concernedField(refusal(undefined), []), null);
});

Deno.test("a day with a timetable is offered: the next one with service, else the nearer end", () => {
  const days = { firstDay: "2026-04-27", lastDay: "2026-09-01" };
  equal(offeredDay(days, "1999-01-01"), "2026-04-27");
  equal(offeredDay(days, "2030-01-01"), "2026-09-01");
  equal(offeredDay({ nextDay: "2026-05-04" }, "2026-05-02"), "2026-05-04");
  equal(offeredDay({}, "2026-05-02"), null);
  equal(offeredDay({ nextDay: "2026-05-02" }, "2026-05-02"), null);
});

Deno.test("where only a walk is found, a day without a timetable is the reason", () => {
  const context = /** @type {any} */ ({ speaker: { locale: "en", say: (/** @type {string} */ key) => key }, timeZone: "Europe/Zurich",
    clock: { now: () => Date.parse("2026-08-02T08:00:00Z") }, network: { serviceDays: { from: "2026-04-01", to: "2026-08-01" } } });
  const said = (/** @type {string|null} */ at, known = context) => onlyWalking(/** @type {any} */ ({ at }), known);
  equal([said("2026-08-01T23:00"), said("2026-08-02T00:20"), said("2026-04-01T00:20")], Array(3).fill("search.onlyWalking"));
  equal([said("2026-08-02T06:00"), said("2026-03-31T23:00"), said(null)], Array(3).fill("problem.outside"));
  equal(said(null, { ...context, network: null }), "search.onlyWalking");
});

Deno.test("a kept timetable that is over asks for a newer one, and offers no day in the past", () => {
  const network = { serviceDays: { from: "2026-04-01", to: "2026-08-01" } };
  const context = /** @type {any} */ ({ speaker: { locale: "en", say: (/** @type {string} */ key) => key }, timeZone: "Europe/Zurich",
    clock: { now: () => Date.parse("2026-06-10T08:00:00Z") }, network, pocket: { overSentence: () => "over" } });
  const found = (/** @type {string} */ lastDay) => {
    const refusal = new Refusal("/connections", 422, { type: "/problems/outside-timetable", firstDay: "2026-05-04", lastDay });
    const { sentence, day } = problemOf(refusal, /** @type {any} */ ({ at: null }), [], context);
    return [sentence, day];
  };
  equal(found("2026-05-18"), ["over", null]);
  equal(found("2026-08-01"), ["problem.outside", "2026-08-01"], "the server's timetable");
});
