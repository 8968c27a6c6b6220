import { SCREENS } from "../../Web/app/screens.js";
import { equal, holdsTrue } from "./support.js";
import { files, modules, needed, read } from "./web-files.js";

const DAY = 86_400_000;

/** A browser of ours: caches that outlive a worker, the network, open pages, and a clock.
 * @typedef {{is: "there"|"missing"|"silent"|"stranger", caches: Map<string, Map<string, Response>>, held: string[],
 *   now: number, asked: string[], messages: any[], sent: string[]}} World */

/** @returns {World} */
function world() {
  return { is: "there", caches: new Map(), held: [], now: DAY, asked: [], messages: [], sent: [] };
}

const keyOf = (/** @type {string|{url: string}} */ request) =>
  new URL(typeof request === "string" ? request : request.url, "http://takt.test").pathname;
const isTile = (/** @type {string} */ path) => path.startsWith("/api/v1/tiles/");

/** The caches as a worker sees them.
 * @param {World} world */
function cachesOf(world) {
  const open = (/** @type {string} */ name) => {
    const entries = world.caches.get(name) ?? new Map();
    world.caches.set(name, entries);
    return Promise.resolve({
      match: (/** @type {any} */ request) => Promise.resolve(entries.get(keyOf(request))?.clone()),
      put: (/** @type {any} */ request, /** @type {Response} */ response) => Promise.resolve(entries.set(keyOf(request), response)),
      keys: () => Promise.resolve([...entries.keys()].map((path) => ({ url: `http://takt.test${path}` }))),
    });
  };
  return {
    open,
    keys: () => Promise.resolve([...world.caches.keys()]),
    has: (/** @type {string} */ name) => Promise.resolve(world.caches.has(name)),
    delete: (/** @type {string} */ name) => Promise.resolve(world.caches.delete(name)),
    match: async (/** @type {any} */ request, /** @type {{cacheName: string}} */ { cacheName }) =>
      world.caches.has(cacheName) ? await (await open(cacheName)).match(request) : undefined,
  };
}

/** The network's answers: each file with the release in which it is requested.
 * @param {World} world
 * @param {any} request */
function answer(world, request) {
  const path = keyOf(request);
  world.asked.push(path);
  if (world.is === "silent") return new Promise(() => {});
  if (world.is === "missing") return Promise.reject(new TypeError("no network"));
  const isAPI = path.startsWith("/api/") && world.is !== "stranger";
  const type = !isAPI ? "text/html" : isTile(path) ? "application/vnd.mapbox-vector-tile" : "application/json";
  return Promise.resolve(new Response(`${world.is === "stranger" ? "sign in" : "fresh"} ${path}`, { headers: { "Content-Type": type } }));
}

/** The server's answer to a change.
 * @param {World} world
 * @param {string} path
 * @param {{method: string, headers: Record<string, string>, body?: string}} how */
function changed(world, path, { method, headers, body = "" }) {
  if (world.is === "missing") return Promise.reject(new TypeError("no network"));
  world.sent.push(`${method} ${path} ${headers.Authorization} ${body}`);
  return Promise.resolve(new Response('{"id":"new"}', { headers: { "Content-Type": "application/json" } }));
}

/** The service worker of a release, installed.
 * @param {World} world
 * @param {string} digest
 * @param {Record<string, string>} files */
