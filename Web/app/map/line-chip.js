// Says that the map shows one line alone, and lets all lines come back.

/** @import { Context } from "../context.js" */
import { lineBadge, lineName } from "../badge.js";
import { h, icon } from "../render.js";

/** Fills the chip for a line, or hides it.
 * @param {HTMLElement} chip
 * @param {Context} context
 * @param {string|null} line the route's id
 * @param {() => void} showAll */
export function drawLineChip(chip, context, line, showAll) {
  chip.hidden = line === null;
  if (line === null) return;
  const { routes, speaker } = context;
  const route = routes.get(line);
  const name = route === undefined ? line : lineName(route);
  chip.replaceChildren(
    h("span", { class: "unseen" }, speaker.say("map.lineOnly", { line: name })),
    route ? lineBadge(route) : h("span", {}, name),
    h("button", {
      type: "button",
      "aria-label": speaker.say("map.allLines"),
      onclick: showAll,
    }, icon("close")),
  );
}
