import { keptStops } from "../../Web/app/rider/kept-stops.js";
import { asideCopy, namesIn, putAside } from "../../Web/app/rider/aside.js";
import { WrongFile, readCopy, restore } from "../../Web/app/rider/restore.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal } from "./support.js";

const place = (/** @type {string} */ name) => ({ name, stop: name, latitude: 47, longitude: 8 });
const ride = (/** @type {string} */ line) => ({ line, mode: "bus", from: { id: "a", name: "a" }, to: { id: "b", name: "b" }, seconds: 60, passed: [] });
const route = (/** @type {string} */ line) => ({ id: line, rides: [ride(line)], changeSeconds: [], walkBeforeSeconds: 0,
  walkAfterSeconds: 0, reminders: [] });
const connection = (/** @type {string} */ to, /** @type {string[]} */ lines) =>
  ({ id: `old-${to}`, from: place("a"), to: place(to), vias: [], routes: lines.map(route) });
const trip = (/** @type {string} */ to, more = {}) =>
  ({ id: to, from: { id: "a", name: "a" }, to: { id: to, name: to }, arriveBy: 485, weekdays: [1], ...more });
const FILE = { rider: "r1", settings: { notifies: true, alerts: {} }, connections: [connection("b", ["1", "2"]), connection("c", [])],
  trips: [trip("b"), trip("nowhere"), trip("b", { weekdays: [], day: "2020-01-01" })], channels: [], rides: [] };

const NOW = Date.parse("2026-05-04T06:00:00Z");

/** A server that never knew the rider, and the parts of the app that restoring needs. */
function world() {
  /** @type {{connections: any[], trips: any[], settings: any, isThere: boolean, left: number}} */
  const kept = { connections: [], trips: [], settings: { notifies: false, language: "en" }, isThere: true, left: Infinity };
  const { send, asked } = server((method, path, body) => {
    kept.left -= 1;
    if (!kept.isThere || kept.left < 0) return null;
    if (path === "/riders") return { status: 201, body: { token: "t1" } };
    if (path === "/rider/settings" && method === "PUT") kept.settings = body;
    if (path === "/rider/settings") return { body: kept.settings };
    if (method === "DELETE") {
      const kind = path.includes("trips") ? "trips" : "connections";
      const id = path.split("/").at(-1);
      const before = kept[kind].length;
      kept[kind] = kept[kind].filter((/** @type {any} */ each) => (each.trip ?? each).id !== id);
      return kept[kind].length < before ? { status: 204 } : refusal(404, "not-found");
    }
    if (method === "GET") return { body: path.endsWith("trips") ? kept.trips : kept.connections };
    if (path === "/rider/trips" && body.to === "nowhere") return refusal(422, "no-line");
    if (path === "/rider/trips") {
      const [hours, minutes] = body.arriveBy.split(":").map(Number);
      kept.trips.push({ trip: { ...trip(body.to), id: `new-${kept.trips.length}`, weekdays: body.weekdays, arriveBy: hours * 60 + minutes } });
    }
    if (path === "/rider/connections") kept.connections.push({ ...body, id: `new-${kept.connections.length}` });
    if (method === "PUT") kept.connections = kept.connections.map((each) => path.endsWith(each.id) ? { ...body, id: each.id } : each);
    return { status: 201, body: {} };
  });
  const nothing = () => Promise.resolve(null);
  const saved = { rider: new Rider(memory(), send), refresh: nothing, learn: nothing, learnTrips: nothing };
  const context = /** @type {any} */ ({ saved, sync: { pull: nothing }, speaker: { language: "de" }, clock: { now: () => NOW } });
  const take = (/** @type {object} */ file = FILE) => restore(readCopy(JSON.stringify(file)), context);
  const takeCopy = (/** @type {any} */ copy) => restore(copy, context);
  return { kept, asked, take, takeCopy };
}

Deno.test("the app restores a file for a new rider in the device’s language, and names what it cannot restore", async () => {
  const { kept, take } = world();
  const done = await take();
  equal([done.connections, done.trips, done.left.trips.map(({ to }) => to.name)], [2, 1, ["nowhere"]]);
  equal(kept.connections.map(({ id, to, routes }) => [id, to.name, routes.length]), [["new-0", "b", 2], ["new-1", "c", 0]]);
  equal(kept.settings, { notifies: true, language: "de", alerts: {} });
});

