// Home before anything is saved: an explanation of Takt.

/** @import { FirstKey, Speaker } from "../i18n.js" */
import { h, icon } from "../render.js";

/** @type {[string, FirstKey, FirstKey][]} */
const STEPS = [
  ["magnify", "welcome.find", "welcome.findHow"],
  ["bookmark-outline", "welcome.save", "welcome.saveHow"],
  ["home-outline", "welcome.look", "welcome.lookHow"],
];

/** @param {Speaker} speaker
 * @param {boolean} [savesNothing] whether the server does not save connections */
export function welcome(speaker, savesNothing = false) {
  return h(
    "div",
    { class: "welcome" },
    savesNothing ? null : h("p", { class: "lead" }, speaker.say("welcome.lead")),
    savesNothing ? null : h("ol", { class: "welcome-steps" }, ...STEPS.map(([image, title, text]) =>
      h("li", {}, icon(image), h("div", {}, h("h2", {}, speaker.say(title)), h("p", {}, speaker.say(text)))))),
    h("p", { class: "welcome-actions" },
      h("a", { class: "button", href: "/map" }, icon("map-outline"), speaker.say("welcome.map"))),
    h("p", { class: "hint" }, speaker.say("welcome.private"), " ",
      h("a", { href: "/help" }, speaker.say("help.title")),
      ...(savesNothing ? [] : [" · ", h("a", { href: "/settings/devices" }, speaker.say("welcome.pair"))])),
  );
}

/** The link to the search at the top of home; it looks like the search field.
 * @param {Speaker} speaker */
export function searchLink(speaker) {
  return h("a", { class: "search-link", href: "/search" }, icon("magnify"), h("span", {}, speaker.say("welcome.go")));
}

/** Home on a first visit, before its own code is loaded; it looks the same.
 * @param {Speaker} speaker */
export function firstSight(speaker) {
  const help = speaker.say("help.title");
  return h("section", { class: "screen page home is-empty" },
    h("header", { class: "home-head" }, h("h1", {}, speaker.say("nav.home")),
      h("div", { class: "head-actions" },
        h("a", { class: "round", href: "/help", "aria-label": help, title: help }, icon("help-circle-outline")))),
    searchLink(speaker),
    h("div", { class: "home-stops" },
      h("button", { type: "button", class: "button near-me" }, icon("crosshairs-gps"), speaker.say("welcome.near"))),
    welcome(speaker));
}
