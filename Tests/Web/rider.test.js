import { Refusal } from "../../Web/app/ask.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { memory, server } from "./rider-server.js";
import { equal } from "./support.js";

/** A rider with a server that answers with these statuses. @param {number[]} statuses */
function rider(statuses = []) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const { send, asked } = server(() => ({ status: statuses.shift() ?? 200, body: { token: "t1" } }));
  return { rider: new Rider(memory(kept), send), asked, kept };
}

Deno.test("nobody is known to the server before something is saved", async () => {
  const { rider: one, asked } = rider();
  await one.forget();
  equal([one.token, asked], [null, []]);
});

Deno.test("a token is asked for once, and everything after it carries the token", async () => {
  const { rider: one, asked } = rider();
  equal([await one.begin("de"), await one.begin("de")], [true, false]);
  await one.request("GET", "/rider/home");
  equal(asked, ['POST /riders {"language":"de"} nobody', "GET /rider/home Bearer t1"]);
});

Deno.test("a rider is forgotten there and here, or nowhere", async () => {
  const { rider: one, kept } = rider([201, 503, 204]);
  await one.begin("de");
  const error = await one.forget().catch((failure) => failure);
  equal([error instanceof Refusal, kept.size], [true, 1]);
  await one.forget();
  equal([kept.size, one.token], [0, null]);
});

Deno.test("a server that knows the rider no longer is asked for a new token", async () => {
  const { rider: one, kept, asked } = rider([201, 401]);
  await one.begin("de");
  await one.request("GET", "/rider/home").catch(() => {});
  equal(kept.size, 0);
  await one.begin("fr");
  equal(asked.at(-1), 'POST /riders {"language":"fr"} nobody');
});

Deno.test("a code makes this device another's, and a wrong one changes nothing", async () => {
  const { rider: one, kept, asked } = rider([404, 201]);
  kept.set("takt.rider", "mine");
  const error = await one.pair("XXXXXXXX").catch((failure) => failure);
  equal([error instanceof Refusal, one.token], [true, "mine"]);
  await one.pair("9PFK5QDM");
  equal([one.token, asked.at(-1)], ["t1", 'POST /riders/pair {"code":"9PFK5QDM"} Bearer mine']);
});

Deno.test("where nothing can be kept the token lasts until the page is left", async () => {
  const { send } = server(() => ({ body: { token: "t1" } }));
  const one = new Rider(null, send);
  await one.begin("de");
  equal(one.token, "t1");
});
