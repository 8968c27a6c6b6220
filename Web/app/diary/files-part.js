// The way to the diary of files, from other panels.

/** @import { Speaker } from "../i18n.js" */
import { h, icon } from "../render.js";

/** @param {Speaker} speaker */
export function filesPart(speaker) {
  return h("section", { class: "device-part" }, h("h2", {}, speaker.say("files.title")),
    h("p", { class: "hint" }, speaker.say("files.lead")),
    h("a", { class: "button", href: "/diary/files" }, icon("notebook-outline"), speaker.say("files.look")));
}