async function worker(world, digest, files) {
  const unwritten = 'const RELEASE = { digest: "", files: {} };';
  const text = await read("/service-worker.js");
  holdsTrue(text.includes(unwritten), "the server finds where to write the release");
  /** @type {Record<string, (event: any) => void>} */
  const handlers = {};
  const scope = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ handler) => handlers[name] = handler,
    skipWaiting: () => {},
    registration: { pushManager: { subscribe: (/** @type {any} */ options) => Promise.resolve(subscription(`anew by ${options.key}`)) } },
    clients: {
      claim: () => {},
      matchAll: () => Promise.resolve([{ postMessage: (/** @type {any} */ data) => world.messages.push(data) }]),
    },
  };
  const run = new Function("self", "location", "caches", "fetch", "setTimeout", "navigator", "Date", "AbortSignal",
    text.replace(unwritten, `const RELEASE = ${JSON.stringify({ digest, files })};`));
  run(scope, new URL("http://takt.test/service-worker.js"), cachesOf(world), (/** @type {any} */ request, /** @type {any} */ how) => how?.method === undefined ? answer(world, request) : changed(world, request, how),
    (/** @type {() => void} */ action) => world.is === "silent" && action(),
    { locks: { query: () => Promise.resolve({ held: world.held.map((name) => ({ name })) }) } },
    { now: () => world.now }, { timeout: () => undefined });
  /** @type {Promise<unknown>[]} */
  const work = [];
  const waitUntil = (/** @type {Promise<unknown>} */ each) => work.push(each);
  /** @param {string} name */
  const happen = async (name) => {
    handlers[name]({ waitUntil });
    await Promise.all(work.splice(0));
  };
  await happen("install");
  await happen("activate");
  return {
    /** @param {string} data */
    say: async (data) => {
      handlers.message({ data, waitUntil });
      await Promise.all(work.splice(0));
    },
    /** @param {any} event */
    renew: async (event) => {
      handlers.pushsubscriptionchange({ ...event, waitUntil });
      await Promise.all(work.splice(0));
    },
    /** @param {string} address
     * @param {{mode?: string, cache?: string}} [how]
     * @returns {Promise<string|null>} null where the browser is left to itself */
    ask: async (address, { mode = "cors", cache = "default" } = {}) => {
      /** @type {Promise<Response>[]} */
      const answers = [];
      const url = new URL(address, "http://takt.test").href;
      handlers.fetch({
        request: { url, mode, cache, method: "GET", headers: new Headers() },
        respondWith: (/** @type {Promise<Response>} */ each) => answers.push(each),
        waitUntil,
      });
      if (answers.length === 0) return null;
      const given = await answers[0];
      const said = await given.text();
      const begun = work.splice(0);
      if (world.is !== "silent") await Promise.all(begun);
      return (given.headers.has("Takt-Stored") ? "stored: " : "") + said;
    },
  };
}

const subscription = (/** @type {string} */ endpoint) => ({ toJSON: () => ({ endpoint }), options: { key: "k" } });

const FILES = { "/app/main.js": "m1", "/app/lines.js": "l1" };

Deno.test("the app opens from its own release at any address, whether or not the server answers", async () => {
  const web = world();
  const { ask } = await worker(web, "one", FILES);
  for (const is of /** @type {const} */ (["there", "missing", "silent", "stranger"])) {
    web.is = is;
    for (const address of ["/", "/lines/t1", "/map?at=47,8,13", "/connections/x", "/stop/8503000.P/departures"]) {
      equal(await ask(address, { mode: "navigate" }), "fresh /release/one/index.html", is);
    }
    equal(await ask("/release/one/app/main.js"), "fresh /release/one/app/main.js", is);
  }
});

Deno.test("messages that the browser sends elsewhere are renewed with the server while no page is open", async () => {
  const web = world();
  const { renew } = await worker(web, "one", FILES);
  const old = { oldSubscription: subscription("old") };
  // No page has left anything here: the next one renews.
  await renew(old);
  equal([web.sent, web.messages.at(-1)], [[], { subscribed: true }]);
  const cache = await cachesOf(web).open("takt-push");
  await cache.put("/channel", new Response('{"id":"old","token":"t"}'));
  web.is = "missing";
  await renew(old);
  equal(web.sent, []);
  web.is = "there";
  await renew(old);
  const posted = 'POST /api/v1/rider/channels Bearer t {"kind":"web-push","endpoint":"anew by k"}';
  equal(web.sent, [posted, "DELETE /api/v1/rider/channels/old Bearer t "]);
  // The same channel again is not removed; a browser may bring its subscription along.
  await renew({ newSubscription: subscription("given") });
  equal(web.sent.slice(2), ['POST /api/v1/rider/channels Bearer t {"kind":"web-push","endpoint":"given"}']);
});

Deno.test("every address of the app is one that the worker opens, and others are not", async () => {
  const { ask } = await worker(world(), "one", FILES);
  const paths = Object.values(SCREENS).flatMap((screen) => [...screen.paths]);
  const list = (await read("/service-worker.js")).match(/const ADDRESSES = \[([^\]]*)\]/)?.[1].match(/[\w-]+/g) ?? [];
  equal(list.toSorted(), [...new Set(paths.map((path) => path.split("/")[1]))].filter((each) => each !== "").sort(),
    "ADDRESSES in Web/service-worker.js");
  for (const path of paths) {
    equal(await ask(path.replace(/:\w+/g, "x"), { mode: "navigate" }), "fresh /release/one/index.html", path);
  }
  for (const path of ["/gtfs.zip", "/metrics", "/health/live", "/api/v1/network.txt", "/v1/stationboard", "/stops"]) {
    equal(await ask(path, { mode: "navigate" }), null, path);
  }
});

Deno.test("a page continues with its release when there is a newer one, and is informed of it", async () => {
  const web = world();
  await worker(web, "one", FILES);
  const { ask } = await worker(web, "two", { "/app/main.js": "m2", "/app/lines.js": "l1" });
  equal(web.messages, [{ release: "one" }, { release: "two" }]);
  for (const is of /** @type {const} */ (["there", "missing"])) {
    web.is = is;
    equal(await ask("/release/one/app/main.js"), "fresh /release/one/app/main.js");
    equal(await ask("/release/two/app/main.js"), "fresh /release/two/app/main.js");
    equal(await ask("/", { mode: "navigate" }), "fresh /release/two/index.html");
  }
});

