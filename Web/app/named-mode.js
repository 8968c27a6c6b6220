// The picture of a mode where no word says it: "1" alone is a bus, a tram or a number to a screen reader.

/** @import { Speaker } from "./i18n.js" */
/** @import { Mode } from "./types.js" */
import { modeIcon } from "./badge.js";

/** @param {SVGSVGElement} image
 * @param {string} name
 * @returns {SVGSVGElement} the same, called by a name */
export function namedImage(image, name) {
  image.removeAttribute("aria-hidden");
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", name);
  return image;
}

/** @param {Mode} mode
 * @param {Speaker} speaker */
export function namedMode(mode, speaker) {
  return namedImage(modeIcon(mode), speaker.say(`mode.${mode}`));
}
