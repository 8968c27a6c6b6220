import { CODE } from "../../Web/app/screens.js";
import { equal, holdsTrue } from "./support.js";
import { files, modules, read } from "./web-files.js";

/** The service worker in a browser of ours: what it stores, and how it answers.
 * @param {{is: "there"|"missing"|"silent"}} network */
async function worker(network) {
  const text = await read("/service-worker.js");
  /** @type {Record<string, (event: any) => void>} */
  const handlers = {};
  /** @type {Map<string, Response>} */
  const stored = new Map();
  const key = (/** @type {string|Request} */ request) =>
    new URL(typeof request === "string" ? request : request.url, "http://takt.test").pathname;
  const cache = {
    addAll: (/** @type {{path: string}[]} */ requests) => {
      for (const { path } of requests) stored.set(path, new Response(`stored ${path}`));
    },
    put: (/** @type {string|Request} */ request, /** @type {Response} */ response) =>
      stored.set(key(request), response),
    match: (/** @type {string|Request} */ request) => stored.get(key(request))?.clone(),
    keys: () => [...stored.keys()].map((path) => new Request(`http://takt.test${path}`)),
  };
  const scope = {
    addEventListener: (/** @type {string} */ name, /** @type {any} */ handler) => {
      handlers[name] = handler;
    },
    skipWaiting: () => {},
    clients: { claim: () => {} },
    location: new URL("http://takt.test/service-worker.js"),
  };
  const run = new Function("self", "location", "caches", "fetch", "Request", "setTimeout", text);
  run(
    scope,
    scope.location,
    { open: () => Promise.resolve(cache), keys: () => Promise.resolve([]) },
    (/** @type {Request} */ request) => {
      if (network.is === "silent") return new Promise(() => {});
      if (network.is === "missing") return Promise.reject(new TypeError("no network"));
      const type = key(request).endsWith(".zip") ? "application/zip" : "text/html";
      return Promise.resolve(
        new Response(`fresh ${key(request)}`, { headers: { "Content-Type": type } }),
      );
    },
    class {
      /** @param {string} path */
      constructor(path) {
        this.path = path;
      }
    },
    (/** @type {() => void} */ action) => {
      if (network.is === "silent") action();
    },
  );
  /** @type {Promise<unknown>[]} */
  const work = [];
  const waitUntil = (/** @type {Promise<unknown>} */ each) => work.push(each);
  handlers.install({ waitUntil });
  await Promise.all(work);
  return {
    shell: () => [...stored.keys()],
    /** @param {string} address
     * @param {string} [mode]
     * @returns {Promise<string|null>} null where the browser is left to itself */
    ask: async (address, mode = "cors") => {
      /** @type {Promise<Response>[]} */
      const answers = [];
      const url = new URL(address, "http://takt.test").href;
      handlers.fetch({
        request: { url, mode, method: "GET", headers: new Headers() },
        respondWith: (/** @type {Promise<Response>} */ each) => answers.push(each),
        waitUntil,
      });
      if (answers.length === 0) return null;
      const answer = await answers[0];
      const text = await answer.text();
      if (network.is !== "silent") await Promise.all(work);
      return (answer.headers.has("Takt-Stored") ? "stored: " : "") + text;
    },
  };
}

Deno.test("the service worker stores every file of the app", async () => {
  const { shell } = await worker({ is: "there" });
  const listed = shell().filter((path) => path.startsWith("/app/"));
  const there = await files("app/");
  equal(there.filter((path) => !listed.includes(path)), [], "what lacks in the list of service-worker.js");
  equal(listed.filter((path) => !there.includes(path)), [], "what the list names in vain");
});

Deno.test("with a network everything is fresh, without one the shell opens at any address", async () => {
  /** @type {{is: "there"|"missing"|"silent"}} */
  const network = { is: "there" };
  const { ask } = await worker(network);
  equal(await ask("/map?at=47,8,13", "navigate"), "fresh /map");
  equal(await ask("/app/main.js"), "fresh /app/main.js");
  equal(await ask("/api/v1/network"), "fresh /api/v1/network");
  for (const is of /** @type {const} */ (["missing", "silent"])) {
    network.is = is;
    equal(await ask("/lines/t1", "navigate"), "stored: fresh /map", is);
    equal(await ask("/app/main.js"), "stored: fresh /app/main.js", is);
    equal(await ask("/app/router.js"), "stored: stored /app/router.js", is);
    equal(await ask("/api/v1/network"), "stored: fresh /api/v1/network", is);
  }
});

Deno.test("a file that is opened as a page is not taken for the shell", async () => {
  /** @type {{is: "there"|"missing"|"silent"}} */
  const network = { is: "there" };
  const { ask } = await worker(network);
  equal(await ask("/gtfs.zip", "navigate"), "fresh /gtfs.zip");
  network.is = "missing";
  equal(await ask("/map", "navigate"), "stored: stored /");
});

Deno.test("vehicles are never stored, and foreign requests never touched", async () => {
  const { ask } = await worker({ is: "there" });
  equal(await ask("/api/v1/vehicles"), null);
  equal(await ask("/api/v1/vehicles/stream?bbox=1,2,3,4"), null);
  equal(await ask("https://elsewhere.test/app/main.js"), null);
});

Deno.test("what the page and the manifest name is there", async () => {
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

/** What a module cannot begin without, itself left out.
 * @param {string} path
 * @param {Set<string>} [found] */
async function needed(path, found = new Set()) {
  const text = (await read(path)).replace(/\/\*[^]*?\*\//g, "");
  for (const [, name] of text.matchAll(/^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"/gm)) {
    const other = new URL(name, `http://takt.test${path}`).pathname;
    if (found.has(other)) continue;
    found.add(other);
    await needed(other, found);
  }
  return found;
}

Deno.test("the page fetches at once what its modules cannot begin without, and no more", async () => {
  const page = await read("/index.html");
  const early = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map((found) => found[1]);
  const wanted = await needed("/app/main.js", await needed("/app/first.js"));
  equal(early.toSorted(), [...wanted].toSorted());
});

Deno.test("what home cannot begin without is named in one place, and nothing else is", async () => {
  const there = await needed("/app/main.js", await needed("/app/first.js"));
  const wanted = [...await needed("/app/screens/home.js"), "/app/screens/home.js"].filter((path) => !there.has(path));
  equal((CODE.home ?? []).map((name) => `/app/${name}.js`).toSorted(), wanted.toSorted());
});
