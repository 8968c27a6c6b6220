import { LiveFeed } from "../../Web/app/live/feed.js";
import { equal, holdsTrue } from "./support.js";

const BOX = { west: 8, south: 47, east: 8.2, north: 47.1 };
const WIDER = { west: 7.9, south: 46.9, east: 8.3, north: 47.2 };

/** A server that answers each request by the next of its answers, and then never again.
 * @param {((request: {address: string, headers: Record<string, string>, signal: AbortSignal}) =>
 *   Response|Promise<Response>)[]} answers */
function made(answers) {
  /** @type {{address: string, lastEventId: string|undefined}[]} */
  const requests = [];
  /** @type {any[]} */
  const events = [];
  /** @type {string[]} */
  const states = [];
  const waiting = new Set();
  const feed = new LiveFeed({
    fetch: /** @type {any} */ ((/** @type {string} */ address, /** @type {any} */ options) => {
      requests.push({ address, lastEventId: options.headers?.["Last-Event-ID"] });
      for (const each of waiting) each();
      const answer = answers.shift();
      if (answer !== undefined) {
        return Promise.resolve(answer({ address, headers: options.headers, signal: options.signal }));
      }
      return new Promise((_resolve, reject) => {
        options.signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    }),
    random: () => 0,
    wallClock: () => 1_700_000_000_000,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  /** @param {() => boolean} condition */
  const until = async (condition) => {
    for (let turn = 0; turn < 2000 && !condition(); turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    holdsTrue(condition(), "what was waited for did not happen");
  };
  return { feed, requests, events, states, until };
}

/** A stream that stays open after its text.
 * @param {string} text */
const stream = (text) => () =>
  new Response(
    new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode(text)) }),
  );
const event = (/** @type {number} */ id) =>
  `id: ${id}\nevent: vehicles\ndata: {"asOf":1,"reset":true,"vehicles":[],"removed":[]}\n\n`;

Deno.test("the stream of the wider box is opened, and its events handed on", async () => {
  const { feed, requests, events, states, until } = made([stream(event(41) + event(42))]);
  feed.cover(BOX, WIDER);
  feed.start();
  await until(() => events.length === 2);
  equal(requests[0].address,
    "/api/v1/vehicles/stream?bbox=7.900000,46.900000,8.300000,47.200000");
  await until(() => states.length === 1);
  equal(states, ["live"]);
  feed.pause();
});

Deno.test("a feed that was paused resumes after the last event it heard", async () => {
  const { feed, requests, events, until } = made([stream(event(41))]);
  feed.cover(null, null);
  feed.start();
  await until(() => events.length === 1);
  feed.pause();
  feed.start();
  await until(() => requests.length === 2);
  equal(requests.map((each) => each.lastEventId), [undefined, "41"]);
  feed.pause();
});

Deno.test("moving inside the box keeps the stream, leaving it opens another one from the start", async () => {
  const { feed, requests, events, until } = made([stream(event(41))]);
  feed.cover(BOX, WIDER);
  feed.start();
  await until(() => events.length === 1);
  feed.cover({ ...BOX, east: 8.25 }, WIDER);
  equal(requests.length, 1);
  feed.cover({ ...BOX, east: 9 }, { ...WIDER, east: 10 });
  await until(() => requests.length === 2);
  equal(requests[1].lastEventId, undefined);
  equal(requests[1].address.includes("10.000000"), true);
  feed.pause();
});

Deno.test("a broken stream is reported and opened again", async () => {
  const { feed, requests, states, until } = made([
    () => new Response("", { status: 503 }),
    stream(event(1)),
  ]);
  feed.cover(null, null);
  feed.start();
  await until(() => states.includes("live"));
  equal(states, [states[0], "live"]);
  holdsTrue(["reconnecting", "offline"].includes(states[0]), "the break is told");
  equal(requests.length, 2);
  feed.pause();
});

Deno.test("nothing is asked before the area is known, nor while paused", async () => {
  const { feed, requests, until } = made([stream(event(1))]);
  const moment = () => new Promise((resolve) => setTimeout(resolve, 20));
  feed.start();
  await moment();
  equal(requests.length, 0);
  feed.cover(BOX, WIDER);
  await until(() => requests.length === 1);
  feed.pause();
  feed.cover({ ...BOX, east: 9 }, { ...WIDER, east: 10 });
  feed.restart();
  await moment();
  equal(requests.length, 1);
});
