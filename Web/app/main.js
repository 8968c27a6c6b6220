// The app's shell.

/** @import { Place } from "./router.js" */
/** @import { Screen } from "./screens.js" */
/** @import { Spot } from "./visited.js" */
import { Context } from "./context.js";
import { drawTabs, main, markTab, placeFrame } from "./frame.js";
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
/** Ends what the screen does while it is seen. */
let leaving = new AbortController();
/** Counts the screens asked for, so that only the latest is shown. */
let arrivals = 0;
/** The map as it was left, for the tab that leads back. */
let mapAddressLeft = "/map";

const waiting = h("p", { class: "waiting", role: "status" });

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
  main.querySelector(".first-sight")?.remove();
  main.append(made.element);
  return made;
}

/** Goes to an address. With `replace` the address is only written down: the screen knows already.
 * With `keepFocus` the rider stays at the control that led there.
 * @param {string} address
 * @param {{replace?: boolean, keepFocus?: boolean}} [options] */
function go(address, options = {}) {
  if (options.replace) {
    if (address !== location.pathname + location.search) history.replaceState(history.state, "", address);
    if (address.startsWith("/map")) mapAddressLeft = address;
    markTab(here(), mapAddressLeft);
    return;
  }
  // With a new timetable the next screen begins anew, unless something was typed into this one.
  const isOther = parseAddress(address).screen !== here();
  if (isOther && context.wantsRenewal && !isTyped(main)) return location.assign(address);
  visited.leave();
  visited.begin(address);
  arrive(options.keepFocus ? "stay" : "open");
}

/** Whether some text was entered that would be gone.
 * @param {HTMLElement} part */
function isTyped(part) {
  const texts = /** @type {NodeListOf<HTMLInputElement|HTMLTextAreaElement>} */ (
    part.querySelectorAll("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])"));
  return [...texts].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Shows the screen of the present address.
 * @param {"open"|"stay"|Spot} how opened at its top, or the rider stays where they are, or is put back */
async function arrive(how) {
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
  markTab(here(), mapAddressLeft);
  setTitle();
  listen();
  leaving.abort();
  leaving = new AbortController();
  screen.show(place, leaving.signal);
  if (how === "open") visited.open(screen.element);
  else if (how !== "stay") visited.restore(screen.element, how);
}

/** Says that something did not load, with a button to try again. */
function sayFailed() {
  main.querySelector(".first-sight")?.remove();
  const again = { type: "button", class: "button", onclick: () => location.reload() };
  waiting.replaceChildren(
    icon("cloud-off-outline"),
    h("span", {}, context.speaker.say("failed")),
    h("button", again, context.speaker.say("retry")),
  );
  for (const each of screens.values()) each.element.hidden = true;
  leaving.abort();
  current?.hide();
  current = null;
}

function setTitle() {
  const title = current === null ? "" : context.speaker.say(SCREENS[here()].title);
  document.title = title === "" ? "Takt" : `${title} · Takt`;
}

/** The screen that the present address names. */
function here() {
  return parseAddress(location.pathname + location.search).screen;
}

function drawFrame() {
  drawTabs(context.speaker);
  markTab(here(), mapAddressLeft);
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

addEventListener("popstate", () => {
  visited.leave();
  arrive(visited.comeTo() ?? "open");
});
document.addEventListener("visibilitychange", () => {
  listen();
});
addEventListener("online", () => context.live?.feed.restart());

/** Vehicles are listened for while they are seen. */
function listen() {
  if (document.hidden || !SCREENS[here()].isLive) context.live?.feed.pause();
  else context.live?.feed.start();
}

addEventListener("beforeinstallprompt", (event) => {
  // Offered in the settings, and not while somebody wants to catch a tram.
  event.preventDefault();
  context.install = /** @type {any} */ (event);
});

/** Who opens the app without an address begins where they want to. */
function firstAddress() {
  return SCREENS[context.settings.values.start].paths[0];
}

async function start() {
  const { settings } = context;
  applyTheme(settings.values.theme);
  settings.onChange(() => applyTheme(settings.values.theme));
  if (location.pathname === "/" && location.search === "") {
    history.replaceState(null, "", firstAddress());
  }
  placeFrame(context.speaker);
  const opening = context.open();
  opening.catch(() => {});
  fetchAhead(here(), context);
  // Without its catalogue the app says what it says before anything is loaded.
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
    // What the rider saved is there without the server.
    if (context.saved.isEmpty) sayFailed();
    return;
  }
  if (document.documentElement.dataset.lacks !== undefined) context.tell("lacks", Date.now());
  listen();
  context.watchNetwork();
  if (browserStore()?.getItem(RECORDING_KEY) === "1") {
    // Whoever keeps a diary goes on doing so, whatever is looked at.
    import("./diary/diary.js").then(({ resume }) => resume()).catch(() => {});
  }
  if (browserStore()?.getItem(PLACE_KEY) === "1") {
    import("./rider/whereabouts.js").then(({ goOn }) => goOn(context)).catch(() => {});
  }
  keepPushed();
  // What was set on another device holds here too.
  context.sync.pull().catch(() => {});
}

/** Who wants messages on this device goes on getting them. */
function keepPushed() {
  if (browserStore()?.getItem(PUSH_KEY) == null) return;
  import("./rider/push-renewal.js").then(({ keepSubscribed }) => keepSubscribed(context)).catch(() => {});
}

/** The release that this page is of, "" where its files are served without one. */
const release = /\/release\/([^/]+)\//.exec(import.meta.url)?.[1] ?? "";

/** Asks which release there is, here and there. A page that is open for weeks learns it by this. */
async function askRelease() {
  navigator.serviceWorker.controller?.postMessage("release?");
  await (await navigator.serviceWorker.getRegistration())?.update();
}

if ("serviceWorker" in navigator) {
  const { serviceWorker } = navigator;
  // The release's files are kept while a page of it is open.
  navigator.locks?.request(`takt-release-${release}`, { mode: "shared" }, () => new Promise(() => {}));
  serviceWorker.addEventListener("message", ({ data }) => {
    // A tapped message leads to what it is about.
    if (typeof data?.navigate === "string" && data.navigate.startsWith("/")) go(data.navigate);
    if (data?.subscribed === true) keepPushed();
    if (typeof data?.release === "string" && release !== "") {
      context.tell("release", data.release === release ? null : Date.now());
    }
  });
  addEventListener("load", () => serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => {}));
  whileSeen(RELEASE_EVERY_MILLISECONDS, () => askRelease().catch(() => {}));
}
start();
