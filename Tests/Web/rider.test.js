import { Interception, Refusal } from "../../Web/app/ask.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal } from "./support.js";

/** A rider with a server that answers with these statuses, or so.
 * @param {(number|{status: number, body: any})[]} statuses */
function rider(statuses = []) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const { send, asked } = server(() => {
    const next = statuses.shift() ?? 200;
    return typeof next === "number" ? { status: next, body: { token: "t1" } } : next;
  });
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

Deno.test("a tab that does not see yet what another one stored waits for it", async () => {
  // A module of each tab; Deno has the browser's locks.
  const { begin } = await import("../../Web/app/rider/beginning.js?one-tab");
  const { begin: beginElsewhere } = await import("../../Web/app/rider/beginning.js?another-tab");
  const { rider: one } = rider();
  equal(await begin(one, "de"), true);
  const { rider: other, asked, kept } = rider();
  const begun = beginElsewhere(other, "de");
  setTimeout(() => kept.set("takt.rider", "t1"), 150);
  equal([await begun, other.token, asked], [false, "t1", []]);
  // A rider who was deleted meanwhile is not waited for without end.
  kept.delete("takt.rider");
  equal(await beginElsewhere(other, "de"), true);
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
  const { rider: one, kept, asked } = rider([201, refusal(401, "no-rider")]);
  await one.begin("de");
  await one.request("GET", "/rider/home").catch(() => {});
  equal(kept.size, 0);
  await one.begin("fr");
  equal(asked.at(-1), 'POST /riders {"language":"fr"} nobody');
});

Deno.test("nobody but Takt ends a registration", async () => {
  const strangers = [401, 403, 404, 410, 500, refusal(401, "no-operator"), { status: 401, body: "<html>Sign in" },
    { status: 200, body: "<html>Sign in" }, { status: 511, body: "<html>Sign in" }, { status: 401, body: { type: "about:blank" } }];
  for (const stranger of strangers) {
    const { rider: one, kept } = rider([201, stranger]);
    await one.begin("de");
    const error = await one.request("GET", "/rider/home").catch((failure) => failure);
    equal([error instanceof Error, kept.get("takt.rider")], [true, "t1"], JSON.stringify(stranger));
  }
});

Deno.test("a page in place of an answer is told apart from a refusal, and from a server that is down", async () => {
  for (const [status, isIntercepted] of /** @type {const} */ ([[200, true], [401, true], [511, true], [404, false], [502, false]])) {
    const { rider: one } = rider([{ status, body: "<html>" }]);
    const error = await one.request("GET", "/rider/home").catch((failure) => failure);
    equal([error instanceof Interception, error instanceof Refusal], [isIntercepted, !isIntercepted], String(status));
  }
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
