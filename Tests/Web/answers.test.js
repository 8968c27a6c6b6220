import { OutsideRegion, Refusal } from "../../Web/app/ask.js";
import { Answers } from "../../Web/app/pocket/answers.js";
import { SavedDepartures } from "../../Web/app/pocket/departures.js";
import { EngineAway, EngineHost } from "../../Web/app/pocket/engine-host.js";
import { keptFile } from "./pocket-world.js";
import { equal } from "./support.js";

/** @import { EngineAnswer, Kept } from "../../Web/app/pocket/wire.js" */

/** A device with an engine, and a server beside it.
 * @param {{answer?: EngineAnswer|"dies"|"silent"|"away", server?: any, place?: "phone"|"server", isCurrent?: boolean, isOutdated?: boolean, kept?: Kept|null,
 *   now?: string}} [how] */
function device({ answer = { status: 200, body: { by: "phone" } }, server = { by: "server" }, place = "phone", isCurrent = true,
  isOutdated = false, kept = keptFile(), now = "2026-05-05T08:00:00Z" } = {}) {
  /** @type {string[]} */
  const asked = [];
  const host = /** @type {EngineHost} */ (/** @type {unknown} */ ({
    isUsable: kept !== null && kept.lack === undefined,
    get: (/** @type {string} */ path) => {
      asked.push(`phone ${path.replace("/api/v1", "")}`);
      return answer === "away" ? Promise.reject(new EngineAway("away")) : Promise.resolve(answer);
    },
  }));
  /** @type {object[]} */
  const marked = [];
  const answers = new Answers({
    host, kept: () => kept, place: () => place, now: () => Date.parse(now), timeZone: () => "Europe/Zurich",
    isCurrent: () => isCurrent, isOutdated: () => isOutdated, answered: (answer) => marked.push(answer),
  });
  const ask = async (/** @type {string} */ path) => {
    asked.length = 0;
    const by = await answers.ask({ path, server: (patience) => {
      asked.push(`server${patience === undefined ? "" : ` ${patience}`}`);
      return server instanceof Error ? Promise.reject(server) : Promise.resolve(server);
    } }).then((answer) => answer.by ?? JSON.stringify(answer), (error) => error instanceof Refusal ? error.status : error.message);
    return [by, ...asked];
  };
  return { ask, marked };
}

const OFFLINE = new TypeError("no network");

Deno.test("while the network is kept the server is not asked for searches, boards, lines, stops and trips", async () => {
  const { ask, marked } = device();
  for (const path of ["/connections?from=a&to=b", "/connections/c1?passed=true", "/stops/a/departures?limit=20", "/stops/search?q=x",
    "/stops?bbox=1,2,3,4", "/stops/nearby?at=1,2", "/routes/t1", "/routes/t1/timetable?date=2026-05-06", "/trips/t?date=2026-05-06", "/routes"]) {
    equal(await ask(path), ["phone", `phone ${path}`], path);
  }
  equal(marked.length, 10);
});

Deno.test("questions that only the server can answer go there, and no others of the engine's", async () => {
  const { ask } = device();
  for (const path of ["/alerts", "/sources", "/push", "/addresses?q=x", "/places?near=1,2", "/vehicles"]) {
    equal(await ask(path), ["server", "server"], path);
  }
  equal(await device({ kept: null }).ask("/connections?from=a&to=b"), ["server", "server"]);
  equal(await device({ kept: keptFile({ lack: "lost" }) }).ask("/connections?from=a&to=b"), ["server", "server"]);
});

Deno.test("the days of a refusal and of an empty board are those that the kept file offers", async () => {
  const kept = keptFile({ firstDay: "2026-05-04", lastDay: "2026-05-17" });
  const days = (/** @type {string} */ firstDay, /** @type {string} */ lastDay) => ({ reason: "outside-timetable", firstDay, lastDay });
  const board = device({ kept, answer: { status: 200, body: { empty: days("2026-05-03", "2026-05-18") } } });
  equal((await board.ask("/stops/a/departures"))[0], JSON.stringify({ empty: days("2026-05-04", "2026-05-17") }));
  // A timetable that ends within them stays as it is.
  const short = device({ kept, answer: { status: 200, body: { empty: days("2026-05-05", "2026-05-06") } } });
  equal((await short.ask("/stops/a/departures"))[0], JSON.stringify({ empty: days("2026-05-05", "2026-05-06") }));
  const body = { type: "/problems/outside-timetable", firstDay: "2026-05-03", lastDay: "2026-05-18" };
  await device({ kept, answer: { status: 422, body } }).ask("/connections?from=a&to=b");
  equal([body.firstDay, body.lastDay], ["2026-05-04", "2026-05-17"]);
});

