// Where the map has names of stops and places, so that vehicles leave them free.

import { PLACE_NAMES } from "./style.js";

/** Boxes are asked about in steps of so many pixels: vehicles move by one at a time. */
const STEP = 6;
const MOST_KEPT = 2000;
/** The layers with names; a style without streets lacks some, and while a style is exchanged all are missing. */
const LAYERS = ["stop-names", ...PLACE_NAMES];

export class Names {
  /** @param {any} map MapLibre's */
  constructor(map) {
    /** @private */
    this.map = map;
    /** What the map said of boxes since it placed its names. @private @type {Map<string, boolean>} */
    this.known = new Map();
  }

  /** To be called when the map may have placed its names anew. */
  forget() {
    this.known.clear();
  }

  /** Whether a name is in a box of the view, or all but.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom */
  isIn(left, top, right, bottom) {
    const box = [
      [Math.floor(left / STEP) * STEP, Math.floor(top / STEP) * STEP],
      [Math.ceil(right / STEP) * STEP, Math.ceil(bottom / STEP) * STEP],
    ];
    const key = box.join();
    let isNamed = this.known.get(key);
    if (isNamed === undefined) {
      const layers = LAYERS.filter((id) => this.map.getLayer(id) !== undefined);
      isNamed = layers.length > 0 && this.map.queryRenderedFeatures(box, { layers }).length > 0;
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.set(key, isNamed);
    }
    return isNamed;
  }
}