Deno.test("a file that a release has in common with an earlier one is not fetched again", async () => {
  const web = world();
  await worker(web, "one", FILES);
  web.asked = [];
  await worker(web, "two", { "/app/main.js": "m2", "/app/lines.js": "l1" });
  equal(web.asked.toSorted(), ["/release/two/app/main.js", "/release/two/index.html"], "all that was asked");
});

Deno.test("a release that did not come whole is never opened, and goes on from there", async () => {
  const web = world();
  const { ask } = await worker(web, "one", FILES);
  web.is = "missing";
  const failed = await worker(web, "two", { "/app/main.js": "m2" }).catch((error) => error);
  equal(failed instanceof Error, true);
  equal(await ask("/", { mode: "navigate" }), "fresh /release/one/index.html");
});

Deno.test("an earlier release goes after a week, and while a page of it is open not at all", async () => {
  const web = world();
  await worker(web, "one", FILES);
  await worker(web, "two", FILES);
  const kept = () => [...web.caches.keys()].filter((name) => name.startsWith("takt-release-"));
  web.now += 6 * DAY;
  const { ask } = await worker(web, "three", FILES);
  equal(kept(), ["takt-release-one", "takt-release-two", "takt-release-three"]);
  web.held = ["takt-release-one"];
  web.now += 8 * DAY;
  await ask("/", { mode: "navigate" });
  equal(kept(), ["takt-release-one", "takt-release-three"]);
  web.held = [];
  await ask("/", { mode: "navigate" });
  equal(kept(), ["takt-release-three"]);
});

Deno.test("the engine comes only to devices that keep the network, and then with every release", async () => {
  const web = world();
  const files = { ...FILES, "/engine/worker.js": "w1", "/engine/takt-engine.wasm": "e1" };
  const { ask, say } = await worker(web, "one", files);
  const fetched = () => web.asked.filter((path) => path.includes("/engine/")).toSorted();
  equal(fetched(), []);
  await cachesOf(web).open("takt-pocket");
  await say("engine");
  equal(fetched(), ["/release/one/engine/takt-engine.wasm", "/release/one/engine/worker.js"]);
  await worker(web, "two", { ...files, "/engine/takt-engine.wasm": "e2" });
  // What both releases have in common is not fetched again.
  equal(fetched().slice(2), ["/release/two/engine/takt-engine.wasm"]);
  web.is = "missing";
  equal(await ask("/release/one/engine/worker.js"), "fresh /release/one/engine/worker.js");
  equal(await ask("/release/two/engine/takt-engine.wasm"), "fresh /release/two/engine/takt-engine.wasm");
});

Deno.test("a cleared cache is filled again with the next page", async () => {
  const web = world();
  const { ask } = await worker(web, "one", FILES);
  web.caches.clear();
  equal(await ask("/", { mode: "navigate" }), "fresh /");
  web.is = "missing";
  equal(await ask("/", { mode: "navigate" }), "fresh /release/one/index.html");
});

Deno.test("answers that change with the network are stored, shown with their age, and replaced by the server's", async () => {
  const web = world();
  const { ask } = await worker(web, "one", FILES);
  equal(web.asked.filter((path) => path.startsWith("/api/")), ["/api/v1/network", "/api/v1/routes"]);
  equal(await ask("/api/v1/network"), "fresh /api/v1/network");
  for (const is of /** @type {const} */ (["missing", "silent", "stranger"])) {
    web.is = is;
    equal(await ask("/api/v1/network"), "stored: fresh /api/v1/network", is);
  }
  equal(await ask("/api/v1/network", { cache: "no-cache" }), "sign in /api/v1/network");
  web.is = "there";
  equal(await ask("/api/v1/network"), "fresh /api/v1/network");
});

Deno.test("tiles are kept or stored as they were seen, without what is put in their place", async () => {
  const web = world();
  const { ask } = await worker(web, "one", FILES);
  const [seen, kept, other] = [1, 2, 3].map((x) => `/api/v1/tiles/14/${x}/0?v=a`);
  web.caches.set("takt-tiles-kept", new Map([[keyOf(kept), new Response("kept")]]));
  web.is = "stranger";
  equal(await ask(other), "sign in /api/v1/tiles/14/3/0");
  web.is = "there";
  equal(await ask(seen), "fresh /api/v1/tiles/14/1/0");
  // Who brings tiles to keep them stores them by itself.
  equal(await ask(other, { cache: "no-store" }), "fresh /api/v1/tiles/14/3/0");
  web.is = "missing";
  equal([await ask(seen), await ask(kept)], ["fresh /api/v1/tiles/14/1/0", "kept"]);
  equal([...web.caches.get("takt-tiles")?.keys() ?? []], [keyOf(seen)]);
});

