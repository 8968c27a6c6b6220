// The app's shell.

/** @import { Place } from "./router.js" */
/** @import { Screen } from "./screens.js" */
/** @import { Spot } from "./visited.js" */
import { Context } from "./context.js";
import { drawTabs, main, markTab, placeFrame, tabCalled } from "./frame.js";
import { pageTitle } from "./look.js";
import { h, icon } from "./render.js";
import { SCREENS, fetchAhead, makeScreen, parseAddress } from "./screens.js";
import { whileSeen } from "./seen.js";
import { applyTheme } from "./settings.js";
import { PLACE_KEY, PUSH_KEY, RECORDING_KEY, browserStore } from "./store.js";
import { Visited } from "./visited.js";

const RELEASE_EVERY_MILLISECONDS = 3_600_000;

const context = new Context({ navigate: (address, options) => go(address, options) });
const visited = new Visited(main);
/** @type {Map<string, Screen>} */
const screens = new Map();
/** @type {Screen|null} */
let current = null;
/** Ends the screen's work when it is left. */
let leaving = new AbortController();
/** Counts the requested screens, so that only the latest is shown. */
let arrivals = 0;
/** The address of the map when it was left, for the tab that leads back. */
let mapAddressLeft = "/map";

const waiting = h("p", { class: "waiting", role: "status" });

/** @param {Place["screen"]} name */
async function screenCalled(name) {
  const known = screens.get(name);
  if (known !== undefined) return known;
  const made = await makeScreen(name, context);
  // Two visits in quick succession may both have loaded it.
  const first = screens.get(name);
  if (first !== undefined) return first;
  screens.set(name, made);
  made.element.hidden = true;
  main.querySelector(".first-sight")?.remove();
  main.append(made.element);
  return made;
}

/** Navigates to an address. With `replace`, only the address changes, because the screen already shows it. With
 * `keepFocus`, the focus stays on the control that led there.
 * @param {string} address
 * @param {{replace?: boolean, keepFocus?: boolean}} [options] */
function go(address, options = {}) {
  if (options.replace) {
    if (address !== location.pathname + location.search) history.replaceState(history.state, "", address);
    if (address.startsWith("/map")) mapAddressLeft = address;
    markTab(here(), mapAddressLeft);
    return;
  }
  // With a new timetable the next screen reloads the page, unless something was typed into this one.
  const isOther = parseAddress(address).screen !== here();
  if (isOther && context.wantsRenewal && !isTyped(main)) return location.assign(address);
  visited.leave();
  visited.begin(address);
  arrive(options.keepFocus ? "stay" : "open");
}

/** Whether the part has typed text that would be lost.
 * @param {HTMLElement} part */
function isTyped(part) {
  const texts = /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (
    part.querySelectorAll("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])"));
  return [...texts].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Shows the screen of the current address.
 * @param {"open"|"stay"|Spot} how opened at its top, left in place, or restored */
async function arrive(how) {
  const place = parseAddress(location.pathname + location.search + location.hash);
  arrivals += 1;
  const arrival = arrivals;
  const screen = await screenCalled(place.screen).catch(() => null);
  // The rider has gone to another screen meanwhile.
  if (arrival !== arrivals) return;
  waiting.hidden = screen !== null;
  if (screen === null) return sayFailed();
  if (current !== screen) {
    current?.hide();
    for (const each of screens.values()) each.element.hidden = each !== screen;
    current = screen;
  }
  markTab(here(), mapAddressLeft);
  setTitle();
  listen();
  leaving.abort();
  leaving = new AbortController();
  screen.show(place, leaving.signal);
  if (how === "open") visited.open(screen.element);
  else if (how !== "stay") visited.restore(screen.element, how);
}

/** Says that something failed to load, with a button to try again. */
function sayFailed() {
  main.querySelector(".first-sight")?.remove();
  const again = { type: "button", class: "button", onclick: () => location.reload() };
  waiting.replaceChildren(
    icon("wifi-off"),
    h("span", {}, context.speaker.say("failed")),
    h("button", again, context.speaker.say("retry")),
  );
  for (const each of screens.values()) each.element.hidden = true;
  leaving.abort();
  current?.hide();
  current = null;
}

function setTitle() {
  document.title = pageTitle(current === null ? "" : context.speaker.say(SCREENS[here()].title));
}

/** The screen of the current address. */
function here() {
  return parseAddress(location.pathname + location.search + location.hash).screen;
}

function drawFrame() {
  drawTabs(context.speaker);
  markTab(here(), mapAddressLeft);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.origin !== location.origin || link.target !== "") return;
  if (link.hash !== "" && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});

