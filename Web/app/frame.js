// What is round every screen: the navigation, and the place where screens stand.

/** @import { FirstKey, Speaker } from "./i18n.js" */
/** @import { Place } from "./router.js" */
import { h, icon, sibling } from "./render.js";

/** Those marked `wide` have room beside the others on larger screens only.
 * @type {{address: string, screen: Place["screen"], image: string, key: FirstKey, wide?: boolean}[]} */
export const TABS = [
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
  notifications: "settings", nearby: "settings", devices: "settings", operator: "settings", diary: "settings",
};
/** And under which those are that have a tab on larger screens only.
 * @type {Partial<Record<Place["screen"], Place["screen"]>>} */
const NARROW_TAB_OF = { vehicles: "map", trips: "home" };

export const navigation = h("nav", { class: "tabs" });
export const main = h("main", { id: "content", tabindex: "-1" });
const skip = h("a", { class: "skip", href: "#content", onclick: (/** @type {Event} */ event) => {
  event.preventDefault();
  main.focus();
} });

/** Puts the frame on the page, once.
 * @param {Speaker} speaker */
export function placeFrame(speaker) {
  if (main.isConnected) return;
  document.documentElement.lang = speaker.language;
  drawTabs(speaker);
  document.getElementById("app")?.replaceWith(navigation, main);
}

/** @param {Speaker} speaker */
export function drawTabs(speaker) {
  navigation.setAttribute("aria-label", speaker.say("nav.label"));
  skip.textContent = speaker.say("skip");
  navigation.replaceChildren(
    skip,
    h("a", { class: "brand", href: "/home", "aria-label": "Takt" },
      h("img", { src: sibling("../icons/takt.svg", import.meta.url), alt: "", width: 32, height: 32 })),
    ...TABS.map(({ address, screen, image, key, wide }) =>
      h("a", { class: wide ? "tab tab-wide" : "tab", href: address, "data-screen": screen }, icon(image),
        h("span", {}, speaker.say(key)))
    ),
  );
}

/** Marks the tab that a screen belongs to.
 * @param {Place["screen"]} here
 * @param {string} mapAddress where the map's tab leads */
export function markTab(here, mapAddress) {
  const isNarrow = !matchMedia("(min-width: 720px)").matches;
  const screen = (isNarrow ? NARROW_TAB_OF[here] : undefined) ?? TAB_OF[here] ?? here;
  for (const tab of navigation.querySelectorAll(".tab")) {
    if (/** @type {HTMLElement} */ (tab).dataset.screen === screen) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    if (/** @type {HTMLElement} */ (tab).dataset.screen === "map") tab.setAttribute("href", mapAddress);
  }
}