Deno.test("places are found among the stops of the device", async () => {
  const answer = { status: 200, body: { stops: [{ id: "m", name: "Markt", latitude: 47, longitude: 8, modes: [], highlights: [] }] } };
  const { ask } = device({ answer });
  equal(await ask("/places?q=mar&limit=6"),
    ['{"places":[{"kind":"stop","id":"m","name":"Markt","latitude":47,"longitude":8,"match":"name"}]}', "phone /stops/search?q=mar&limit=6"]);
});

Deno.test("the server answers what the engine cannot, and where it is away", async () => {
  equal(await device({ answer: { status: 501, body: {} } }).ask("/stops/a"), ["server", "phone /stops/a", "server"]);
  equal(await device({ answer: { status: 500, body: {} } }).ask("/stops/a"), ["server", "phone /stops/a", "server"]);
  equal(await device({ answer: "away" }).ask("/stops/a"), ["server", "phone /stops/a", "server"]);
  equal(await device({ answer: "away", server: OFFLINE }).ask("/stops/a"), ["no network", "phone /stops/a", "server"]);
});

Deno.test("an item missing in the kept timetable may be in a newer one", async () => {
  const answer = { status: 404, body: { type: "/problems/not-found" } };
  equal(await device({ answer }).ask("/stops/new"), [404, "phone /stops/new"]);
  equal(await device({ answer, isCurrent: false }).ask("/stops/new"), ["server", "phone /stops/new", "server"]);
  equal(await device({ answer, isCurrent: false, server: OFFLINE }).ask("/stops/new"), [404, "phone /stops/new", "server"]);
  // Wrong questions are wrong on both sides.
  equal(await device({ answer: { status: 400, body: {} }, isCurrent: false }).ask("/stops/new"), [400, "phone /stops/new"]);
});

Deno.test("while the server has another timetable it is asked first, and the device where it is silent", async () => {
  equal(await device({ isOutdated: true }).ask("/stops/a/departures"), ["server", "server 4000"]);
  equal(await device({ isOutdated: true, server: OFFLINE }).ask("/stops/a/departures"), ["phone", "server 4000", "phone /stops/a/departures"]);
});

Deno.test("in the night after the last kept day the device still answers", async () => {
  const night = "/connections?from=a&to=b&at=2026-05-19T00%3A20";
  equal(await device().ask(night), ["phone", `phone ${night}`]);
  equal(await device().ask("/connections?from=a&to=b&at=2026-05-19T06%3A00"), ["server", "server 4000"]);
  equal(await device().ask("/routes/t1/timetable?date=2026-05-19"), ["server", "server 4000"]);
  equal(await device({ now: "2026-05-18T23:00:00Z" }).ask("/stops/a/departures"), ["phone", "phone /stops/a/departures"]);
  equal(await device({ now: "2026-05-03T23:00:00Z" }).ask("/stops/a/departures"), ["phone", "phone /stops/a/departures"]);
});

Deno.test("for days beyond the kept ones the server is asked first, and the device where it is silent", async () => {
  const far = "/connections?from=a&to=b&at=2026-06-01T08%3A00";
  equal(await device().ask(far), ["server", "server 4000"]);
  equal(await device({ server: OFFLINE }).ask(far), ["phone", "server 4000", `phone ${far}`]);
  // A month later, or with a wrong clock.
  equal(await device({ now: "2026-06-20T08:00:00Z" }).ask("/stops/a/departures"), ["server", "server 4000"]);
  equal(await device({ now: "2026-06-20T08:00:00Z", server: OFFLINE }).ask("/stops/a/departures"),
    ["phone", "server 4000", "phone /stops/a/departures"]);
});

