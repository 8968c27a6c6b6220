// The screens by their names. The code of each is fetched when it is first shown.

/** @import { Context } from "./context.js" */
/** @import { Part } from "./i18n.js" */
/** @import { Place } from "./router.js" */
import { h, loadStyle, sibling } from "./render.js";

/** A screen is made once, and shown and hidden as the rider goes about.
 * @typedef {{element: HTMLElement, title: string, show: (place: any) => unknown,
 *   hide: () => void, translate: () => void}} Screen */

/** @typedef {(context: Context) => Promise<Screen>} Maker */

/** The style sheets that a screen needs beyond those of the page.
 * @type {Partial<Record<Place["screen"], string[]>>} */
const STYLES = {
  home: ["home", "calls"],
  saved: ["home", "rider"],
  trips: ["journeys", "rider"],
  map: ["map"],
  line: ["lines", "journeys"],
  trip: ["lines", "journeys", "rider", "nearby"],
  settings: ["settings"],
  notifications: ["settings", "rider"],
  nearby: ["settings", "rider", "operator", "diary", "nearby"],
  devices: ["settings", "rider"],
  help: ["settings"],
  about: ["about"],
  operator: ["settings", "rider", "operator", "diary"],
  study: ["settings", "rider", "operator", "diary"],
  diary: ["settings", "rider", "operator", "diary"],
  search: ["journeys", "connection", "rider"],
  board: ["journeys", "calls"],
};

/** The screens that show vehicles. While another is seen, the stream is closed.
 * @type {ReadonlySet<Place["screen"]>} */
export const LIVE_SCREENS = new Set(["map", "vehicles", "lines", "trip", "about"]);

/** What most screens say. @type {readonly Part[]} */
const PARTS = ["pages", "riders"];
/** What some say beside that. @type {Partial<Record<Place["screen"], readonly Part[]>>} */
const MORE_PARTS = { map: [], home: ["riders"], operator: [...PARTS, "operator"],
  study: [...PARTS, "operator", "diary"], diary: [...PARTS, "diary"],
  settings: [...PARTS, "care"], nearby: [...PARTS, "nearby"], trip: [...PARTS, "nearby"] };

/** @param {Place["screen"]} name */
function partsOf(name) {
  return MORE_PARTS[name] ?? PARTS;
}

/** @type {Record<Place["screen"], Maker>} */
const MAKERS = {
  home: async (context) => new (await import("./screens/home.js")).HomeScreen(context),
  saved: async (context) => new (await import("./screens/saved.js")).SavedScreen(context),
  trips: async (context) => new (await import("./screens/trips.js")).TripsScreen(context),
  map: makeMap,
  vehicles: async (context) => new (await import("./screens/vehicles.js")).VehiclesScreen(context, {
    insteadOfMap: false,
  }),
  lines: async (context) => new (await import("./screens/lines.js")).LinesScreen(context),
  line: async (context) => new (await import("./screens/line.js")).LineScreen(context),
  trip: async (context) => new (await import("./screens/trip.js")).TripScreen(context),
  settings: async (context) => new (await import("./screens/settings.js")).SettingsScreen(context),
  notifications: async (context) =>
    new (await import("./screens/notifications.js")).NotificationsScreen(context),
  nearby: async (context) => new (await import("./screens/nearby.js")).NearbyScreen(context),
  devices: async (context) => new (await import("./screens/devices.js")).DevicesScreen(context),
  help: async (context) => new (await import("./screens/help.js")).HelpScreen(context),
  about: async (context) => new (await import("./screens/about.js")).AboutScreen(context),
  operator: async (context) => new (await import("./screens/operator.js")).OperatorScreen(context),
  study: async (context) => new (await import("./screens/study.js")).StudyScreen(context),
  diary: async (context) => new (await import("./screens/diary.js")).DiaryScreen(context),
  search: async (context) => new (await import("./screens/search.js")).SearchScreen(context),
  board: async (context) => new (await import("./screens/board.js")).BoardScreen(context),
  missing: async (context) => new (await import("./screens/missing.js")).MissingScreen(context),
};

/** The map, or where a browser cannot draw it the vehicles in words.
 * @param {Context} context
 * @returns {Promise<Screen>} */
async function makeMap(context) {
  const { canDrawMaps } = await import("./map/library.js");
  if (canDrawMaps()) return new (await import("./screens/map.js")).MapScreen(context);
  await context.learn(PARTS);
  return new (await import("./screens/vehicles.js")).VehiclesScreen(context, { insteadOfMap: true });
}

const styled = (/** @type {string} */ sheet) => sibling(`./${sheet}.css`, import.meta.url);

/** What home's code cannot begin without: named here, it comes in one round and not in three.
 * @type {Partial<Record<Place["screen"], string[]>>} */
export const CODE = {
  home: [
    "badge", "delay", "format", "place-names", "rider/home-card", "rider/pull", "rider/weekdays", "screens/home", "search/query",
    "times",
  ],
};

/** Has the first screen's code, styles and words on their way while the network is being asked.
 * @param {Place["screen"]} name
 * @param {Context} context */
export function fetchAhead(name, context) {
  for (const sheet of STYLES[name] ?? []) loadStyle(styled(sheet)).catch(() => {});
  context.learn(partsOf(name)).catch(() => {});
  for (const path of CODE[name] ?? []) {
    document.head.append(h("link", { rel: "modulepreload", href: sibling(`./${path}.js`, import.meta.url) }));
  }
  if (LIVE_SCREENS.has(name)) context.openLive().catch(() => {});
}

/** Makes a screen.
 * @param {Place["screen"]} name
 * @param {Context} context
 * @returns {Promise<Screen>} */
export async function makeScreen(name, context) {
  const words = context.learn(partsOf(name));
  const styles = (STYLES[name] ?? []).map((sheet) => loadStyle(styled(sheet)));
  await Promise.all([words, LIVE_SCREENS.has(name) ? context.openLive() : null, ...styles]);
  return await MAKERS[name](context);
}
