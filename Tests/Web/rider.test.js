import { Rider } from "../../Web/app/search/rider.js";
import { equal } from "./support.js";

/** A rider with a server that notes what it is asked. @param {number[]} statuses of its answers */
function rider(statuses = []) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  /** @type {string[]} */
  const asked = [];
  const send = (/** @type {any} */ address, /** @type {any} */ options) => {
    const by = options.headers.Authorization ?? "nobody";
    asked.push(`${options.method} ${address} ${options.body ?? ""} ${by}`);
    const status = statuses.shift() ?? 200;
    const body = status === 204 ? null : JSON.stringify({ token: "t1", nearby: [], other: [] });
    return Promise.resolve(new Response(body, { status }));
  };
  const store = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  return { rider: new Rider(store, send), asked, kept };
}

Deno.test("nobody is known to the server before something is saved", async () => {
  const { rider: one, asked } = rider();
  equal(await one.home(), { nearby: [], other: [] });
  await one.forget();
  equal(asked, []);
});

Deno.test("saving asks for a token once, and everything after it carries the token", async () => {
  const { rider: one, asked } = rider();
  await one.save("c1", "de");
  await one.save("c2", "de");
  await one.home();
  equal(asked, [
    'POST /api/v1/riders {"language":"de"} nobody',
    'POST /api/v1/rider/routes {"connection":"c1"} Bearer t1',
    'POST /api/v1/rider/routes {"connection":"c2"} Bearer t1',
    "GET /api/v1/rider/home?departures=3  Bearer t1",
  ]);
});

Deno.test("a rider is forgotten there and here, or nowhere", async () => {
  const { rider: one, kept } = rider([200, 200, 503, 204]);
  await one.save("c1", "de");
  let failed = false;
  await one.forget().catch(() => failed = true);
  equal([failed, kept.size], [true, 1]);
  await one.forget();
  equal(kept.size, 0);
});

Deno.test("a server that knows the rider no longer is asked for a new token", async () => {
  const { rider: one, kept, asked } = rider([200, 200, 401]);
  await one.save("c1", "de");
  await one.home().catch(() => {});
  equal(kept.size, 0);
  await one.save("c2", "de");
  equal(asked.at(-2), 'POST /api/v1/riders {"language":"de"} nobody');
});
