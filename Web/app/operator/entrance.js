// The token form that operators and researchers see first.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { TokenHolder } from "./operator.js" */
import { Refusal } from "../ask.js";
import { h, setText } from "../render.js";
import { whileDisabled } from "../working.js";

/** The messages for the token's label, where to find it, a wrong token, and a server without one.
 * @typedef {{token: MessageKey, hint: MessageKey, wrong: MessageKey, none: MessageKey}} Words */

export class EntrancePanel {
  /** @param {Context} context
   * @param {TokenHolder} holder
   * @param {Words} words
   * @param {() => unknown} entered */
  constructor(context, holder, words, entered) {
    this.context = context;
    /** @private */
    this.holder = holder;
    /** @private */
    this.words = words;
    /** @private */
    this.entered = entered;
    this.element = h("div");
  }

  show() {}

  hide() {
    this.element.replaceChildren();
  }

  draw() {
    const { context: { speaker }, words } = this;
    const typed = this.element.querySelector("input")?.value ?? "";
    const input = h("input", { id: "operator-token", type: "password", autocomplete: "off", required: true,
      spellcheck: "false", class: "field", "aria-describedby": "operator-token-hint" });
    input.value = typed;
    const problem = h("p", { class: "problem", role: "alert", hidden: !this.holder.wasRefused },
      this.holder.wasRefused ? speaker.say(words.wrong) : "");
    const submit = h("button", { type: "submit", class: "button primary" }, speaker.say("operator.enter"));
    const form = h("form", { class: "operator-entrance" },
      h("label", { class: "strong", for: "operator-token" }, speaker.say(words.token)), input,
      h("p", { class: "hint", id: "operator-token-hint" }, speaker.say(words.hint)), problem, submit);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const wrong = await whileDisabled(submit, () => this.enter(input.value.trim()));
      problem.hidden = wrong === null;
      setText(problem, wrong === null ? "" : speaker.say(wrong));
      if (wrong !== null) return input.focus();
      await this.entered();
    });
    this.element.replaceChildren(form);
  }

  /** @private
   * @param {string} token
   * @returns {Promise<MessageKey|null>} the problem; null if there is none */
  async enter(token) {
    const { words } = this;
    // Header values cannot contain other characters.
    if (!/^[\x21-\x7e]+$/.test(token)) return words.wrong;
    try {
      await this.holder.enter(token);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) return "failed";
      return error.status === 401 ? words.wrong : error.status === 403 || error.status === 404 ? words.none : "failed";
    }
  }
}
