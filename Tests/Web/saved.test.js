import { asideCopy, namesIn } from "../../Web/app/rider/aside.js";
import { ChangeQueue, MAXIMUM_WAITING } from "../../Web/app/rider/queue.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { saveFound } from "../../Web/app/rider/saving.js";
import { savedSearch } from "../../Web/app/rider/home-card.js";
import { RecentPlaces } from "../../Web/app/search/places.js";
import { removeSaved } from "../../Web/app/rider/your-data.js";
import { walkingOf } from "../../Web/app/search/query.js";
import { browserStore } from "../../Web/app/store.js";
import { memory, refusal, server } from "./rider-server.js";
import { atHome, connection, newcomer, way, world } from "./rider-world.js";
import { equal, holdsTrue } from "./support.js";

Deno.test("trips are kept with their age, and are not fresh where the server is silent", async () => {
  const { saved, again, network, clock } = world();
  await saved.learnTrips();
  equal([saved.areTripsFresh, saved.tripsAt], [true, 1000]);
  network.isThere = false;
  clock.wall = 9000;
  const later = again();
  equal([later.areTripsFresh, later.tripsAt], [false, 1000]);
  await saved.learnTrips().catch(() => {});
  equal([saved.areTripsFresh, saved.tripsAt], [false, 1000]);
});

Deno.test("a connection saved without a network is here at once, and on the server with the next refresh", async () => {
  const { saved, network, sent, kept } = newcomer();
  equal(await saveFound(saved, way("c1"), [1, 2], { language: "de" }), { isNew: false, isWaiting: true });
  const [made] = saved.connections;
  equal([made.from.stop, made.to.stop, made.routes[0].rides[0].line, made.routes[0].rides[0].passed], ["a", "b", "1", ["m"]]);
  equal([made.routes[0].reminders, made.routes[0].rides[0].seconds], [[{ minute: 480, weekdays: [1, 2] }], 1200]);
  await saved.refresh();
  equal([saved.isFresh, saved.connections.length, saved.queue.size], [false, 1, 1]);
  saved.replace({ ...made, name: "Work" });
  await saved.queue.flush().catch(() => {});
  network.isThere = true;
  const before = sent().length;
  await saved.refresh();
  equal(sent().slice(before), ['POST /riders {"language":"de"}', 'POST /rider/routes {"connection":"c1","weekdays":[1,2]}',
    `PUT /rider/connections/7 ${JSON.stringify({ ...made, id: undefined, name: "Work", routes: [{ ...made.routes[0], id: "7" }] })}`]);
  equal([kept.get("takt.rider"), saved.connections.map(({ id, name }) => [id, name]), saved.queue.size], ["t9", [["7", "Work"]], 0]);
});

Deno.test("nobody waits for a server that is silent, and it gets what was saved as soon as it answers", async () => {
  const { saved, network, sent } = newcomer();
  network.isThere = true;
  equal((await saveFound(saved, way("c1"), [], { language: "de", isSilent: true })).isWaiting, true);
  await saved.queue.flush();
  equal(sent(), ['POST /riders {"language":"de"}', 'POST /rider/routes {"connection":"c1"}']);
});

Deno.test("a connection from an address is saved under its name, at the rider's pace", async () => {
  const { saved, network, asked } = newcomer();
  localStorage.clear();
  const home = { name: "", latitude: 47.1, longitude: 8.2 };
  const walk = { kind: "walk", from: home, to: { id: "a", name: "A" }, seconds: 300, metres: 300 };
  const found = { ...way("c1"), departure: { scheduled: "2026-05-04T07:55:00+02:00" }, legs: [walk, ...way("c1").legs] };
  new RecentPlaces(browserStore()).add({ value: "47.10000,8.20000", name: "12 High Street", modes: [], isAddress: true });
  const walking = walkingOf({ walk: 30, wheelchair: false, bicycle: false }, "slow");
  equal([walking, walkingOf({ walk: null, wheelchair: false, bicycle: false }, "normal")], [{ speed: 0.9, minutes: 30 }, undefined]);
  await saveFound(saved, /** @type {any} */ (found), [1], { language: "de", walking });
  const [made] = saved.connections;
  equal([made.from.name, made.walking, savedSearch(made).includes("walk=30"), made.routes[0].reminders], ["12 High Street", walking, true, [{ minute: 480, weekdays: [1] }]]);
  await saved.queue.flush().catch(() => {});
  network.isThere = true;
  await saved.refresh();
  const body = asked.find((each) => each.startsWith("POST /rider/routes"))?.slice("POST /rider/routes ".length) ?? "";
  equal(body.includes('{"connection":"c1","walking":{"speed":0.9,"minutes":30},"names":{"from":"12 High Street"},"weekdays":[1]}'), true);
  localStorage.clear();
});

