// Caches whole releases of the app, so that Takt opens without a network and at once. A page loads only files of its
// own release, even if there is a newer one. Live data is never cached: an old position shown as new would be worse
// than none.

/** The digest of this release and its files with their digests, inserted by the server. */
const RELEASE = { digest: "", files: {} };

const PREFIX = "takt-release-";
const CACHE = PREFIX + RELEASE.digest;
const ANSWERS = "takt-answers";
/** Viewed map tiles, of one version of the map. */
const TILES = "takt-tiles";
/** The largest number of cached tiles; the oldest are removed in batches. */
const MAXIMUM_TILES = 600;
const TILES_AT_ONCE = 60;
/** The cached tiles of the area that the rider keeps; `keep/keeping.js` adds and removes them. */
const KEPT_TILES = "takt-tiles-kept";
/** The cache of earlier versions, without a digest. */
const SHELL = "takt-shell-6";
/** The list of files in a release's cache, written once it is complete. */
const LIST = "/files";
/** In an earlier release's cache: when a newer one appeared, Unix milliseconds. */
const ENDED = "/ended";
/** How long an earlier release is kept; longer while a page of it is open. */
const KEPT_MILLISECONDS = 7 * 86_400_000;
/** The files of the engine, which only devices that keep the network need. */
const ENGINE = /^\/engine\//;
/** The cache that exists while the network is kept on this device; `pocket/keeper.js` creates it. */
const POCKET = "takt-pocket";
/** The largest number of earlier releases that no page needs. */
const MAXIMUM_KEPT = 4;
/** The data with which the worker renews this device's push subscription while no page is open; written by
 * `rider/push.js`. */
const PUSH = "takt-push";
const CHANNEL = "/channel";
const CHANNELS = "/api/v1/rider/channels";
const FILE_MILLISECONDS = 60_000;
/** After this long without an answer, the cached one is shown while the server's is awaited. */
const PATIENCE_MILLISECONDS = 250;
/** API answers that change only with the network, and are shown until it answers. */
const KEPT_ANSWERS = /^\/api\/v1\/(network|routes|routes\.geojson\?sideBySide=true|landscape\.geojson)$/;
/** The first parts of the app's addresses, as in `screens.js`; the server reads them here too. */
const ADDRESSES = [
  "home", "map", "list", "lines", "trips", "search", "connections", "stop", "saved", "settings", "help", "about", "study",
  "operator", "diary",
];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(stored().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  // Open pages keep using their own release, and are notified of the new one.
  event.waitUntil(tidied().then(() => worker.clients.claim()).then(() => broadcast({ release: RELEASE.digest })).then(askedAhead));
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
    if (url.pathname === "/" || ADDRESSES.includes(url.pathname.split("/")[1])) event.respondWith(page(event));
  } else if (url.pathname.startsWith("/release/")) {
    event.respondWith(file(request, PREFIX + url.pathname.split("/")[2]));
  } else if (/^\/(app|vendor)\//.test(url.pathname)) {
    event.respondWith(file(request, SHELL));
  }
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(shown(event.data)));

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  event.waitUntil(renewed(event).catch(() => {}).then(() => broadcast({ subscribed: true })));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data?.navigate ?? "/home"));
});

/** Caches the missing files of this release, and its engine if the network is kept; unchanged ones are copied from an
 * earlier one. Fails if a file cannot be fetched, and continues there the next time. */
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

/** A copy whose address is the requested one, because a module's imports are relative to its response's address.
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

/** Removes old releases that no page needs; each page holds a lock of its release. */
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
  const over = earlier.filter(({ ended }, at) => at >= MAXIMUM_KEPT || Date.now() - ended > KEPT_MILLISECONDS);
  await Promise.all(over.map(({ name }) => caches.delete(name)));
}

/** Sends a message to all pages.
 * @param {object} news */
async function broadcast(news) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const each of windows) each.postMessage(news);
}

/** Caches the first requests of every page, since the page that installed this worker made them before it was there. */
async function askedAhead() {
  const cache = await caches.open(ANSWERS);
  await Promise.all(["/api/v1/network", "/api/v1/routes"].map(async (path) => {
    if (await cache.match(path, { ignoreVary: true }) !== undefined) return;
    const response = await fetch(path, { signal: AbortSignal.timeout(FILE_MILLISECONDS) });
    if (isOwn(response)) await cache.put(path, await dated(response));
  })).catch(() => {});
}

/** The app's page of the complete release; the browser checks for a newer worker by itself.
 * @param {any} event
 * @returns {Promise<Response>} */
async function page(event) {
  const kept = await caches.match(`/release/${RELEASE.digest}/index.html`, { cacheName: CACHE, ignoreVary: true });
  // Files that were deleted are cached again.
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

/** A kept or viewed tile, otherwise from the network and then cached; a tile never changes within a version.
 * @param {any} event
 * @returns {Promise<Response>} */
async function tile(event) {
  const { request } = event;
  // The page stores the tiles of a kept area itself.
  if (request.cache === "no-store") return await fetch(request);
  const cache = await caches.open(TILES);
  const kept = await caches.match(request, { cacheName: KEPT_TILES, ignoreVary: true }) ??
    await cache.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  // A network's sign-in page is not a tile; 204 says that the map is empty there.
  const isTile = response.status === 204 || response.ok && (response.headers.get("Content-Type") ?? "").includes("tile");
  if (isTile) event.waitUntil(keepTile(cache, request, response.clone()).catch(() => {}));
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
  const over = tiles.length > MAXIMUM_TILES ? tiles.slice(0, TILES_AT_ONCE) : [];
  await Promise.all([...old, ...over].map((each) => cache.delete(each)));
}

/** The network's answer, which is cached, or the cached one if the server is unreachable or silent. Requests that
 * bypass the cache wait for the server. Cached answers carry their time.
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
  // Errors of the server are passed on; a captive portal's page counts as no answer.
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

/** @returns {Promise<null>} resolved when a rider has waited long enough */
function silence() {
  return new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE_MILLISECONDS));
}

/** Subscribes again and informs the server, with the data stored by the page. If that fails, the next page does it.
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

/** Shows a message. Browsers that support declarative messages show them by themselves, from the same members. Every
 * push is shown, even a repeated one, which replaces the first: browsers revoke the permission of sites that stay
 * silent.
 * @param {{json: () => any}|null} data */
async function shown(data) {
  /** @type {any} */
  let message = {};
  try {
    message = data?.json()?.notification ?? {};
  } catch {
    // Every push must show something; this at least says that there is news.
  }
  const { title = "Takt", body = "", navigate = "/home", lang = "", tag = "takt", data: details = {} } = message;
  await worker.registration.showNotification(title, {
    body, lang, tag, icon: "/icons/takt-192.png", badge: "/icons/takt-192.png",
    data: { ...details, navigate },
  });
}

/** Opens the address of a message, in an open window or a new one.
 * @param {string} address other origins lead to the start instead */
async function opened(address) {
  const url = new URL(address, location.origin);
  const target = url.origin === location.origin ? url.pathname + url.search : "/home";
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [first] = windows;
  if (first === undefined) return await worker.clients.openWindow(target);
  await first.focus().catch(() => {});
  first.postMessage({ navigate: target });
}
