// The app's shell: the navigation, the screens, the way between them.

/** @import { Place } from "./router.js" */
/** @import { MessageKey } from "./i18n.js" */
import { Context } from "./context.js";
import { h, icon, loadStyle } from "./render.js";
import { parseAddress } from "./router.js";
import { canDrawMaps } from "./map/library.js";
import { applyTheme } from "./settings.js";
import { browserStore } from "./store.js";

/** A screen is made once, and shown and hidden as the rider goes about.
 * @typedef {{element: HTMLElement, title: string, show: (place: any) => unknown,
 *   hide: () => void, translate: () => void}} Screen */

/** @type {{address: string, screen: Place["screen"], image: string, key: MessageKey}[]} */
const TABS = [
  { address: "/map", screen: "map", image: "map-outline", key: "nav.map" },
  { address: "/search", screen: "search", image: "magnify", key: "nav.search" },
  { address: "/list", screen: "vehicles", image: "format-list-bulleted", key: "nav.vehicles" },
  { address: "/lines", screen: "lines", image: "routes", key: "nav.lines" },
  { address: "/settings", screen: "settings", image: "cog-outline", key: "nav.more" },
];
/** Under which tab the screens are that have none of their own.
 * @type {Partial<Record<Place["screen"], Place["screen"]>>} */
const TAB_OF = { line: "lines", trip: "lines", about: "settings", help: "settings" };
const VISITED_KEY = "takt.visited";

const context = new Context({ navigate: (address, options) => go(address, options) });
const drawable = canDrawMaps();
/** @type {Map<string, Screen>} */
const screens = new Map();
/** @type {Screen|null} */
let current = null;
/** Counts the screens asked for, so that only the latest is shown. */
let arrivals = 0;
/** The map as it was left, for the tab that leads back. */
let mapAddressLeft = "/map";

const navigation = h("nav", { class: "tabs" });
const main = h("main", { id: "content", tabindex: "-1" });
const waiting = h("p", { class: "waiting", role: "status" });
const skip = h("a", { class: "skip", href: "#content" });
skip.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

/** Makes a screen; its code is fetched when it is first shown.
 * @param {Place["screen"]} name
 * @returns {Promise<Screen>} */
async function makeScreen(name) {
  if (name !== "map") await context.learnPages();
  if (name === "lines") return new (await import("./screens/lines.js")).LinesScreen(context);
  if (name === "line" || name === "trip") {
    await Promise.all([loadStyle("/app/lines.css"), loadStyle("/app/journeys.css")]);
  }
  if (name === "line") return new (await import("./screens/line.js")).LineScreen(context);
  if (name === "trip") return new (await import("./screens/trip.js")).TripScreen(context);
  if (name === "settings" || name === "help") await loadStyle("/app/settings.css");
  if (name === "settings") return new (await import("./screens/settings.js")).SettingsScreen(context);
  if (name === "help") return new (await import("./screens/help.js")).HelpScreen(context);
  if (name === "about") return new (await import("./screens/about.js")).AboutScreen(context);
  if (name === "search" || name === "board") await loadStyle("/app/journeys.css");
  if (name === "search") await loadStyle("/app/connection.css");
  if (name === "search") return new (await import("./screens/search.js")).SearchScreen(context);
  if (name === "board") return new (await import("./screens/board.js")).BoardScreen(context);
  if (name === "map" && drawable) return new (await import("./screens/map.js")).MapScreen(context);
  if (name === "map" || name === "vehicles") {
    const { VehiclesScreen } = await import("./screens/vehicles.js");
    return new VehiclesScreen(context, { insteadOfMap: name === "map" });
  }
  return new (await import("./screens/missing.js")).MissingScreen(context);
}

/** @param {Place["screen"]} name */
async function screenCalled(name) {
  const known = screens.get(name);
  if (known !== undefined) return known;
  const made = await makeScreen(name);
  // Two visits in a row may both have asked for it.
  const first = screens.get(name);
  if (first !== undefined) return first;
  screens.set(name, made);
  made.element.hidden = true;
  main.append(made.element);
  return made;
}

/** Goes to an address. With `replace` the address is only written down: the screen knows already.
 * With `keepFocus` the rider stays at the control that led there.
 * @param {string} address
 * @param {{replace?: boolean, keepFocus?: boolean}} [options] */
