// The page for unknown addresses.

/** @import { Context } from "../context.js" */
import { h } from "../render.js";

export class MissingScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "screen page" });
  }

  show() {
    this.translate();
  }

  hide() {}

  translate() {
    const { speaker } = this.context;
    this.element.replaceChildren(
      h("h1", {}, speaker.say("missing.title")),
      h("p", {}, speaker.say("missing.text")),
      h("p", {}, h("a", { class: "button", href: "/map" }, speaker.say("missing.link"))),
    );
  }
}
