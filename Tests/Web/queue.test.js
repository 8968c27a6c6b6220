import { ChangeQueue } from "../../Web/app/rider/queue.js";
import { memory } from "./rider-server.js";
import { equal } from "./support.js";

Deno.test("a full storage sends nothing twice, and what waits is named as on the server", async () => {
  const store = memory();
  /** @type {string[]} */
  const sent = [];
  const queue = new ChangeQueue(store, ({ method, path, makes }) => {
    sent.push(`${method} ${path}`);
    // The server names what it made, as `sendWaiting` does.
    if (makes !== undefined) queue.rewrite((text) => text.replaceAll("waiting-1", "7"));
    return Promise.resolve();
  });
  queue.add({ method: "POST", path: "/rider/routes", body: {}, makes: "waiting-1" });
  queue.add({ method: "PUT", path: "/rider/connections/waiting-1", body: { name: "Work" } });
  store.setItem = () => {
    throw new Error("full");
  };
  await queue.flush().catch(() => {});
  await queue.flush().catch(() => {});
  equal([sent, queue.size], [["POST /rider/routes", "PUT /rider/connections/7"], 0]);
});

Deno.test("a change that replaces waiting ones changes the members of all", async () => {
  /** @type {any[]} */
  const sent = [];
  const queue = new ChangeQueue(memory(), ({ body }) => {
    sent.push(body);
    return Promise.resolve();
  });
  const put = (/** @type {any} */ body) => queue.add({ method: "PUT", path: "/rider/settings", body });
  put({ notifies: true, stepFree: false });
  put({ notifies: true, stepFree: true, changed: ["stepFree"] });
  put({ notifies: true, stepFree: true, mapVehicles: 3, changed: ["mapVehicles"] });
  await queue.flush();
  equal(sent, [{ notifies: true, stepFree: true, mapVehicles: 3, changed: ["mapVehicles", "stepFree", "notifies", "stepFree"] }]);
});
