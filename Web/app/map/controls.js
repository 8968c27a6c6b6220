// The buttons beside the map.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
import { h, icon } from "../render.js";

/** @typedef {{zoom: (step: number) => void, north: () => void, whole: () => void,
 *   locate: () => void, find: () => void, keep: () => void, list: () => void, help: () => void}} ControlActions */

/** @param {Context} context
 * @param {ControlActions} actions */
export function mapControls(context, actions) {
  /** @type {[HTMLButtonElement, MessageKey][]} */
  const buttons = [];
  /** @param {string} image
   * @param {MessageKey} key
   * @param {() => void} action */
  const button = (image, key, action) => {
    const made = h("button", { type: "button", class: "control", onclick: action }, icon(image));
    buttons.push([made, key]);
    return made;
  };
  const keep = button("download", "map.keep", actions.keep);
  /** On a phone the map itself has the room. */
  const others = h("div", { class: "controls-more" },
    button("magnify", "map.find", actions.find),
    h(
      "div",
      { class: "control-group" },
      button("plus", "map.zoomIn", () => actions.zoom(1)),
      button("minus", "map.zoomOut", () => actions.zoom(-1)),
    ),
    button("arrow-expand-all", "map.whole", actions.whole),
    keep,
    button("format-list-bulleted", "nav.vehicles", actions.list),
    button("help-circle-outline", "help.title", actions.help));
  const more = button("dots-horizontal", "map.more", () => {
    more.setAttribute("aria-expanded", String(others.classList.toggle("open")));
  });
  more.classList.add("control-toggle");
  more.setAttribute("aria-expanded", "false");
  const north = button("compass-outline", "map.north", actions.north);
  north.hidden = true;
  let shown = 0;
  const element = h(
    "div",
    { class: "controls" },
    north,
    button("crosshairs-gps", "map.locate", actions.locate),
    more,
    others,
  );
  return {
    element,
    translate() {
      keep.hidden = context.network?.streets?.tiles === undefined;
      for (const [made, key] of buttons) {
        const text = context.speaker.say(key);
        made.setAttribute("aria-label", text);
        made.title = text;
      }
    },
    /** Shows the compass when north is not up.
     * @param {number} bearing degrees */
    turned(bearing) {
      if (bearing === shown) return;
      shown = bearing;
      north.hidden = Math.abs(bearing) < 0.5;
      const needle = north.querySelector("svg");
      if (needle !== null) needle.style.rotate = `${-bearing - 45}deg`;
    },
  };
}