Deno.test("a trip with lines to take is taken back with them, from place to place", async () => {
  const { asked, take } = world();
  const from = { id: "", name: "Home", latitude: 47, longitude: 8 };
  const done = await take({ ...FILE, connections: [], trips: [trip("b", { from, route: route("1") })] });
  equal(done.trips, 1);
  equal(asked.filter((each) => each.startsWith("POST /rider/trips")).map((each) => JSON.parse(each.slice(each.indexOf("{"), each.lastIndexOf("}") + 1))),
    [{ route: route("1"), from, to: { id: "b", name: "b" }, arriveBy: "08:05", weekdays: [1] }]);
});

Deno.test("the same file twice saves nothing twice, and adds the routes that lack", async () => {
  const { kept, take } = world();
  await take();
  kept.connections[0].routes.pop();
  kept.connections[0].name = "Work";
  equal((await take()).isNew, true);
  equal((await take()).isNew, false);
  equal(kept.connections.map(({ name, routes }) => [name ?? "", routes.map((/** @type {any} */ each) => each.id)]),
    [["Work", ["1", "2"]], ["", []]]);
  equal(kept.trips.length, 1);
});

const reminded = (/** @type {string} */ name, /** @type {number[]} */ minutes) => ({ ...connection("b", ["1"]), name,
  routes: [{ ...route("1"), reminders: minutes.map((minute) => ({ minute, weekdays: [1, 2] })) }] });
const named = (/** @type {any} */ { name, routes }) =>
  [name, routes.map((/** @type {any} */ each) => each.reminders.map((/** @type {any} */ { minute }) => minute))];

Deno.test("a file adds reminders and a name to a connection that is there, and takes none away", async () => {
  const { kept, take } = world();
  await take({ ...FILE, connections: [connection("b", ["1"])] });
  equal((await take({ ...FILE, connections: [reminded("Work", [451])] })).isNew, true);
  equal(kept.connections.map(named), [["Work", [[451]]]]);
  await take({ ...FILE, connections: [reminded("Office", [451, 480])] });
  equal((await take({ ...FILE, connections: [reminded("Office", [480])] })).isNew, false);
  equal(kept.connections.map(named), [["Work", [[451, 480]]]]);
});

Deno.test("a change that waited on a signed-out device takes the place of the server's connection, as the rider wanted it", async () => {
  for (const how of [{ waits: ['{"method":"PUT","path":"/rider/connections/old-b","body":{}}'] }, { isRefused: true }]) {
    const { kept, take, takeCopy } = world();
    await take({ ...FILE, connections: [reminded("Work", [451])] });
    equal((await takeCopy({ connections: [reminded("Only here", [480])], trips: [], settings: null, ...how })).isNew, true);
    equal(kept.connections.map(named), [["Only here", [[480]]]]);
  }
});

Deno.test("data removed on a signed-out device is removed again, once and nothing else", async () => {
  const removing = (/** @type {string[]} */ ...paths) => paths.map((path) => JSON.stringify({ method: "DELETE", path: `/rider/${path}` }));
  const waits = [...removing("connections/new-0", "connections/new-0", "connections/other", "trips/new-0", "channels/new-1"), "{", "null"];
  for (const copy of [{ connections: [connection("c", [])], trips: [] }, { connections: [], trips: [] }]) {
    const { kept, asked, take, takeCopy } = world();
    await take();
    const done = await takeCopy({ ...copy, settings: null, waits });
    equal([done.removals, done.isNew, kept.connections.map(({ to }) => to.name), kept.trips.length], [2, true, ["c"], 0]);
    equal(asked.filter((each) => each.startsWith("DELETE")).length, 3);
    equal((await takeCopy({ ...copy, settings: null, waits })).removals, 0);
  }
});

