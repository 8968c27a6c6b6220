// The app's shell: the navigation, the screens, the way between them.

/** @import { Place } from "./router.js" */
/** @import { MessageKey } from "./i18n.js" */
/** @import { Screen } from "./screens.js" */
import { Context } from "./context.js";
import { h, icon } from "./render.js";
import { parseAddress } from "./router.js";
import { LIVE_SCREENS, fetchAhead, makeScreen } from "./screens.js";
import { applyTheme } from "./settings.js";

/** Those marked `wide` have room beside the others on larger screens only.
 * @type {{address: string, screen: Place["screen"], image: string, key: MessageKey, wide?: boolean}[]} */
const TABS = [
  { address: "/home", screen: "home", image: "home-outline", key: "nav.home" },
  { address: "/search", screen: "search", image: "magnify", key: "nav.search" },
  { address: "/map", screen: "map", image: "map-outline", key: "nav.map" },
  { address: "/list", screen: "vehicles", image: "format-list-bulleted", key: "nav.vehicles", wide: true },
  { address: "/lines", screen: "lines", image: "routes", key: "nav.lines" },
  { address: "/trips", screen: "trips", image: "calendar-clock-outline", key: "nav.trips", wide: true },
  { address: "/settings", screen: "settings", image: "cog-outline", key: "nav.more" },
];
/** Under which tab the screens are that have none of their own.
 * @type {Partial<Record<Place["screen"], Place["screen"]>>} */
const TAB_OF = {
  line: "lines", trip: "lines", about: "settings", help: "settings", saved: "home",
  notifications: "settings", devices: "settings", operator: "settings",
};
/** And under which those are that have a tab on larger screens only.
 * @type {Partial<Record<Place["screen"], Place["screen"]>>} */
const NARROW_TAB_OF = { vehicles: "map", trips: "home" };

const context = new Context({ navigate: (address, options) => go(address, options) });
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

/** @param {Place["screen"]} name */
async function screenCalled(name) {
  const known = screens.get(name);
  if (known !== undefined) return known;
  const made = await makeScreen(name, context);
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
  listen();
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
    h("a", { class: "brand", href: "/home", "aria-label": "Takt" },
      h("img", { src: "/icons/takt.svg", alt: "", width: 32, height: 32 })),
    ...TABS.map(({ address, screen, image, key, wide }) =>
      h("a", { class: wide ? "tab tab-wide" : "tab", href: address, "data-screen": screen }, icon(image),
        h("span", {}, context.speaker.say(key)))
    ),
  );
  markTab();
}

function markTab() {
  const here = parseAddress(location.pathname + location.search).screen;
  const isNarrow = !matchMedia("(min-width: 720px)").matches;
  const screen = (isNarrow ? NARROW_TAB_OF[here] : undefined) ?? TAB_OF[here] ?? here;
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
  listen();
});
addEventListener("online", () => context.live?.feed.restart());

/** Vehicles are listened for while they are seen. */
function listen() {
  const here = parseAddress(location.pathname + location.search).screen;
  if (document.hidden || !LIVE_SCREENS.has(here)) context.live?.feed.pause();
  else context.live?.feed.start();
}

addEventListener("beforeinstallprompt", (event) => {
  // Offered in the settings, and not while somebody wants to catch a tram.
  event.preventDefault();
  context.install = /** @type {any} */ (event);
});

/** Who opens the app without an address begins where they want to. */
function firstAddress() {
  const { start } = context.settings.values;
  return TABS.find(({ screen }) => screen === start)?.address ?? "/home";
}

async function start() {
  const { settings } = context;
  applyTheme(settings.values.theme);
  settings.onChange(() => applyTheme(settings.values.theme));
  if (location.pathname === "/" && location.search === "") {
    history.replaceState(null, "", firstAddress());
  }
  const opening = context.open();
  opening.catch(() => {});
  // Without its catalogue the app speaks English.
  await context.chooseLanguage().catch(() => {});
  fetchAhead(parseAddress(location.pathname + location.search).screen, context);
  document.getElementById("app")?.replaceWith(navigation, main);
  drawTabs();
  waiting.textContent = context.speaker.say("loading");
  main.append(waiting);
  try {
    await opening;
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
  context.watchNetwork();
  // What was set on another device holds here too.
  context.sync.pull().catch(() => {});
}

if ("serviceWorker" in navigator) {
  // A tapped message leads to what it is about.
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.navigate === "string" && data.navigate.startsWith("/")) go(data.navigate);
  });
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(() => {}));
}
start();
