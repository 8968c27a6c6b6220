// The number of riders, and what became of their messages; never about individuals.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Operator } from "./operator.js" */
import { Refusal } from "../ask.js";
import { wholeNumber } from "../format.js";
import { h, icon } from "../render.js";

/** @type {[string, MessageKey][]} */
const FIGURES = [
  ["riders", "figure.riders"], ["waiting", "figure.waiting"], ["delivered", "figure.delivered"],
  ["replaced", "figure.replaced"], ["expired", "figure.expired"], ["gone", "figure.gone"],
  ["waits", "figure.waits"], ["failures", "figure.failures"], ["givenUp", "figure.givenUp"],
];

export class RidersPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    this.operator = operator;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {Record<string, number>|null} */
    this.counts = null;
    /** @private @type {MessageKey} */
    this.state = "loading";
  }

  async show() {
    try {
      this.counts = await this.operator.request("GET", "/api/v1/operator/riders");
    } catch (error) {
      this.counts = null;
      this.state = error instanceof Refusal && error.status === 404 ? "operator.noRiders" : "failed";
    }
    this.draw();
  }

  hide() {}

  draw() {
    const { speaker } = this.context;
    const { counts } = this;
    this.element.replaceChildren(
      h("h2", {}, speaker.say("operator.riders")),
      h("p", { class: "hint" }, speaker.say("operator.ridersHint")),
      counts === null ? h("p", { class: "empty", role: "status" }, speaker.say(this.state))
        : h("dl", { class: "big-figures" }, ...FIGURES.map(([name, key]) => h("div", {},
          h("dt", {}, speaker.say(key)), h("dd", {}, wholeNumber(counts[name] ?? 0, speaker.locale))))),
      h("button", { type: "button", class: "button", onclick: () => this.again() }, icon("refresh"), speaker.say("home.refresh")),
    );
  }

  /** @private */
  async again() {
    await this.show();
    this.element.querySelector("button")?.focus();
  }
}