addEventListener("popstate", () => {
  visited.leave();
  arrive(visited.comeTo() ?? "open");
});
document.addEventListener("visibilitychange", listen);
addEventListener("online", () => context.live?.feed.restart());

/** Receives vehicles while they are visible. */
function listen() {
  if (document.hidden || !SCREENS[here()].isLive) context.live?.feed.pause();
  else context.live?.feed.start();
}

addEventListener("beforeinstallprompt", (event) => {
  // Installation is offered in the settings, not while somebody wants to catch a tram.
  event.preventDefault();
  context.install = /** @type {any} */ (event);
});

async function start() {
  const { settings } = context;
  applyTheme(settings.values.theme);
  settings.onChange(() => applyTheme(settings.values.theme));
  if (location.pathname === "/" && location.search === "") {
    // Without an address, the app opens the screen that the rider chose.
    history.replaceState(null, "", SCREENS[settings.values.start].paths[0]);
  }
  placeFrame(context.speaker);
  const opening = context.open();
  opening.catch(() => {});
  fetchAhead(here(), context);
  // Without its catalogue the app uses the messages that need no loading.
  await context.chooseLanguage().catch(() => {});
  drawFrame();
  waiting.textContent = context.speaker.say("loading");
  waiting.hidden = main.firstElementChild !== null;
  main.append(waiting);
  let language = context.speaker;
  context.onChange(() => {
    if (language.language !== context.speaker.language) {
      language = context.speaker;
      drawFrame();
      setTitle();
    }
    tabCalled("trips")?.toggleAttribute("hidden", !!context.network?.savesNothing);
    current?.translate();
  });
  try {
    if (SCREENS[here()].waits !== false) await opening;
  } catch {
    return sayFailed();
  }
  await arrive("stay");
  try {
    await opening;
  } catch {
    // The rider's saved data is available without the server.
    if (context.saved.isEmpty) sayFailed();
    return;
  }
  if (document.documentElement.dataset.lacks !== undefined) context.notify("lacks", Date.now());
  listen();
  context.watchNetwork();
  if (browserStore()?.getItem(RECORDING_KEY) === "1") {
    // The diary keeps recording, whatever screen is shown.
    import("./diary/diary.js").then(({ resume }) => resume()).catch(() => {});
  }
  if (browserStore()?.getItem(PLACE_KEY) === "1") {
    import("./rider/whereabouts.js").then(({ goOn }) => goOn(context)).catch(() => {});
  }
  keepPushed();
  // Applies what was set on another device.
  context.sync.pull().catch(() => {});
}

/** Keeps the push subscription of riders who want messages on this device. */
function keepPushed() {
  if (browserStore()?.getItem(PUSH_KEY) == null) return;
  import("./rider/push-renewal.js").then(({ keepSubscribed }) => keepSubscribed(context)).catch(() => {});
}

/** The release of this page; "" where its files are served without one. */
const release = /\/release\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";

/** Asks the service worker and the server for their releases, so that a page that stays open for weeks learns of new
 * ones. */
async function askRelease() {
  navigator.serviceWorker.controller?.postMessage("release?");
  await (await navigator.serviceWorker.getRegistration())?.update();
}

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  // The service worker keeps the release's files while a page holds this lock.
  navigator.locks?.request(`takt-release-${release}`, { mode: "shared" }, () => new Promise(() => {}));
  serviceWorker.addEventListener("message", ({ data }) => {
    // A tapped notification opens its address.
    if (typeof data?.navigate === "string" && data.navigate.startsWith("/")) go(data.navigate);
    if (data?.subscribed === true) keepPushed();
    if (typeof data?.release === "string" && release !== "") {
      context.notify("release", data.release === release ? null : Date.now());
    }
  });
  addEventListener("load", () => serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {}));
  whileSeen(RELEASE_EVERY_MILLISECONDS, () => askRelease().catch(() => {}));
}
start();
