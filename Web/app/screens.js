// The table of screens, the only description of each. Addresses, navigation, titles and preloading follow from it. The
// service worker and the page cannot read it; a test checks that they agree.

/** @import { Context } from "./context.js" */
/** @import { FirstKey, MessageKey, Part } from "./i18n.js" */
/** @import { Place } from "./router.js" */
import { h, loadStyle, sibling } from "./render.js";
import { OPERATOR_PARTS, matched, parseDay, parseDiary, parseTimetable, parseView } from "./router.js";

/** A screen is created once, then shown and hidden; `seen` ends when another address is shown.
 * @typedef {{element: HTMLElement, show: (place: any, seen: AbortSignal) => unknown, hide: () => void, translate: () => void}} Screen */

/** `paths` are patterns, in which `:name` matches one part; a tab leads to the first.
 * `place` parses an address beyond its parts; null if it is invalid.
 * `title` is shown in the window's title.
 * `tab` is the icon and label of its own tab. `under` is the screen whose tab is marked if it has none; with both, on
 * narrow windows.
 * `styles` and `words` are loaded in addition to the page's; without `words`, those of most screens.
 * `code` lists the modules that it needs first, so that they load in one round trip instead of three.
 * `isLive` marks screens that show vehicles. On others the stream is closed.
 * `waits` is false if it handles missing data itself.
 * @template {Place["screen"]} Name
 * @typedef {{paths: readonly string[], title: MessageKey, tab?: readonly [string, FirstKey], under?: Place["screen"],
 *   place?: (found: Record<string, string>, query: URLSearchParams) => Omit<Extract<Place, {screen: Name}>, "screen">|null,
 *   styles?: readonly string[], words?: readonly Part[], code?: readonly string[], isLive?: true, waits?: false,
 *   make: (context: Context) => Promise<Screen>}} ScreenEntry */

/** The messages of most screens. @type {readonly Part[]} */
const WORDS = ["home", "pages", "riders"];
const FORMS = ["settings", "rider"];
const PANELS = [...FORMS, "operator", "diary"];

/** In the order of the tabs.
 * @type {{[Name in Place["screen"]]: ScreenEntry<Name>}} */
export const SCREENS = {
  home: {
    paths: ["/home", "/"], title: "nav.home", tab: ["home-outline", "nav.home"], styles: ["home", "calls"], words: ["home"],
    waits: false,
    code: [
      "alerts", "allowed", "badge", "delay", "format", "named-mode", "place-names", "rider/home-card", "rider/pull", "rider/weekdays",
      "screens/home", "search/query", "times", "written-times",
    ],
    make: async (context) => new (await import("./screens/home.js")).HomeScreen(context),
  },
  search: {
    // Notifications link to a single connection without the search that found it.
    paths: ["/search", "/connections/:connection"], title: "search.title", tab: ["magnify", "nav.search"],
    place: ({ connection }, query) => ({
      parameters: connection === undefined ? query : new URLSearchParams([...query, ["connection", connection]]),
    }),
    styles: ["journeys", "connection", "rider", "print"], words: [...WORDS, "streets"],
    make: async (context) => new (await import("./screens/search.js")).SearchScreen(context),
  },
  map: {
    paths: ["/map"], title: "nav.map", tab: ["map-outline", "nav.map"], isLive: true, styles: ["map"], words: [],
    place: (_, query) => ({
      view: parseView(query.get("at")), vehicle: query.get("vehicle"), stop: query.get("stop"), line: query.get("line"),
    }),
    make: makeMap,
  },
  vehicles: {
    paths: ["/list"], title: "list.title", tab: ["format-list-bulleted", "nav.vehicles"], under: "map", isLive: true,
    place: (_, query) => ({ filter: query.get("find") ?? "" }),
    make: (context) => makeVehicles(context, false),
  },
  lines: {
    paths: ["/lines"], title: "lines.title", tab: ["routes", "nav.lines"], isLive: true,
    make: async (context) => new (await import("./screens/lines.js")).LinesScreen(context),
  },
  trips: {
    paths: ["/trips"], title: "trips.title", tab: ["calendar-clock-outline", "nav.trips"], under: "settings",
    styles: ["journeys", "rider"], words: [...WORDS, "streets"],
    make: async (context) => new (await import("./screens/trips.js")).TripsScreen(context),
  },
  settings: {
    paths: ["/settings"], title: "nav.more", tab: ["dots-horizontal", "nav.more"], styles: ["settings", "journeys"],
    words: [...WORDS, "care", "streets", "pocket"],
    make: async (context) => new (await import("./screens/settings.js")).SettingsScreen(context),
  },
  line: {
    paths: ["/lines/:line"], title: "lines.title", under: "lines", styles: ["lines", "journeys", "print"],
    place: ({ line }, query) => ({ line, ...parseTimetable(query) }),
    make: async (context) => new (await import("./screens/line.js")).LineScreen(context),
  },
  trip: {
    paths: ["/trips/:line/:trip/:day"], title: "trip.title", under: "lines", isLive: true,
    place: ({ line, trip, day }) => parseDay(day) === null ? null : { line, trip, day },
    styles: ["lines", "journeys", "rider", "nearby"], words: [...WORDS, "nearby"],
    make: async (context) => new (await import("./screens/trip.js")).TripScreen(context),
  },
  board: {
    paths: ["/stop/:stop/:kind", "/stop/:stop"], title: "board.departures", under: "search", styles: ["journeys", "calls"],
    place: ({ stop, kind = "departures" }) => kind === "departures" || kind === "arrivals" ? { stop, kind } : null,
    make: async (context) => new (await import("./screens/board.js")).BoardScreen(context),
  },
  surroundings: {
    paths: ["/stop/:stop/print"], title: "board.departures", under: "search", styles: ["print"], words: [...WORDS, "streets"],
    place: ({ stop }) => ({ stop }),
    make: async (context) => new (await import("./screens/surroundings.js")).SurroundingsScreen(context),
  },
  saved: {
    paths: ["/saved/:id"], title: "saved.edit", under: "home", styles: ["home", "rider"],
    place: ({ id }) => ({ id }),
    make: async (context) => new (await import("./screens/saved.js")).SavedScreen(context),
  },
  notifications: {
    paths: ["/settings/notifications"], title: "notify.title", under: "settings", styles: FORMS,
    make: async (context) => new (await import("./screens/notifications.js")).NotificationsScreen(context),
  },
  nearby: {
    paths: ["/settings/nearby"], title: "near.title", under: "settings", styles: [...PANELS, "nearby"],
    words: [...WORDS, "nearby"],
    make: async (context) => new (await import("./screens/nearby.js")).NearbyScreen(context),
  },
  devices: {
    paths: ["/settings/devices"], title: "devices.title", under: "settings", styles: FORMS,
    place: (_, query) => ({ code: query.get("code") ?? "" }),
    make: async (context) => new (await import("./screens/devices.js")).DevicesScreen(context),
  },
  help: {
    paths: ["/help"], title: "help.title", under: "settings", styles: ["settings"],
    make: async (context) => new (await import("./screens/help.js")).HelpScreen(context),
  },
  about: {
    paths: ["/about"], title: "about.title", under: "settings", styles: ["about"], isLive: true,
    make: async (context) => new (await import("./screens/about.js")).AboutScreen(context),
  },
  diary: {
    paths: ["/diary", "/diary/:part"], title: "diary.title", under: "settings", styles: PANELS, words: [...WORDS, "diary"],
    place: ({ part }, query) => parseDiary(part, query),
    make: async (context) => new (await import("./screens/diary.js")).DiaryScreen(context),
  },
  study: {
    paths: ["/study"], title: "study.title", under: "settings", styles: PANELS, words: [...WORDS, "operator", "diary"],
    make: async (context) => new (await import("./screens/study.js")).StudyScreen(context),
  },
  operator: {
    paths: ["/operator", "/operator/:part"], title: "operator.title", under: "settings", styles: PANELS,
    words: [...WORDS, "operator"],
    place: ({ part: named = OPERATOR_PARTS[0] }) => {
      const part = OPERATOR_PARTS.find((each) => each === named);
      return part === undefined ? null : { part };
    },
    make: async (context) => new (await import("./screens/operator.js")).OperatorScreen(context),
  },
  missing: {
    paths: [], title: "missing.title",
    make: async (context) => new (await import("./screens/missing.js")).MissingScreen(context),
  },
};

