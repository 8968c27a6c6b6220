import { asideCopy, namesIn } from "../../Web/app/rider/aside.js";
import { ChangeQueue, MOST_WAITING } from "../../Web/app/rider/queue.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal, holdsTrue } from "./support.js";

/** @import { SavedAtHome, SavedConnection } from "../../Web/app/rider/wire.js" */

const reminder = { minute: 480, weekdays: [1, 2] };

/** @param {string} id
 * @returns {SavedConnection} */
function connection(id) {
  const place = (/** @type {string} */ name) => ({ name, stop: name, latitude: 47, longitude: 8 });
  return {
    id, from: place("a"), to: place("b"), vias: [],
    routes: [{ id: `r${id}`, rides: [], changeSeconds: [], walkBeforeSeconds: 0, walkAfterSeconds: 0, reminders: [reminder] }],
  };
}

/** @param {string} id
 * @returns {SavedAtHome} */
function atHome(id) {
  const { from, to } = connection(id);
  return { id, from, to, routes: [{ id: `r${id}`, lines: ["1"], modes: ["bus"], reminders: [reminder], stored: false, departures: [] }] };
}

/** A rider's saved data, with a server that can be disconnected.
 * @param {Map<string, string>} [kept] */
function world(kept = new Map([["takt.rider", "t1"]])) {
  /** @type {{isThere: boolean, refuses: {status: number, body: any}|null}} */
  const network = { isThere: true, refuses: null };
  let connections = [connection("1"), connection("2")];
  const { send, asked } = server((method, path, body) => {
    if (!network.isThere) return null;
    if (network.refuses !== null) return network.refuses;
    if (path.startsWith("/rider/home")) {
      return { body: { nearby: [], other: connections.map(({ id }) => atHome(id)) } };
    }
    if (method === "GET") return { body: connections };
    const id = path.split("/").at(-1);
    if (method === "DELETE") connections = connections.filter((each) => each.id !== id);
    if (method === "PUT" && id === "connection-order") {
      connections = connections.toSorted((a, b) => body.ids.indexOf(a.id) - body.ids.indexOf(b.id));
    } else if (method === "PUT") connections = connections.map((each) => each.id === id ? { ...body, id } : each);
    return { status: 204 };
  });
  const store = memory(kept);
  const clock = { wall: 1000 };
  const make = () => new Saved({
    rider: new Rider(store, send), store, wall: () => clock.wall, serverNow: () => clock.wall + 5,
  });
  return { saved: make(), again: make, network, store, asked, kept, clock, changes: () => asked.filter((each) => !each.startsWith("GET")) };
}

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

Deno.test("what the server refuses for good is dropped, what it cannot take now waits", async () => {
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

Deno.test("what cannot be put aside waits on", async () => {
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

Deno.test("what a rider saved whom the server forgot is put aside here", async () => {
  const { saved, network, kept } = world();
  await saved.refresh();
  network.refuses = refusal(401, "no-rider");
  saved.remove("2");
  await saved.refresh();
  equal([saved.isEmpty, saved.hasAside, [...kept.keys()]], [true, true, ["takt.aside"]]);
  equal(asideCopy(memory(kept))?.connections.map(({ id }) => id), ["1"]);
  equal(asideCopy(memory(kept))?.token, "t1");
});

Deno.test("who is forgotten twice finds both again", async () => {
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

Deno.test("what cannot be put aside stays where it is", async () => {
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

Deno.test("only so many changes wait, and copies that make no sense are left", () => {
  const queue = new ChangeQueue(null, () => Promise.resolve());
  for (let n = 0; n < MOST_WAITING; n += 1) holdsTrue(queue.add({ method: "DELETE", path: `/${n}` }), String(n));
  equal([queue.add({ method: "DELETE", path: "/more" }), queue.size], [false, MOST_WAITING]);
  const kept = new Map([["takt.queue", '[{"method":"GET","path":"/x"},{"method":"PUT"},7]'], ["takt.home", "{"]]);
  const { saved } = world(kept);
  equal([saved.queue.size, saved.isEmpty], [0, true]);
});