Deno.test("a rider who prefers the server gets its answer, and the device's if it is silent", async () => {
  equal(await device({ place: "server" }).ask("/stops/a"), ["server", "server 4000"]);
  equal(await device({ place: "server", server: OFFLINE }).ask("/stops/a"), ["phone", "server 4000", "phone /stops/a"]);
  equal(await device({ place: "server", server: new Refusal("/stops/a", 404, {}) }).ask("/stops/a"), [404, "server 4000"]);
  equal(await device({ place: "server", server: new Refusal("/stops/a", 503, {}) }).ask("/stops/a"), ["phone", "server 4000", "phone /stops/a"]);
});

/** An engine's host with engines that behave as told, one after the other.
 * @param {("well"|"dies"|"silent"|"format"|"damaged"|"missing")[]} engines
 * @param {{bytes?: ArrayBuffer|null}} [how] */
function host(engines, { bytes = new ArrayBuffer(3) } = {}) {
  /** @type {string[]} */
  const events = [];
  let kept = keptFile();
  const made = new EngineHost({
    kept: () => kept, read: () => Promise.resolve(bytes), silence: 20,
    lacks: (_, lack) => {
      events.push(lack);
      kept = { ...kept, lack };
    },
    connect: () => {
      const engine = engines.shift() ?? "missing";
      events.push(engine);
      if (engine === "missing") return Promise.reject(new Error("no worker"));
      return Promise.resolve({
        openNetwork: () => engine === "format" || engine === "damaged"
          ? Promise.reject(Object.assign(new Error(), { code: engine === "format" ? "other-format" : "bad-network" })) : Promise.resolve(),
        get: () => engine === "dies" ? Promise.reject(new Error("trap")) : engine === "silent" ? new Promise(() => {})
          : Promise.resolve({ status: 200, body: {} }),
        apply: () => Promise.resolve(1), close: () => events.push("closed"),
      });
    },
  });
  const ask = () => made.get("/api/v1/stops/a").then(({ status }) => String(status), (error) => error instanceof EngineAway ? "away" : String(error));
  return { ask, events, made, change: (/** @type {Partial<Kept>} */ parts) => kept = { ...kept, ...parts } };
}

Deno.test("an engine that dies or is silent is begun once more, and then the server is left to answer", async () => {
  for (const first of /** @type {const} */ (["dies", "silent"])) {
    const { ask, events } = host([first, "well"]);
    equal([await ask(), await ask(), events], ["200", "200", [first, "closed", "well"]], first);
  }
  // The next question may be another.
  const { ask, events } = host(["dies", "dies", "well"]);
  equal([await ask(), await ask(), events], ["away", "200", ["dies", "closed", "dies", "closed", "well"]]);
  const dying = host(Array.from({ length: 9 }, () => "dies"));
  for (let asked = 0; asked < 4; asked += 1) equal(await dying.ask(), "away");
  equal([dying.made.isUsable, dying.events.filter((each) => each === "dies").length, dying.events.at(-1)], [false, 6, "failed"]);
});

Deno.test("a file that is missing, damaged or of another format is reported as such, and not used again", async () => {
  const lost = host(["well"], { bytes: null });
  equal([await lost.ask(), await lost.ask(), lost.events], ["away", "away", ["lost"]]);
  for (const lack of /** @type {const} */ (["format", "damaged"])) {
    const { ask, events } = host([lack, "well"]);
    equal([await ask(), await ask(), events], ["away", "away", [lack, "closed", lack]]);
  }
});

Deno.test("a newer file is opened by an engine of its own with the next question", async () => {
  const { ask, events, change } = host(["well", "well"]);
  await ask();
  change({ digest: "b".repeat(64) });
  equal([await ask(), events.toSorted()], ["200", ["closed", "well", "well"]]);
});

/** @param {string} id
 * @param {string[]} lines */
function way(id, lines) {
  const stop = { id: "a", name: "A" };
  const event = { scheduled: "2026-05-04T08:00:00+02:00" };
  return {
    id, departure: event, arrival: event, status: "works", transfers: [],
    legs: lines.map((name) => ({
      kind: "ride", trip: "t", serviceDay: "2026-05-04", line: { name }, from: { stop, departure: event, platform: "3" },
      to: { stop, arrival: event }, cancelled: false, approximate: false, estimated: false,
    })),
  };
}