Deno.test("data that came back to the device after its removal stays, and a new rider has nothing to remove", async () => {
  const waits = [JSON.stringify({ method: "DELETE", path: "/rider/connections/new-0" })];
  const { kept, take, takeCopy } = world();
  await take();
  const done = await takeCopy({ connections: [{ ...connection("b", ["1"]), id: "new-0" }], trips: [], settings: null, waits });
  equal([done.removals, kept.connections.length], [0, 2]);
  const { asked, takeCopy: takeAlone } = world();
  equal([(await takeAlone({ connections: [], trips: [], settings: null, waits })).removals, asked], [0, []]);
});

Deno.test("a removal that waited is put aside even where nothing is left", () => {
  const kept = new Map([["takt.rider", "t1"], ["takt.change.000000001.x", JSON.stringify({ method: "DELETE", path: "/rider/connections/7" })]]);
  const store = memory(kept);
  equal([putAside(store), asideCopy(store)?.waits?.length, kept.has("takt.change.000000001.x")], [true, 1, false]);
});

Deno.test("a change that only speaks of a removal is not put aside", () => {
  const body = { name: 'DELETE, "method":"DELETE"' };
  const store = memory(new Map([["takt.change.000000001.x", JSON.stringify({ method: "PUT", path: "/rider/connections/7", body })]]));
  equal([putAside(store), asideCopy(store)], [true, null]);
});

Deno.test("an interrupted restore continues when it is repeated", async () => {
  for (let answers = 0; answers < 7; answers += 1) {
    const { kept, take } = world();
    kept.left = answers;
    const error = await take().catch((failure) => failure);
    equal(error instanceof Error, true, String(answers));
    kept.left = Infinity;
    await take();
    equal([kept.connections.length, kept.trips.length], [2, 1], String(answers));
  }
});

Deno.test("kept stops of a file come to this device, and stops alone make nobody a rider", async () => {
  const { asked, take } = world();
  localStorage.setItem("takt.keptStops", JSON.stringify([{ id: "m", name: "Markt" }]));
  const stops = [{ id: "m", name: "Markt" }, ...Array.from({ length: 9 }, (_, at) => ({ id: `s${at}`, name: `Stop ${at}` }))];
  const done = await take({ ...FILE, connections: [], trips: [], stops });
  equal([done.stops, done.connections, asked.length], [8, 0, 0]);
  equal(keptStops(localStorage).map(({ id }) => id), ["m", "s0", "s1", "s2", "s3", "s4", "s5", "s6"]);
  localStorage.clear();
});

Deno.test("a wrong file is refused with the reason", () => {
  const files = {
    "": "import.notOurs", "{": "import.notOurs", "null": "import.notOurs", "[]": "import.notOurs",
    '{"connections":{},"trips":[]}': "import.notOurs", '{"connections":[],"trips":[]}': "import.empty",
    '{"connections":[7],"trips":[]}': "import.damaged", '{"connections":[],"trips":[{}]}': "import.damaged",
    '{"connections":[],"trips":[],"stops":7}': "import.notOurs", '{"connections":[],"trips":[],"stops":[{}]}': "import.damaged",
    [" ".repeat(2_000_001)]: "import.tooLarge",
  };
  for (const [text, key] of Object.entries(files)) {
    try {
      readCopy(text);
      throw new Error(`${text} is taken`);
    } catch (error) {
      equal(error instanceof WrongFile && error.key, key, text.slice(0, 40));
    }
  }
});

Deno.test("a trip of a day is past by the server’s clock, whatever that of the device says", async () => {
  const { asked, take } = world();
  const on = (/** @type {string} */ day) => trip("b", { weekdays: [], day });
  await take({ ...FILE, connections: [], trips: [on("2026-05-02"), on("2026-05-04")] });
  equal(asked.filter((each) => each.startsWith("POST /rider/trips")).map((each) => each.match(/"day":"([^"]*)/)?.[1]), ["2026-05-04"]);
});

Deno.test("what the server refused is listed so that names with commas stay apart", async () => {
  const { take } = world();
  const nowhere = (/** @type {string} */ from) => trip("nowhere", { from: { id: "a", name: from }, to: { id: "nowhere", name: "Zug, Postplatz" } });
  const { left } = await take({ ...FILE, connections: [], trips: [nowhere("Baar"), nowhere("Cham, Post")] });
  equal(namesIn(left), "Baar – Zug, Postplatz; Cham, Post – Zug, Postplatz");
});
