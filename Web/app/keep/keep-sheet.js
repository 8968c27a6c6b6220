// The sheet on the map with the controls that keep it on this device. Fetched on first use.

/** @import { MapScreen } from "../screens/map.js" */
import { icon } from "../render.js";
import { keepPart } from "./keep-part.js";

/** @param {MapScreen} screen */
export async function showKeep(screen) {
  const { context, card } = screen;
  const part = await keepPart(context);
  if (!screen.active) return;
  screen.choose(null, null);
  card.fill(context.speaker.say("keep.title"), [icon("download")], [part.element]);
  screen.element.classList.add("has-card");
  await part.open(context.view, "view");
}
