import { Interception, Refusal } from "../../Web/app/ask.js";
import { Rider } from "../../Web/app/rider/rider.js";
import { signOutOthers } from "../../Web/app/rider/sign-out.js";
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

Deno.test("a page in place of an answer is distinguished from a refusal, and from a server that is down", async () => {
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

/** A server on which a rider has these devices, and whose answer to the nth request is lost.
 * @param {string[]} tokens
 * @param {number} lost counted from 0 */
function devices(tokens, lost = -1) {
  const channels = [{ id: "here", kind: "web-push" }, { id: "gone", kind: "web-push" }, { id: "mail", kind: "email" }];
  const known = { tokens: new Set(tokens), codes: 0, channels, turn: 0 };
  const send = (/** @type {any} */ address, /** @type {any} */ { method, headers }) => {
    const path = `${method} ${String(address).replace("/api/v1", "")}`;
    const token = String(headers.Authorization ?? "").replace("Bearer ", "");
    const answer = () => {
      if (path === "POST /riders/pair") {
        if (known.codes === 0) return refusal(404, "not-found");
        known.codes = 0;
        known.tokens.add(`new ${known.turn}`);
        return { status: 201, body: { token: `new ${known.turn}` } };
      }
      if (!known.tokens.has(token)) return refusal(401, "no-rider");
      if (path === "POST /rider/pairing") known.codes = 1;
      if (path === "POST /rider/sign-out-others") known.tokens = new Set([token]);
      if (method === "DELETE") known.channels = known.channels.filter(({ id }) => !path.endsWith(`/${id}`));
      return { status: 200, body: path === "GET /rider/channels" ? known.channels : { code: "ABCD2345" } };
    };
    const { status, body } = answer();
    known.turn += 1;
    if (known.turn - 1 === lost) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }));
  };
  const kept = new Map([["takt.rider", tokens[0]]]);
  return { rider: new Rider(memory(kept), /** @type {any} */ (send)), known };
}

Deno.test("the others are signed out, a copy of this device's token too, and this device stays whichever answer is lost", async () => {
  for (let lost = -1; lost < 6; lost += 1) {
    const { rider: one, known } = devices(["mine", "lost"], lost);
    await signOutOthers(one, "here").catch(() => {});
    equal([lost, known.tokens.has(one.token ?? ""), known.tokens.has("lost")], [lost, true, false]);
    // What failed is repeated.
    await signOutOthers(one, "here");
    equal([lost, [...known.tokens].length, one.token !== "mine", known.channels.map(({ id }) => id)], [lost, 1, true, ["here", "mail"]]);
  }
});
