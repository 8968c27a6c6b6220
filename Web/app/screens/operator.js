// What operators see and do: behind their token, one page a matter.

/** @import { Context } from "../context.js" */
/** @import { OperatorPart } from "../router.js" */
import { Refusal } from "../ask.js";
import { Operator, tabStore } from "../operator/operator.js";
import { h, icon, setText } from "../render.js";
import { OPERATOR_PARTS } from "../router.js";

/** One matter; `draw` says it in the present language.
 * @typedef {{element: HTMLElement, show: () => unknown, hide: () => void, draw: () => void}} Panel */

/** @type {Record<OperatorPart, (context: Context, operator: Operator) => Promise<Panel>>} */
const PANELS = {
  sources: async (...given) => new (await import("../operator/sources.js")).SourcesPanel(...given),
  predictions: async (...given) => new (await import("../operator/predictions.js")).PredictionsPanel(...given),
  riders: async (...given) => new (await import("../operator/riders.js")).RidersPanel(...given),
  announcement: async (...given) => new (await import("../operator/announcement.js")).AnnouncementPanel(...given),
  campus: async (...given) => new (await import("../operator/campus.js")).CampusPanel(...given),
};

export class OperatorScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.title = "operator.title";
    this.operator = new Operator(tabStore());
    this.operator.onRefused = () => this.arrive();
    /** @private @type {OperatorPart} */
    this.part = "sources";
    /** @private @type {Map<OperatorPart, Panel>} */
    this.panels = new Map();
    /** @private @type {Panel|null} */
    this.panel = null;
    /** @private */
    this.language = "";
    this.head = h("div");
    this.body = h("div", { class: "operator-body" });
    this.element = h("section", { class: "screen page operator" }, this.head, this.body);
  }

  /** @param {{part: OperatorPart}} place */
  show({ part }) {
    this.part = part;
    return this.arrive();
  }

  hide() {
    this.panel?.hide();
    this.panel = null;
  }

  translate() {
    if (this.language === this.context.speaker.language) return;
    this.drawHead();
    if (this.panel !== null) this.panel.draw();
    else if (!this.operator.isIn) this.body.replaceChildren(this.entrance());
  }

  /** Shows the matter, or the way in.
   * @private */
  async arrive() {
    this.hide();
    this.drawHead();
    const { part } = this;
    if (!this.operator.isIn) return this.body.replaceChildren(this.entrance());
    let panel = this.panels.get(part);
    if (panel === undefined) {
      try {
        panel = await PANELS[part](this.context, this.operator);
      } catch {
        return this.body.replaceChildren(h("p", { class: "warning", role: "alert" }, this.context.speaker.say("failed")));
      }
      this.panels.set(part, panel);
    }
    // Whoever has gone on meanwhile is not called back.
    if (this.part !== part || !this.operator.isIn) return;
    this.panel = panel;
    this.body.replaceChildren(panel.element);
    panel.draw();
    await panel.show();
  }

  /** @private */
  drawHead() {
    const { speaker, network } = this.context;
    this.language = speaker.language;
    const parts = OPERATOR_PARTS.filter((part) => part !== "campus" || network?.campus === true);
    this.head.replaceChildren(
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("settings.title")),
      h("header", { class: "page-head operator-head" }, h("h1", {}, speaker.say("operator.title")),
        this.operator.isIn
          ? h("button", { type: "button", class: "button", id: "operator-leave", onclick: () => this.leave() },
            speaker.say("operator.leave"))
          : null),
      !this.operator.isIn ? "" : h("nav", { class: "operator-parts", "aria-label": speaker.say("operator.parts") },
        ...parts.map((part) => h("a", {
          href: `/operator/${part}`, "aria-current": part === this.part ? "page" : null,
        }, speaker.say(`operator.${part}`)))),
    );
  }

  /** @private */
  leave() {
    this.operator.leave();
    this.panels.clear();
    this.arrive();
    document.getElementById("operator-token")?.focus();
  }

  /** @private */
  entrance() {
    const { speaker } = this.context;
    const input = h("input", { id: "operator-token", type: "password", autocomplete: "off", required: true,
      spellcheck: "false", class: "field", "aria-describedby": "operator-token-hint" });
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const submit = h("button", { type: "submit", class: "button primary" }, speaker.say("operator.enter"));
    const form = h("form", { class: "operator-entrance" },
      h("label", { class: "strong", for: "operator-token" }, speaker.say("operator.token")), input,
      h("p", { class: "hint", id: "operator-token-hint" }, speaker.say("operator.tokenHint")), problem, submit);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      submit.disabled = true;
      const sentence = await this.enter(input.value.trim());
      submit.disabled = false;
      problem.hidden = sentence === "";
      setText(problem, sentence);
      if (sentence !== "") return input.focus();
      await this.arrive();
      this.body.tabIndex = -1;
      this.body.focus({ preventScroll: true });
    });
    return form;
  }

  /** @private
   * @param {string} token
   * @returns {Promise<string>} what is wrong; empty if nothing is */
  async enter(token) {
    const { speaker } = this.context;
    // Headers hold no other signs.
    if (!/^[\x21-\x7e]+$/.test(token)) return speaker.say("operator.wrongToken");
    try {
      await this.operator.enter(token);
      return "";
    } catch (error) {
      if (!(error instanceof Refusal)) return speaker.say("failed");
      return speaker.say(error.status === 403 ? "operator.noToken"
        : error.status === 401 ? "operator.wrongToken" : "failed");
    }
  }
}
