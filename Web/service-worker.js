// Keeps whole releases of the app at hand, so that Takt opens without a network and at once. A page loads the files of
// its own release only, whatever has come since. Live data is never kept: an old position shown as new would be worse
// than none.

/** The digest of this release, and its files with theirs: the server writes them here. */
const RELEASE = { digest: "", files: {} };

const PREFIX = "takt-release-";
const CACHE = PREFIX + RELEASE.digest;
const ANSWERS = "takt-answers";
/** Tiles of the map that were seen, of one version of the map. */
const TILES = "takt-tiles";
/** So many are kept; the oldest make room, some at a time. */
const MOST_TILES = 600;
const TILES_AT_ONCE = 60;
/** Where versions before kept the app, without a digest. */
const SHELL = "takt-shell-6";
/** In a release's cache, once it is whole: its files. */
const LIST = "/files";
/** In an earlier release's cache: since when there is a newer one, Unix milliseconds. */
const ENDED = "/ended";
/** An earlier release is kept so long, and longer while a page of it is open. */
const KEPT_MILLISECONDS = 7 * 86_400_000;
/** The files of the engine, which only devices that keep the network need. */
const ENGINE = /^\/engine\//;
/** There while the network is kept on this device; `pocket/keeper.js` makes it. */
const POCKET = "takt-pocket";
/** So many earlier ones that no page needs. */
const MOST_KEPT = 4;
/** What the worker needs to renew this device's messages while no page is open; `rider/push.js` writes it. */
const PUSH = "takt-push";
const CHANNEL = "/channel";
const CHANNELS = "/api/v1/rider/channels";
const FILE_MILLISECONDS = 60_000;
/** A server that has not answered by then is waited for with what is stored on the screen. */
const PATIENCE_MILLISECONDS = 250;
/** Answers of the API that change with the network only, and are shown until it answers. */
const KEPT_ANSWERS = /^\/api\/v1\/(network|routes|routes\.geojson\?sideBySide=true|landscape\.geojson)$/;
/** The addresses of the app, as `router.js` has them. */
const APP = /^\/(|(home|map|list|lines|trips|search|connections|stop|saved|settings|help|about|study|operator|diary)(\/.*)?)$/;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(stored().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  // Pages that are open go on with their own release; they are told that there is another.
  event.waitUntil(tidied().then(() => worker.clients.claim()).then(() => told({ release: RELEASE.digest })).then(askedAhead));
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "release?") event.source?.postMessage({ release: RELEASE.digest });
  // The network is kept from now on.
  if (event.data === "engine") event.waitUntil(stored().catch(() => {}));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (KEPT_ANSWERS.test(url.pathname + url.search)) return event.respondWith(answered(event));
  if (url.pathname.startsWith("/api/v1/tiles/") && url.searchParams.has("v")) return event.respondWith(tile(event));
  if (RELEASE.digest === "") return;
  if (request.mode === "navigate") {
    if (APP.test(url.pathname)) event.respondWith(page(event));
  } else if (url.pathname.startsWith("/release/")) {
    event.respondWith(file(request, PREFIX + url.pathname.split("/")[2]));
  } else if (/^\/(app|vendor)\//.test(url.pathname)) {
    event.respondWith(file(request, SHELL));
  }
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(shown(event.data)));

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(renewed(event).catch(() => {}).then(() => told({ subscribed: true })));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data?.navigate ?? "/home"));
});

/** Stores what lacks of this release, and its engine where the network is kept. Fails where a file cannot be had, and
 * goes on from there the next time. */
async function stored() {
  if (RELEASE.digest === "") return;
  const cache = await caches.open(CACHE);
  const files = Object.entries(RELEASE.files);
  if (await cache.match(LIST) === undefined) {
    await storeFiles(cache, [...files.filter(([path]) => !ENGINE.test(path)), ["/index.html", RELEASE.digest]]);
    await cache.put(LIST, new Response(JSON.stringify(RELEASE.files)));
  }
  if (await caches.has(POCKET)) await storeFiles(cache, files.filter(([path]) => ENGINE.test(path)));
}

