import { SettingsSync } from "../../Web/app/rider/sync.js";
import { memory } from "./rider-server.js";
import { equal } from "./support.js";

Deno.test("only what was changed on this device is changed on the server", async () => {
  const known = { language: "en", notifies: true, stepFree: false, quietFrom: 1320, mapVehicles: 15, showsPredictions: true,
    visibleRoutes: null, walkingSpeed: null };
  /** @type {any[]} */
  const sent = [];
  const world = /** @type {any} */ ({
    settings: { values: { vehicles: 15, predictions: false, hiddenRoutes: [], pace: "normal" }, onChange: () => {} },
    saved: {
      rider: { token: "token", request: () => Promise.resolve(known) },
      queue: { add: (/** @type {any} */ change) => sent.push(change.body), flush: () => Promise.resolve() },
    },
    routes: () => new Map(), language: () => "en", store: memory(),
  });
  const sync = new SettingsSync(world);
  await sync.push({ stepFree: true });
  equal(sent.map(({ changed }) => changed), [["stepFree", "showsPredictions"]]);
  equal([sent[0].notifies, sent[0].stepFree, sent[0].quietFrom], [true, true, 1320]);
  await sync.push();
  equal(sent.length, 1);
});