function go(address, options = {}) {
  if (options.replace) {
    if (address !== location.pathname + location.search) history.replaceState(null, "", address);
    if (address.startsWith("/map")) mapAddressLeft = address;
    markTab();
    return;
  }
  history.pushState(null, "", address);
  arrive(options.keepFocus !== true);
}

/** Shows the screen of the present address.
 * @param {boolean} moveFocus */
async function arrive(moveFocus) {
  const place = parseAddress(location.pathname + location.search);
  arrivals += 1;
  const arrival = arrivals;
  const screen = await screenCalled(place.screen).catch(() => null);
  // Whoever has gone on meanwhile is not called back.
  if (arrival !== arrivals) return;
  waiting.hidden = screen !== null;
  if (screen === null) return sayFailed();
  if (current !== screen) {
    current?.hide();
    for (const each of screens.values()) each.element.hidden = each !== screen;
    current = screen;
  }
  markTab();
  setTitle();
  screen.show(place);
  if (moveFocus) main.focus({ preventScroll: true });
}

/** Says that something did not load, with a button to try again. */
function sayFailed() {
  const again = { type: "button", class: "button", onclick: () => location.reload() };
  waiting.replaceChildren(
    icon("cloud-off-outline"),
    h("span", {}, context.speaker.say("failed")),
    h("button", again, context.speaker.say("retry")),
  );
  for (const each of screens.values()) each.element.hidden = true;
  current?.hide();
  current = null;
}

function setTitle() {
  const title = current === null ? "" : context.speaker.say(/** @type {MessageKey} */ (current.title));
  document.title = title === "" ? "Takt" : `${title} · Takt`;
}

function drawTabs() {
  navigation.setAttribute("aria-label", context.speaker.say("nav.label"));
  skip.textContent = context.speaker.say("skip");
  navigation.replaceChildren(
    skip,
    h("a", { class: "brand", href: "/map", "aria-label": "Takt" },
      h("img", { src: "/icons/takt.svg", alt: "", width: 32, height: 32 })),
    ...TABS.map(({ address, screen, image, key }) =>
      h("a", { class: "tab", href: address, "data-screen": screen }, icon(image),
        h("span", {}, context.speaker.say(key)))
    ),
  );
  markTab();
}

function markTab() {
  const here = parseAddress(location.pathname + location.search).screen;
  const screen = TAB_OF[here] ?? here;
  for (const tab of navigation.querySelectorAll(".tab")) {
    if (/** @type {HTMLElement} */ (tab).dataset.screen === screen) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    if (/** @type {HTMLElement} */ (tab).dataset.screen === "map") {
      tab.setAttribute("href", mapAddressLeft);
    }
  }
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "") return;
  if (link.hash !== "" && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

addEventListener("popstate", () => arrive(true));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) context.feed.pause();
  else context.feed.start();
});
addEventListener("online", () => context.feed.restart());

/** Who opens the app without an address begins where they want to, on the first visit with help. */
function firstAddress() {
  const store = browserStore();
  try {
    if (store !== null && store.getItem(VISITED_KEY) === null) {
      store.setItem(VISITED_KEY, "1");
      return "/help";
    }
  } catch {
    // A storage that cannot be written would show the help each time.
  }
  const { start } = context.settings.values;
  return TABS.find(({ screen }) => screen === start)?.address ?? "/map";
}

async function start() {
  const { settings } = context;
  applyTheme(settings.values.theme);
  settings.onChange(() => applyTheme(settings.values.theme));
  if (location.pathname === "/" && location.search === "") {
    history.replaceState(null, "", firstAddress());
  }
  // Without its catalogue the app speaks English.
  await context.chooseLanguage().catch(() => {});
  document.getElementById("app")?.replaceWith(navigation, main);
  drawTabs();
  waiting.textContent = context.speaker.say("loading");
  main.append(waiting);
  try {
    await context.open();
  } catch {
    return sayFailed();
  }
  let language = context.speaker;
  context.onChange(() => {
    if (language !== context.speaker) {
      language = context.speaker;
      drawTabs();
      setTitle();
    }
    current?.translate();
  });
  arrive(false);
  if (!document.hidden) context.feed.start();
  context.watchNetwork();
}

if ("serviceWorker" in navigator) {
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));
}
start();
