// The help page.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
import { delayChip } from "../badge.js";
import { clockTime } from "../format.js";
import { h, icon } from "../render.js";

/** @type {[string, MessageKey, MessageKey, string][]} */
const PARTS = [
  ["home-outline", "nav.home", "help.home", "/home"],
  ["map-outline", "nav.map", "help.map", "/map"],
  ["magnify", "nav.search", "help.search", "/search"],
  ["bus-stop", "board.departures", "help.board", "/search"],
  ["routes", "nav.lines", "help.lines", "/lines"],
  ["calendar-clock-outline", "trips.title", "help.trips", "/trips"],
  ["notebook-outline", "settings.diary", "help.diary", "/diary"],
  ["dots-horizontal", "nav.more", "help.settings", "/settings"],
];

export class HelpScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "screen page help" });
    this.print = "";
  }

  show() {
    this.translate();
  }

  hide() {}

  translate() {
    const { speaker } = this.context;
    if (this.print === speaker.language) return;
    this.print = speaker.language;
    const clock = (/** @type {number} */ minute) => clockTime((8 * 60 + minute) * 60_000, speaker.locale, "UTC");
    const sign = (/** @type {number|null} */ seconds, /** @type {MessageKey} */ key) =>
      h("li", {}, delayChip(seconds, speaker, { words: false }), h("span", {}, speaker.say(key)));
    this.element.replaceChildren(
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("help.title"))),
      h("p", { class: "lead" }, speaker.say("help.lead")),
      h("ul", { class: "help-parts" }, ...PARTS.map(([image, name, text, href]) =>
        h("li", {}, icon(image), h("div", {}, h("h2", {}, h("a", { href }, speaker.say(name))),
          h("p", {}, speaker.say(text)))))),
      h("section", { class: "group" }, h("h2", {}, speaker.say("help.signs")),
        h("ul", { class: "help-signs" },
          sign(0, "help.onTime"), sign(300, "help.late"), sign(-120, "help.early"),
          h("li", {}, h("span", { class: "call-plan" }, speaker.say("way.timetable")),
            h("span", {}, speaker.say("help.timetable"))),
          h("li", {}, h("span", { class: "certainty" }, `${clock(3)}–${clock(7)}`), h("span", {}, speaker.say("help.span"))),
          h("li", {}, h("s", {}, speaker.say("way.cancelled")),
            h("span", {}, speaker.say("help.cancelled"))))),
      h("p", { class: "hint" }, speaker.say("help.private")),
      h("p", {}, h("a", { class: "button primary", href: "/search" }, speaker.say("welcome.go"))),
    );
  }
}
