// Keeps the shell and what was last asked, so that the app opens without a network.
//
// Everything of ours is asked of the server first (a short "not modified" as a rule) and taken from
// the store when no answer comes. Vehicles are never stored: an old position is worse than none.

const STORE = "takt-1";
const PATIENCE_MILLISECONDS = 4000;
const MOST_ANSWERS = 80;
const STORED_AT = "Takt-Stored-At";

const SHELL = [
  "/",
  "/app/app.css",
  "/app/screens.css",
  "/manifest.webmanifest",
  "/icons/takt.svg",
  "/icons/takt-192.png",
  "/vendor/icons.svg",
  "/vendor/maplibre-gl.css",
  "/vendor/maplibre-gl.js",
  // modules
  "/app/badge.js",
  "/app/clock.js",
  "/app/context.js",
  "/app/delay.js",
  "/app/format.js",
  "/app/geometry.js",
  "/app/i18n.js",
  "/app/live/event-parser.js",
  "/app/live/feed.js",
  "/app/live/fleet.js",
  "/app/main.js",
  "/app/map/card.js",
  "/app/map/controls.js",
  "/app/map/library.js",
  "/app/map/location.js",
  "/app/map/sprites.js",
  "/app/map/style.js",
  "/app/map/vehicle-layer.js",
  "/app/messages/de.js",
  "/app/messages/en.js",
  "/app/messages/fr.js",
  "/app/messages/it.js",
  "/app/render.js",
  "/app/router.js",
  "/app/screens/about.js",
  "/app/screens/lines.js",
  "/app/screens/map.js",
  "/app/screens/missing.js",
  "/app/screens/vehicles.js",
  "/app/status.js",
  "/app/trajectory.js",
  "/app/types.js",
];

/** This script's global scope, whose type `deno check` does not know beside the page's. */
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(precache().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropOldStores().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const answer = answerFor(event.request, (/** @type {Promise<unknown>} */ work) => {
    event.waitUntil(work);
  });
  if (answer !== null) event.respondWith(answer);
});

async function precache() {
  const store = await caches.open(STORE);
  await store.addAll(SHELL.map((path) => new Request(path, { cache: "no-cache" })));
}

async function dropOldStores() {
  for (const name of await caches.keys()) {
    if (name.startsWith("takt-") && name !== STORE) await caches.delete(name);
  }
}

/** Decides who answers a request; null leaves it to the browser.
 * @param {Request} request
 * @param {(work: Promise<unknown>) => void} meanwhile keeps the worker awake for some work
 * @returns {Promise<Response>|null} */
function answerFor(request, meanwhile) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return null;
  if (request.headers.has("Range")) return null;
  const path = url.pathname;
  if (path.startsWith("/api/")) {
    const live = path.startsWith("/api/v1/vehicles");
    return !path.startsWith("/api/v1/") || live ? null : serverFirst(request, request.url, meanwhile);
  }
  if (request.mode === "navigate") return serverFirst(request, "/", meanwhile);
  return SHELL.includes(path) ? serverFirst(request, path, meanwhile) : null;
}

/** Asks the server, and takes the store's answer when it is silent for long or cannot be reached.
 * @param {Request} request
 * @param {string} key under which the answer is stored
 * @param {(work: Promise<unknown>) => void} meanwhile
 * @returns {Promise<Response>} */
async function serverFirst(request, key, meanwhile) {
  const asked = fetch(request);
  meanwhile(asked.then((response) => keep(key, response.clone())).catch(() => {}));
  try {
    return await Promise.race([asked, silence()]);
  } catch {
    const stored = await (await caches.open(STORE)).match(key);
    // Without a stored answer a slow one is still better than none.
    return stored === undefined ? await asked : stored;
  }
}

/** @returns {Promise<never>} */
function silence() {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("The server is silent.")), PATIENCE_MILLISECONDS);
  });
}

/** Stores a good answer; those of the API say when, so that nobody takes an old clock for the
 * present one.
 * @param {string} key
 * @param {Response} response */
async function keep(key, response) {
  if (!response.ok || response.redirected) return;
  const store = await caches.open(STORE);
  if (!key.includes("/api/")) return await store.put(key, response);
  const headers = new Headers(response.headers);
  headers.set(STORED_AT, String(Date.now()));
  headers.delete("Content-Encoding");
  const body = await response.arrayBuffer();
  await store.put(key, new Response(body, { status: response.status, headers }));
  await forgetOldAnswers(store);
}

/** Keeps the store bounded: the answers stored first go first.
 * @param {Cache} store */
async function forgetOldAnswers(store) {
  const answers = (await store.keys()).filter((each) => new URL(each.url).pathname.startsWith("/api/"));
  for (const each of answers.slice(0, Math.max(0, answers.length - MOST_ANSWERS))) {
    await store.delete(each);
  }
}