/** Stores those files that are not there yet; what an earlier release has as it is comes from there.
 * @param {Cache} cache
 * @param {[string, string][]} wanted paths and digests */
async function storeFiles(cache, wanted) {
  const base = `/release/${RELEASE.digest}`;
  const earlier = await earlierFiles();
  await Promise.all(wanted.map(async ([path, digest]) => {
    if (await cache.match(base + path) !== undefined) return;
    const known = earlier.get(`${path} ${digest}`);
    const copy = known === undefined ? undefined : await caches.match(known.address, { cacheName: known.cacheName });
    const response = copy === undefined
      ? await fetch(base + path, { signal: AbortSignal.timeout(FILE_MILLISECONDS) })
      : withoutAddress(copy);
    if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
    await cache.put(base + path, response);
  }));
}

/** A copy that takes the address it is asked for by: a module finds what it imports beside the address of its response.
 * @param {Response} response */
function withoutAddress({ body, headers, status }) {
  return new Response(body, { headers, status });
}

/** The files of earlier releases, by path and digest. */
async function earlierFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  /** @type {Map<string, {cacheName: string, address: string}>} */
  const files = new Map();
  for (const cacheName of names) {
    const list = await (await caches.match(LIST, { cacheName }))?.json() ?? {};
    for (const [path, digest] of Object.entries(list)) {
      files.set(`${path} ${digest}`, { cacheName, address: `/release/${cacheName.slice(PREFIX.length)}${path}` });
    }
  }
  return files;
}

/** Removes releases that have been over for long and that no page needs: each page holds a lock of its release. */
async function tidied() {
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
  const earlier = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) && name !== SHELL || name === CACHE) continue;
    const cache = await caches.open(name);
    const ended = Number(await (await cache.match(ENDED))?.text() ?? 0);
    if (ended === 0) await cache.put(ENDED, new Response(String(Date.now())));
    if (!held.has(name)) earlier.push({ name, ended: ended === 0 ? Date.now() : ended });
  }
  earlier.sort((one, other) => other.ended - one.ended);
  const over = earlier.filter(({ ended }, at) => at >= MOST_KEPT || Date.now() - ended > KEPT_MILLISECONDS);
  await Promise.all(over.map(({ name }) => caches.delete(name)));
}

/** Tells all pages something.
 * @param {object} news */
async function told(news) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const each of windows) each.postMessage(news);
}

/** Stores what every page begins with: the page that brought this worker asked before it was there. */
async function askedAhead() {
  const cache = await caches.open(ANSWERS);
  await Promise.all(["/api/v1/network", "/api/v1/routes"].map(async (path) => {
    if (await cache.match(path, { ignoreVary: true }) !== undefined) return;
    const response = await fetch(path, { signal: AbortSignal.timeout(FILE_MILLISECONDS) });
    if (isOwn(response)) await cache.put(path, await dated(response));
  })).catch(() => {});
}

/** The app's page, of the release that is whole here; the browser asks for a newer worker by itself.
 * @param {any} event
 * @returns {Promise<Response>} */
async function page(event) {
  const kept = await caches.match(`/release/${RELEASE.digest}/index.html`, { cacheName: CACHE, ignoreVary: true });
  // What was cleared comes again.
  event.waitUntil(stored().then(tidied).catch(() => {}));
  return kept ?? await fetch(event.request);
}

/** A file of a release, from its own cache.
 * @param {Request} request
 * @param {string} cacheName
 * @returns {Promise<Response>} */
async function file(request, cacheName) {
  return await caches.match(request, { cacheName, ignoreVary: true }) ?? await fetch(request);
}

/** A tile that was seen, else from the network, and kept: under its version it never changes.
 * @param {any} event
 * @returns {Promise<Response>} */
async function tile(event) {
  const { request } = event;
  const cache = await caches.open(TILES);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(keepTile(cache, request, response.clone()).catch(() => {}));
  return response;
}

