import { Rider } from "../../Web/app/rider/rider.js";
import { Saved } from "../../Web/app/rider/saved.js";
import { schedule } from "../../Web/app/rider/saving.js";
import { memory, server } from "./rider-server.js";
import { equal } from "./support.js";

Deno.test("a trip is there once, also where the list comes with it before the answer that made it", async () => {
  const trip = { trip: { id: "7" } };
  const { send } = server((method) => method === "POST" ? { status: 201, body: trip } : { body: [trip] });
  const saved = new Saved({ rider: new Rider(memory(new Map([["takt.rider", "t1"]])), send), store: memory(), wall: () => 0, serverNow: () => 0 });
  await saved.learnTrips();
  await schedule(saved, { from: "a", to: "b" }, "de");
  equal(saved.trips.map(({ trip: { id } }) => id), ["7"]);
});