Deno.test("vehicles are never stored, and foreign requests never touched", async () => {
  const { ask } = await worker(world(), "one", FILES);
  equal(await ask("/api/v1/vehicles"), null);
  equal(await ask("/api/v1/vehicles/stream?bbox=1,2,3,4"), null);
  equal(await ask("https://elsewhere.test/app/main.js"), null);
});

Deno.test("no text of several lines has a line that looks like a comment: releases leave those out", async () => {
  for (const { path, text } of await modules()) {
    const texts = text.replace(/^\s*(\/\/.*|\/\*[^]*?\*\/)/gm, "").match(/`[^`]*`/g) ?? [];
    equal(texts.filter((each) => /\n\s*(\/\/|\/\*)/.test(each)), [], path);
  }
});

Deno.test("no module names a file of the app from the root of the site, where other releases' are", async () => {
  for (const { path, text } of await modules()) {
    equal(text.match(/["'`]\/(app|vendor|icons)\//g), null, path);
  }
});

Deno.test("the files that the page and the manifest name exist", async () => {
  const page = await read("/index.html");
  const manifest = JSON.parse(await read("/manifest.webmanifest"));
  const named = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((found) => found[1]);
  holdsTrue(named.length >= 5, "the page names its files");
  for (const path of [...named, ...manifest.icons.map((/** @type {any} */ each) => each.src)]) {
    holdsTrue((await Deno.stat(new URL(`../../Web${path}`, import.meta.url))).isFile, path);
  }
});

Deno.test("nothing is written into the page: no script, no style, no handler", async () => {
  const page = await read("/index.html");
  equal(page.match(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/gi), null);
});

Deno.test("no module fetches from elsewhere or evaluates text", async () => {
  for (const { path, text } of await modules()) {
    equal(text.match(/\binnerHTML\b|\beval\(|new Function\(|\bimport\s*\(?["']https?:/g), null, path);
    equal(text.match(/fetch\(\s*["'`]https?:/g), null, path);
  }
});

Deno.test("every icon that is asked for is in the sprite's list", async () => {
  const vendor = await Deno.readTextFile(new URL("../../scripts/web-vendor", import.meta.url));
  const list = vendor.match(/ICONS = \(([^)]*)\)/)?.[1] ?? "";
  const there = new Set([...list.matchAll(/"([a-z-]+)"/g)].map((found) => found[1]));
  for (const { path, text } of await modules()) {
    const asked = [...text.matchAll(/(?:\bicon|\bbutton)\("([a-z-]+)"|image: "([a-z-]+)"/g)];
    for (const [, one, other] of asked) {
      holdsTrue(there.has(one ?? other), `${one ?? other} of ${path}`);
    }
  }
});

Deno.test("everything in the style sheets can turn round: no left and right", async () => {
  for (const path of (await files("app/")).filter((each) => each.endsWith(".css"))) {
    const css = (await read(path)).replace(/\/\*[^]*?\*\//g, "");
    equal(css.match(/\b(margin|padding|border)-(left|right)\b|[;{]\s*(left|right|width|height):/g), null,
      path);
  }
});

Deno.test("the page fetches at once what its modules cannot begin without, and no more", async () => {
  const page = await read("/index.html");
  const early = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map((found) => found[1]);
  const wanted = await needed("/app/main.js", await needed("/app/first.js"));
  equal(early.toSorted(), [...wanted].toSorted());
});

Deno.test("the files that home cannot begin without are named in one place, and no others are", async () => {
  const there = await needed("/app/main.js", await needed("/app/first.js"));
  const wanted = [...await needed("/app/screens/home.js"), "/app/screens/home.js"].filter((path) => !there.has(path));
  equal((SCREENS.home.code ?? []).map((name) => `/app/${name}.js`).toSorted(), wanted.toSorted());
});

Deno.test("only what goes on in the background has a timer of its own", async () => {
  const own = (await modules()).filter(({ text }) => /\bsetInterval\(/.test(text)).map(({ path }) => path);
  // A recorded day goes on in the pocket.
  equal(own, ["/app/diary/recorder.js", "/app/seen.js"]);
});

Deno.test("nothing is read through something else, for those too who asked their system for that", async () => {
  for (const path of (await files("app/")).filter((each) => each.endsWith(".css"))) {
    equal((await read(path)).match(/backdrop-filter/g), null, path);
  }
});
