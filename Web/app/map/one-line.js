// One line alone on the map: fetched when it is first asked for.

/** @import { MapScreen } from "../screens/map.js" */
import { ask } from "../ask.js";
import { lineBadge, lineName } from "../badge.js";
import { boxAround } from "../geometry.js";
import { h, icon } from "../render.js";

/** Lets the map's line stand alone, or all lines come back.
 * @param {MapScreen} screen
 * @param {boolean} fit whether the map shows all of it */
export async function showLine(screen, fit) {
  const { line } = screen;
  if (screen.layer !== null) screen.layer.line = line;
  screen.restyle();
  drawLineChip(screen);
  screen.layer?.draw();
  screen.address.now();
  if (line === null || !fit) return;
  try {
    const detail = await ask(`/routes/${encodeURIComponent(line)}`);
    const points = detail.directions.flatMap((/** @type {any} */ each) => each.shape);
    const box = boxAround(points);
    if (box !== null && screen.line === line) screen.fit(box, false);
  } catch {
    screen.note.say(screen.context.speaker.say("failed"));
  }
}

/** Fills the chip that names the only line shown, or hides it.
 * @param {MapScreen} screen */
export function drawLineChip(screen) {
  const { line, lineChip } = screen;
  lineChip.hidden = line === null;
  if (line === null) return;
  const { routes, speaker } = screen.context;
  const route = routes.get(line);
  const name = route === undefined ? line : lineName(route);
  lineChip.replaceChildren(
    h("span", { class: "unseen" }, speaker.say("map.lineOnly", { line: name })),
    route ? lineBadge(route) : h("span", {}, name),
    h("button", {
      type: "button",
      "aria-label": speaker.say("map.allLines"),
      onclick: () => screen.focusLine(null, false),
    }, icon("close")),
  );
}
