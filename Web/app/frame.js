// The frame around every screen: the navigation and the container of screens.

/** @import { Speaker } from "./i18n.js" */
/** @import { Place } from "./router.js" */
import { APP_NAME } from "./look.js";
import { h, icon, sibling } from "./render.js";
import { SCREENS, tabOf } from "./screens.js";

export const navigation = h("nav", { class: "tabs" });
export const main = h("main", { id: "content", tabindex: "-1" });
const skip = h("a", { class: "skip", href: "#content", onclick: (/** @type {Event} */ event) => {
  event.preventDefault();
  main.focus();
} });

/** Adds the frame to the page once.
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
    h("a", { class: "brand", href: "/home", "aria-label": APP_NAME },
      h("img", { loading: "lazy", src: sibling("../icons/takt.svg", import.meta.url), alt: "", width: 32, height: 32 })),
    ...Object.entries(SCREENS).flatMap(([screen, { paths, tab, under }]) => tab ? h("a", {
      class: under === undefined ? "tab" : "tab tab-wide", href: paths[0], "data-screen": screen,
    }, icon(tab[0]), h("span", {}, speaker.say(tab[1]))) : []),
  );
}

/** @param {Place["screen"]} screen
 * @returns {HTMLElement|null} */
export function tabCalled(screen) {
  return navigation.querySelector(`[data-screen="${screen}"]`);
}

/** Marks the tab of a screen.
 * @param {Place["screen"]} here
 * @param {string} mapAddress the target of the map's tab */
export function markTab(here, mapAddress) {
  const isNarrow = !matchMedia("(min-width: 720px)").matches;
  navigation.querySelector("[aria-current]")?.removeAttribute("aria-current");
  tabCalled(tabOf(here, isNarrow))?.setAttribute("aria-current", "page");
  tabCalled("map")?.setAttribute("href", mapAddress);
}