Deno.test("a connection saved without a network and removed again is never sent", async () => {
  const { saved, network, sent } = newcomer();
  await saveFound(saved, way("c1"), [], { language: "de" });
  saved.replace({ ...saved.connections[0], name: "Work" });
  equal([saved.remove(saved.connections[0].id), saved.connections, saved.queue.size], [true, [], 0]);
  network.isThere = true;
  await saved.refresh();
  equal(sent().filter((each) => each.includes("/rider/")), []);
});

Deno.test("a waiting connection that the server refuses stays on the device", async () => {
  const { saved, network, kept } = newcomer((path) => path === "/rider/routes" ? refusal(410, "connection-gone") : undefined);
  await saveFound(saved, way("c1"), [], { language: "de" });
  await saved.queue.flush().catch(() => {});
  network.isThere = true;
  await saved.refresh();
  const copy = asideCopy(memory(kept));
  equal([saved.hasAside, copy?.connections.map(({ routes }) => routes[0].rides[0].line), saved.queue.size], [true, ["1"], 0]);
});

Deno.test("a refusal is reported, and waits for nothing", async () => {
  const { saved, network } = newcomer((path) => path === "/riders" ? refusal(404, "not-found") : undefined);
  network.isThere = true;
  equal(await saveFound(saved, way("c1"), [], { language: "de" }).catch((error) => error.status), 404);
  equal([saved.connections, saved.queue.size], [[], 0]);
});

Deno.test("where the network is kept, home is found on the device", async () => {
  const { saved, network, asked } = world();
  await saved.refresh();
  let isFirst = true;
  saved.phone = { isFirst: () => isFirst, canAnswer: () => true,
    home: (connections) => Promise.resolve({ nearby: [], other: connections.map(({ id }) => ({ ...atHome(id), name: "here" })) }) };
  asked.length = 0;
  await saved.refresh({ latitude: 47, longitude: 8 });
  equal([saved.isByPhone, saved.isFresh, saved.home.answer.other.map(({ name }) => name)], [true, true, ["here", "here"]]);
  equal(asked.filter((each) => each.includes("/rider/home")), []);
  isFirst = false;
  await saved.refresh();
  equal([saved.isByPhone, saved.home.answer.other[0].name], [false, undefined]);
  network.isThere = false;
  await saved.refresh();
  equal([saved.isByPhone, saved.isFresh], [true, true]);
});

const ids = (/** @type {Saved} */ saved) => saved.home.answer.other.map(({ id }) => id).join("");

Deno.test("home is kept with its age, and shown again where the server is silent", async () => {
  const { saved, again, network, clock } = world();
  await saved.refresh();
  equal([ids(saved), saved.isFresh, saved.home.at, saved.home.serverAt], ["12", true, 1000, 1005]);
  network.isThere = false;
  clock.wall = 9000;
  const later = again();
  await later.refresh();
  equal([ids(later), later.isFresh, later.home.at, later.connections.length], ["12", false, 1000, 2]);
});

Deno.test("changes hold here at once, wait without a network, and are sent in order", async () => {
  const { saved, again, network, changes } = world();
  await saved.refresh();
  network.isThere = false;
  const one = saved.connections[0];
  saved.replace({ ...one, name: "Work" });
  saved.replace({ ...one, name: "To work", routes: [{ ...one.routes[0], reminders: [] }] });
  saved.order(["2", "1"]);
  saved.remove("2");
  equal([ids(saved), saved.home.answer.other[0].name, saved.home.answer.other[0].routes[0].reminders], ["1", "To work", []]);
  await saved.refresh();
  equal([saved.isFresh, saved.queue.size], [false, 3]);
  // The app may be closed meanwhile.
  const later = again();
  equal([later.queue.size, ids(later)], [3, "1"]);
  network.isThere = true;
  const before = changes().length;
  await later.refresh();
  equal(changes().slice(before).map((each) => each.split(" ").slice(0, 2).join(" ")),
    ["PUT /rider/connections/1", "PUT /rider/connection-order", "DELETE /rider/connections/2"]);
  equal([later.isFresh, later.queue.size, ids(later), later.find("1")?.name], [true, 0, "1", "To work"]);
});