/** @param {Cache} cache
 * @param {Request} request
 * @param {Response} response */
async function keepTile(cache, request, response) {
  await cache.put(request, response);
  const tiles = await cache.keys();
  const version = new URL(request.url).search;
  const old = tiles.filter(({ url }) => new URL(url).search !== version);
  const over = tiles.length > MOST_TILES ? tiles.slice(0, TILES_AT_ONCE) : [];
  await Promise.all([...old, ...over].map((each) => cache.delete(each)));
}

/** From the network, and kept; what was kept where the server is missing or silent. Whoever asks without caches gets
 * the server's own word, however long it takes. What is kept says since when.
 * @param {any} event
 * @returns {Promise<Response>} */
async function answered(event) {
  const { request } = event;
  const asked = fetch(request);
  const cache = await caches.open(ANSWERS);
  event.waitUntil(asked.then(async (/** @type {Response} */ response) => {
    if (isOwn(response)) await cache.put(request, await dated(response.clone()));
  }).catch(() => {}));
  if (request.cache === "no-cache") return await asked;
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept === undefined) return await asked;
  const first = await Promise.race([asked.catch(() => null), silence()]);
  // An error of the server is passed on; a page in its place is none.
  return first === null || first.ok && !isOwn(first) || first.type === "opaqueredirect" ? kept : first;
}

/** @param {Response} response */
function isOwn(response) {
  return response.ok && (response.headers.get("Content-Type") ?? "").includes("json");
}

/** @param {Response} response */
async function dated(response) {
  const headers = new Headers(response.headers);
  headers.set("Takt-Stored", String(Date.now()));
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  return new Response(await response.arrayBuffer(), { status: response.status, headers });
}

/** @returns {Promise<null>} done when a rider has waited long enough */
function silence() {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MILLISECONDS));
}

/** Subscribes anew and tells the server, with what the page left here for that. Where it fails, the next page does it.
 * @param {{oldSubscription?: PushSubscription|null, newSubscription?: PushSubscription|null}} change */
async function renewed({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription = newSubscription ??
    (options === undefined ? null : await worker.registration.pushManager.subscribe(options));
  const cache = await caches.open(PUSH);
  const { id, token } = await (await cache.match(CHANNEL))?.json() ?? {};
  if (!subscription || typeof token !== "string") return;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: "application/json" };
  const signal = AbortSignal.timeout(FILE_MILLISECONDS);
  const body = JSON.stringify({ kind: "web-push", ...subscription.toJSON() });
  const response = await fetch(CHANNELS, { method: "POST", headers, body, signal });
  if (!isOwn(response)) return;
  const channel = await response.json();
  await cache.put(CHANNEL, new Response(JSON.stringify({ id: channel.id, token })));
  if (channel.id !== id) await fetch(`${CHANNELS}/${encodeURIComponent(id)}`, { method: "DELETE", headers, signal });
}

/** Shows a message; browsers that know declarative messages show it themselves, from the same members. Every push is
 * shown, also one that came before: it takes the place of its first showing, and browsers take back the permission of
 * who is silent.
 * @param {{json: () => any}|null} data */
async function shown(data) {
  /** @type {any} */
  let message = {};
  try {
    message = data?.json()?.notification ?? {};
  } catch {
    // Something must be shown for every push; this says at least that there is news.
  }
  const { title = "Takt", body = "", navigate = "/home", lang = "", tag = "takt", data: details = {} } = message;
  await worker.registration.showNotification(title, {
    body, lang, tag, icon: "/icons/takt-192.png", badge: "/icons/takt-192.png",
    data: { ...details, navigate },
  });
}

/** Leads to what a message is about: in the window that is open, else in a new one.
 * @param {string} address addresses elsewhere lead to the start instead */
async function opened(address) {
  const url = new URL(address, location.origin);
  const target = url.origin === location.origin ? url.pathname + url.search : "/home";
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [first] = windows;
  if (first === undefined) return await worker.clients.openWindow(target);
  await first.focus().catch(() => {});
  first.postMessage({ navigate: target });
}
