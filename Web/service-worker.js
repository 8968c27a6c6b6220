// Keeps the shell at hand, so that Takt opens without a network. Live data is never kept: an old
// position shown as new would be worse than none.

// Another name when what is kept is kept in another way; new and changed files come by themselves.
const CACHE = "takt-shell-6";
const PATIENCE_MILLISECONDS = 5000;
const SHELL = [
  "/",
  "/manifest.webmanifest",
  "/icons/takt.svg",
  "/vendor/icons.svg",
  "/vendor/maplibre-gl.css",
  "/vendor/maplibre-gl.js",
  ...[
    "app", "connection", "diary", "home", "journeys", "lines", "map", "nearby", "notices", "operator", "rider",
    "screens", "settings",
  ].map((name) => `/app/${name}.css`),
  ...[
    "ask", "badge", "board/rows", "clock", "context", "delay", "diary/day", "diary/day-items",
    "diary/day-map", "diary/diary", "diary/exports", "diary/join", "diary/participant",
    "diary/recorder", "diary/recording", "diary/statistics", "diary/suggestions", "diary/wire",
    "first", "format", "frame", "geometry", "i18n", "lines/service-time", "lines/timetable",
    "lines/trip-view", "lines/wire", "live/event-parser", "live/feed", "live/fleet", "live/live",
    "main", "map/address-writer", "map/basemap", "map/bring", "map/camera", "map/card",
    "map/chosen-few", "map/controls", "map/finder", "map/library", "map/line-chip", "map/location", "map/note",
    "map/room", "map/sprites", "map/stop-ring", "map/style", "map/vehicle-layer", "messages/de",
    "messages/diary-de", "messages/diary-en", "messages/diary-fr", "messages/diary-it",
    "messages/en", "messages/first", "messages/fr", "messages/it", "messages/nearby-de",
    "messages/nearby-en", "messages/nearby-fr", "messages/nearby-it", "messages/operator-de",
    "messages/operator-en", "messages/operator-fr", "messages/operator-it", "messages/pages-de",
    "messages/pages-en", "messages/pages-fr", "messages/pages-it", "messages/riders-de",
    "messages/riders-en", "messages/riders-fr", "messages/riders-it", "operator/announcement",
    "operator/campus", "operator/campus-map", "operator/enrolment", "operator/entrance",
    "operator/entry-form", "operator/operator", "operator/predictions", "operator/riders",
    "operator/route-form", "operator/sources", "operator/stop-form", "operator/studies",
    "operator/study", "operator/vehicle-form", "operator/wire", "panels", "qr", "render",
    "notices", "rider/aside", "rider/restore", "messages/care-de", "messages/care-en", "messages/care-fr", "messages/care-it", "rider/channels", "rider/home-card", "rider/install", "rider/pull", "rider/push",
    "rider/on-board", "rider/phone-logger", "rider/preferences", "rider/whereabouts", "screens/nearby",
    "rider/queue", "rider/reminder-form", "rider/rider", "rider/save-sheet", "rider/saved",
    "rider/share", "rider/stored-way", "rider/sync", "rider/toast", "rider/weekdays",
    "rider/welcome", "rider/wire", "rider/your-data", "router", "screens", "screens/about",
    "screens/board", "screens/devices", "screens/diary", "screens/help", "screens/home",
    "screens/line", "screens/lines", "screens/made-with", "screens/map", "screens/missing",
    "screens/notifications", "screens/operator", "screens/saved", "screens/search", "screens/settings", "screens/study",
    "screens/trip", "screens/trips", "screens/vehicles", "search/calendar", "search/details",
    "search/details-view", "search/form", "search/nearby", "search/place-field", "search/places",
    "search/problems", "search/query", "search/result-row", "search/suggestions", "search/way",
    "search/wire", "settings", "status", "store", "times", "trajectory", "types",
  ].map((name) => `/app/${name}.js`),
];
/** Answers of the API that change with the network only, and are shown when it cannot be asked. */
const KEPT_ANSWERS = /^\/api\/v1\/(network|routes|routes\.geojson|landscape\.geojson)$/;

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(CACHE)
      .then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
      )
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/")) {
    if (KEPT_ANSWERS.test(url.pathname) && url.search === "") event.respondWith(fresh(event));
    return;
  }
  if (request.mode === "navigate") event.respondWith(fresh(event, "/"));
  else if (SHELL.includes(url.pathname)) event.respondWith(fresh(event));
});

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(shown(event.data)));

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data?.navigate ?? "/home"));
});

/** Shows a message; browsers that know declarative messages show it themselves, from the same members.
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
  const seen = await worker.registration.getNotifications({ tag });
  // The same once more, as after the server was interrupted.
  if (details.id !== undefined && seen.some((/** @type {any} */ each) => each.data?.id === details.id)) return;
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

/** From the network, and kept; what was kept where the network is missing or silent for long. An
 * error of the server is passed on and not kept.
 * @param {any} event
 * @param {string} [key] the address to keep it under, when not its own
 * @returns {Promise<Response>} */
async function fresh(event, key) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  const asked = fetch(request);
  event.waitUntil(asked.then((/** @type {Response} */ response) => {
    // Not every address that is opened is a page of the app.
    const isPage = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
    if (response.ok && (key === undefined || isPage)) return cache.put(key ?? request, response.clone());
  }).catch(() => {}));
  try {
    return await Promise.race([asked, silence()]);
  } catch {
    const kept = await cache.match(key ?? request);
    if (kept === undefined) return await asked;
    const headers = new Headers(kept.headers);
    headers.set("Takt-Stored", "1");
    headers.delete("Content-Encoding");
    return new Response(kept.body, { status: kept.status, headers });
  }
}

/** @returns {Promise<never>} fails when a rider has waited long enough */
function silence() {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error("The server is silent.")), PATIENCE_MILLISECONDS);
  });
}