Deno.test("a change that the server refuses permanently is dropped, one that it cannot take now waits", async () => {
  const { saved, network } = world();
  await saved.refresh();
  network.isThere = false;
  saved.remove("1");
  network.isThere = true;
  for (const refuses of [refusal(503, "busy"), { status: 404, body: {} }, { status: 200, body: "<html>Sign in" }]) {
    network.refuses = refuses;
    await saved.queue.flush().catch(() => {});
    equal(saved.queue.size, 1, JSON.stringify(refuses));
  }
  network.refuses = refusal(404, "not-found");
  await saved.queue.flush();
  equal([saved.queue.size, saved.hasAside], [0, false]);
});

Deno.test("a connection whose change is refused for good stays here as the rider wanted it", async () => {
  for (const refuses of [refusal(404, "not-found"), refusal(422, "invalid")]) {
    const { saved, again, network, kept } = world();
    await saved.refresh();
    network.isThere = false;
    saved.replace({ ...saved.connections[0], name: "To the hospital" });
    saved.order(["2", "1"]);
    await saved.queue.flush().catch(() => {});
    network.isThere = true;
    network.refuses = refuses;
    await saved.queue.flush();
    equal([saved.queue.size, saved.hasAside, again().hasAside], [0, true, true]);
    const copy = asideCopy(memory(kept));
    equal([copy?.isRefused, copy?.connections.map(({ id, name }) => [id, name])], [true, [["1", "To the hospital"]]]);
    equal(namesIn(copy ?? { connections: [], trips: [] }), "To the hospital");
    network.refuses = null;
    await saved.refresh();
    equal([saved.hasAside, asideCopy(memory(kept))?.connections.length], [true, 1]);
  }
});

Deno.test("a change that cannot be put aside continues to wait", async () => {
  const { saved, network, store } = world();
  await saved.refresh();
  network.isThere = false;
  saved.replace({ ...saved.connections[0], name: "To the hospital" });
  await saved.queue.flush().catch(() => {});
  network.isThere = true;
  network.refuses = refusal(404, "not-found");
  const set = store.setItem;
  store.setItem = () => {
    throw new Error("full");
  };
  await saved.queue.flush().catch(() => {});
  equal(saved.queue.size, 1);
  store.setItem = set;
  await saved.queue.flush();
  equal([saved.queue.size, saved.hasAside], [0, true]);
});

Deno.test("the saved data of a rider whom the server forgot is put aside here", async () => {
  const { saved, network, kept } = world();
  await saved.refresh();
  network.refuses = refusal(401, "no-rider");
  saved.remove("2");
  await saved.refresh();
  equal([saved.isEmpty, saved.hasAside, [...kept.keys()]], [true, true, ["takt.aside"]]);
  equal(asideCopy(memory(kept))?.connections.map(({ id }) => id), ["1"]);
  equal(asideCopy(memory(kept))?.token, "t1");
});

Deno.test("a rider who is forgotten twice finds both copies again", async () => {
  const { saved, network, kept } = world();
  await saved.refresh();
  network.refuses = refusal(401, "no-rider");
  await saved.refresh();
  kept.set("takt.rider", "t2");
  kept.set("takt.connections", JSON.stringify([connection("3")]));
  saved.reload();
  await saved.refresh();
  equal(asideCopy(memory(kept))?.connections.map(({ id }) => id), ["1", "2", "3"]);
});

