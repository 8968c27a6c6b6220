// A short message above the map that goes by itself.

import { h, setText } from "../render.js";

const MILLISECONDS = 6000;

/** A note, empty at first; screen readers hear what it is given to say. */
export class Note {
  constructor() {
    this.element = h("p", { class: "note", role: "status", hidden: true });
    /** @private */
    this.timer = 0;
  }

  /** @param {string} text */
  say(text) {
    clearTimeout(this.timer);
    this.element.hidden = false;
    setText(this.element, text);
    this.timer = setTimeout(() => {
      this.element.hidden = true;
    }, MILLISECONDS);
  }
}