Deno.test("home finds what leaves next on the lines of each saved route, the nearest first", async () => {
  const place = (/** @type {string} */ stop, latitude = 47) => ({ name: stop, stop, latitude, longitude: 8 });
  const ride = (/** @type {string} */ line) => /** @type {any} */ ({ line, mode: "bus" });
  const route = (/** @type {string} */ id, /** @type {string[]} */ lines) =>
    ({ id, rides: lines.map(ride), changeSeconds: [], walkBeforeSeconds: 0, walkAfterSeconds: 0, reminders: [] });
  /** @type {string[]} */
  const asked = [];
  const departures = new SavedDepartures((path) => {
    asked.push(path);
    return path.includes("gone") ? Promise.reject(new Refusal(path, 404, {}))
      : Promise.resolve({ connections: [way("c1", ["1"]), way("c2", ["1", "20"]), way("c3", ["1"])] });
  });
  const home = await departures.home([
    { id: "far", from: place("a", 48), to: place("b"), vias: [], routes: [route("r1", ["1"]), route("r2", ["9"])] },
    { id: "near", from: place("b", 47.001), to: place("a"), vias: [place("v")], routes: [route("r3", ["1", "20"])] },
    { id: "lost", from: place("gone"), to: place("a"), vias: [], routes: [route("r4", ["1"])] },
  ], { place: { latitude: 47, longitude: 8 } });
  equal(asked[1], "/connections?from=b&to=a&results=12&via=v");
  equal(home.nearby.map(({ id, metres }) => [id, metres]), [["lost", 0], ["near", 111]]);
  equal(home.other[0].routes.map(({ stored, departures }) => [stored, departures.map(({ connection }) => connection)]),
    [[false, ["c1", "c3"]], [true, []]]);
  equal(home.nearby[1].routes[0].departures[0].rides.map(({ line }) => line), ["1", "20"]);
  equal([home.nearby[0].routes[0].stored, home.nearby[1].routes[0].departures[0].platform], [true, "3"]);
});

Deno.test("home on this device says that a line or stop is gone, as the server does", async () => {
  const place = (/** @type {string} */ stop) => ({ id: stop, name: `Stop ${stop}`, stop, latitude: 47, longitude: 8 });
  const route = (/** @type {string} */ line, /** @type {string} */ from, /** @type {string} */ to) => ({
    id: `${line} ${from} ${to}`, rides: [/** @type {any} */ ({ line, mode: "bus", from: place(from), to: place(to) })],
    changeSeconds: [], walkBeforeSeconds: 0, walkAfterSeconds: 0, reminders: [],
  });
  const lines = (/** @type {string[]} */ ...names) => ({ routes: names.map((shortName) => ({ shortName, mode: "bus" })) });
  /** @type {Record<string, any>} */
  const answers = {
    "/stops/a": lines("1", "2"), "/stops/b": lines("1", "3"), "/stops/platform": { parent: "b", ...lines() }, "/stops/n": lines("1", "2"),
    "/stops/nearby?at=47,8&radius=500&limit=100": { stops: [{ id: "x", name: "Else" }, { id: "n", name: "Stop renumbered" }] },
  };
  const departures = new SavedDepartures((path) => path.startsWith("/connections?from=a&to=b&") ? Promise.resolve({ connections: [way("c1", ["1"])] })
    : path.startsWith("/connections?from=n&to=b&") ? Promise.resolve({ connections: [way("c2", ["1"])] })
    : path.endsWith("outside") ? Promise.reject(new OutsideRegion(path, "Bern"))
    : answers[path] === undefined ? Promise.reject(new Refusal(path, 404, {}))
    : Promise.resolve({ id: path.split("/").at(-1), ...answers[path] }));
  const { other } = await departures.home([{ id: "d", from: place("renumbered"), to: place("b"), vias: [], routes: [
    route("1", "renumbered", "b")] }, { id: "c", from: place("a"), to: place("b"), vias: [], routes: [
    route("1", "a", "b"), route("2", "a", "b"), route("1", "a", "platform"), route("3", "b", "platform"), route("3", "b", "lost"),
    route("2", "renumbered", "a"), route("3", "b", "outside"),
  ] }], { place: null });
  equal(other[0].routes.map(({ stored, departures }) => [stored, departures.length]), [[false, 1]]);
  equal(other[1].routes.map(({ id, stored, gone }) => [id, stored, gone ?? false]), [
    ["1 a b", false, false], ["2 a b", true, true], ["1 a platform", false, false], ["3 b platform", true, false], ["3 b lost", true, true],
    ["2 renumbered a", true, false], ["3 b outside", true, false],
  ]);
});
