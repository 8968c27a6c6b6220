// Riders' saved data with a server, for tests: of a rider with two connections, and of a device that has no rider yet.

/** @import { SavedAtHome, SavedConnection } from "../../Web/app/rider/wire.js" */
import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { memory, server } from "./rider-server.js";

const reminder = { minute: 480, weekdays: [1, 2] };

/** @param {string} id
 * @returns {SavedConnection} */
export function connection(id) {
  const place = (/** @type {string} */ name) => ({ name, stop: name, latitude: 47, longitude: 8 });
  return {
    id, from: place("a"), to: place("b"), vias: [],
    routes: [{ id: `r${id}`, rides: [], changeSeconds: [], walkBeforeSeconds: 0, walkAfterSeconds: 0, reminders: [reminder] }],
  };
}

/** @param {string} id
 * @returns {SavedAtHome} */
export function atHome(id) {
  const { from, to } = connection(id);
  return { id, from, to, routes: [{ id: `r${id}`, lines: ["1"], modes: ["bus"], reminders: [reminder], stored: false, departures: [] }] };
}

/** A rider's saved data, with a server that can be disconnected.
 * @param {Map<string, string>} [kept] */
export function world(kept = new Map([["takt.rider", "t1"]])) {
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

/** @param {string} id
 * @returns {any} a found connection of one ride */
export function way(id) {
  const stop = (/** @type {string} */ name) => ({ id: name, name, latitude: 47, longitude: 8 });
  const event = (/** @type {string} */ clock) => ({ scheduled: `2026-05-04T${clock}:00+02:00` });
  return {
    id, departure: event("08:00"), arrival: event("08:20"), transfers: [],
    legs: [{ kind: "ride", line: { name: "1", mode: "tram" }, from: { stop: stop("a"), departure: event("08:00") },
      to: { stop: stop("b"), arrival: event("08:20") }, passed: [{ stop: stop("m") }] }],
  };
}

/** A device that has no rider yet, cut off from its server.
 * @param {(path: string) => any} [refuses] what the server says to a change, undefined if it takes it */
export function newcomer(refuses = () => undefined) {
  const kept = new Map();
  const network = { isThere: false };
  /** @type {SavedConnection[]} */
  let connections = [];
  const { send, asked } = server((method, path, body) => {
    if (!network.isThere) return null;
    const refused = refuses(path);
    if (refused !== undefined) return refused;
    if (path === "/riders") return { body: { token: "t9" } };
    if (path === "/rider/routes") connections = [connection("7")];
    if (path === "/rider/routes") return { body: connections[0] };
    if (method === "PUT") connections = connections.map((each) => ({ ...body, id: each.id }));
    if (path.startsWith("/rider/home")) return { body: { nearby: [], other: connections.map(({ id }) => atHome(id)) } };
    return method === "GET" ? { body: connections } : { status: 204 };
  });
  const store = memory(kept);
  const saved = new Saved({ rider: new Rider(store, send), store, wall: () => 1, serverNow: () => 6 });
  return { saved, network, asked, kept, sent: () => asked.filter((each) => !each.startsWith("GET")).map((each) => each.split(" ").slice(0, 3).join(" ")) };
}
