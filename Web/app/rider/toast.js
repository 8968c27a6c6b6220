// A line that confirms an action and disappears by itself.

import { h, setText } from "../render.js";

const SHOWN_MILLISECONDS = 8000;

export class Toast {
  constructor() {
    this.element = h("p", { class: "toast", role: "status" });
    /** @private */
    this.timer = 0;
  }

  /** @param {string} text
   * @param {Node} [more] what can be done about it */
  say(text, more) {
    clearTimeout(this.timer);
    setText(this.element, text);
    if (more !== undefined) this.element.append(" ", more);
    if (text !== "") this.timer = setTimeout(() => setText(this.element, ""), SHOWN_MILLISECONDS);
  }
}