/** The list of vehicles.
 * @param {Context} context
 * @param {boolean} insteadOfMap */
async function makeVehicles(context, insteadOfMap) {
  return new (await import("./screens/vehicles.js")).VehiclesScreen(context, { insteadOfMap });
}

/** The map, or the list of vehicles in browsers that cannot draw it.
 * @param {Context} context
 * @returns {Promise<Screen>} */
async function makeMap(context) {
  const { canDrawMaps } = await import("./map/library.js");
  if (canDrawMaps()) return new (await import("./screens/map.js")).MapScreen(context);
  await context.learn(WORDS);
  return makeVehicles(context, true);
}

/** Parses an address. Codes are in the fragment; older links have them in the query.
 * @param {string} address path, query and fragment
 * @returns {Place} */
export function parseAddress(address) {
  const url = new URL(`http://takt.invalid${address}`);
  const path = url.pathname.replace(/(.)\/+$/, "$1");
  const code = new URLSearchParams(url.hash.slice(1)).get("code");
  if (code !== null) url.searchParams.set("code", code);
  for (const [screen, { paths, place }] of Object.entries(SCREENS)) {
    for (const pattern of paths) {
      const found = matched(pattern, path);
      const more = found === null ? null : place === undefined ? {} : place(found, url.searchParams);
      if (more !== null) return /** @type {Place} */ ({ screen, ...more });
    }
  }
  return { screen: "missing" };
}

/** The screen whose tab is marked for a screen.
 * @param {Place["screen"]} name
 * @param {boolean} isNarrow whether only the most important tabs fit */
export function tabOf(name, isNarrow) {
  const { tab, under } = SCREENS[name];
  return tab === undefined || isNarrow ? under ?? name : name;
}

const styled = (/** @type {string} */ sheet) => sibling(`./${sheet}.css`, import.meta.url);

/** Preloads the first screen's code, styles and messages while the network is being requested.
 * @param {Place["screen"]} name
 * @param {Context} context */
export function fetchAhead(name, context) {
  const { styles = [], words = WORDS, code = [], isLive } = SCREENS[name];
  for (const sheet of styles) loadStyle(styled(sheet)).catch(() => {});
  context.learn(words).catch(() => {});
  for (const path of code) {
    document.head.append(h("link", { rel: "modulepreload", href: sibling(`./${path}.js`, import.meta.url) }));
  }
  if (isLive) context.openLive().catch(() => {});
}

/** Creates a screen.
 * @param {Place["screen"]} name
 * @param {Context} context
 * @returns {Promise<Screen>} */
export async function makeScreen(name, context) {
  const { styles = [], words = WORDS, isLive, make } = SCREENS[name];
  await Promise.all([context.learn(words), isLive ? context.openLive() : null, ...styles.map((sheet) => loadStyle(styled(sheet)))]);
  return await make(context);
}