Deno.test("a copy that cannot be put aside stays where it is", async () => {
  const kept = new Map([["takt.rider", "t1"], ["takt.connections", JSON.stringify([connection("1")])]]);
  const store = memory(kept);
  store.setItem = () => {
    throw new Error("full");
  };
  const { send } = server(() => refusal(401, "no-rider"));
  const saved = new Saved({ rider: new Rider(store, send), store, wall: () => 0, serverNow: () => 0 });
  await saved.refresh();
  equal([saved.isEmpty, [...kept.keys()]], [false, ["takt.rider", "takt.connections"]]);
});

Deno.test("answers of another shape change nothing", async () => {
  for (const body of [{}, "<html>Sign in", { nearby: [] }, { error: "sign in" }]) {
    const { saved, network } = world();
    await saved.refresh();
    network.refuses = { status: 200, body };
    await saved.refresh();
    await saved.learn().catch(() => {});
    equal([ids(saved), saved.connections.length, saved.isFresh], ["12", 2, false], JSON.stringify(body));
  }
});

Deno.test("two tabs queue into one list, and neither loses what the other wrote", async () => {
  const { saved, again, network, changes } = world();
  await saved.refresh();
  network.isThere = false;
  const other = again();
  saved.remove("1");
  other.remove("2");
  await Promise.all([saved, other].map((each) => each.queue.flush().catch(() => {})));
  equal([saved.queue.size, other.queue.size], [2, 2]);
  network.isThere = true;
  const before = changes().length;
  await saved.queue.flush();
  await other.queue.flush();
  equal(changes().slice(before).map((each) => each.split(" ")[1]).sort(), ["/rider/connections/1", "/rider/connections/2"]);
});

Deno.test("changes that an earlier version left are sent as well, in their order", async () => {
  const left = ["/b", "/a"].map((path) => ({ method: "DELETE", path }));
  const kept = new Map([["takt.queue", JSON.stringify(left)]]);
  /** @type {string[]} */
  const sent = [];
  const queue = new ChangeQueue(memory(kept), ({ path }) => Promise.resolve(sent.push(path)));
  queue.add({ method: "DELETE", path: "/c" });
  await queue.flush();
  equal([sent, kept.size], [["/b", "/a", "/c"], 0]);
});

Deno.test("nothing is asked of the server where nothing was saved", async () => {
  const { saved, asked } = world(new Map());
  await saved.refresh();
  equal([saved.isEmpty, saved.isFresh, asked], [true, true, []]);
});

Deno.test("removing what is saved leaves settings and channels, and what another device removed is no fault", async () => {
  const { send, asked } = server((method, path) => {
    if (method === "GET") return { body: { connections: [connection("1"), connection("2")], trips: [{ id: "t" }] } };
    return path.endsWith("/2") ? refusal(404, "not-found") : { status: 204 };
  });
  const kept = new Map([["takt.rider", "t1"], ["takt.trips", '[{"trip":{"id":"t"}}]'], ["takt.riderSettings", "{}"]]);
  const store = memory(kept);
  const saved = new Saved({ rider: new Rider(store, send), store, wall: () => 1, serverNow: () => 6 });
  await removeSaved(saved);
  equal(asked.map((each) => each.split(" ").slice(0, 2).join(" ")),
    ["GET /rider", "DELETE /rider/connections/1", "DELETE /rider/connections/2", "DELETE /rider/trips/t"]);
  equal([...kept.keys(), saved.isEmpty, saved.trips], ["takt.rider", "takt.riderSettings", true, []]);
});

Deno.test("saved data that cannot be removed on the server stays here", async () => {
  const { saved, network } = world();
  await saved.refresh();
  network.isThere = false;
  equal([await removeSaved(saved).catch(() => "no network"), saved.isEmpty], ["no network", false]);
});

Deno.test("only so many changes wait, and copies that make no sense are left", () => {
  const queue = new ChangeQueue(null, () => Promise.resolve());
  for (let n = 0; n < MAXIMUM_WAITING; n += 1) holdsTrue(queue.add({ method: "DELETE", path: `/${n}` }), String(n));
  equal([queue.add({ method: "DELETE", path: "/more" }), queue.size], [false, MAXIMUM_WAITING]);
  const kept = new Map([["takt.queue", '[{"method":"GET","path":"/x"},{"method":"PUT"},7]'], ["takt.home", "{"]]);
  const { saved } = world(kept);
  equal([saved.queue.size, saved.isEmpty], [0, true]);
});
