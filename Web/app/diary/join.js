// Joining a diary: the explanation, the consent, and only then a pseudonym.

/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { Study } from "./wire.js" */
import { Refusal } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { whileDisabled } from "../working.js";
import { consentText } from "./consent.js";
import { filesPart } from "./files-part.js";

export class JoinPanel {
  /** @param {DiaryScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = h("div", { class: "diary-panel" });
    /** The diary that anyone may start. @private @type {Study|null} */
    this.personal = null;
    /** The study that the person is about to join. @private @type {{study: Study, code: string|null}|null} */
    this.wanted = null;
    /** @private */
    this.code = "";
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    /** @private */
    this.own = h("section", { class: "device-part", hidden: true });
  }

  /** @param {{code: string}} place */
  async show({ code }) {
    if (code !== "" && code !== this.code) {
      this.code = code;
      this.draw();
    }
    this.personal = await this.screen.participant.offer(this.screen.context.speaker.language).catch(() => null);
    // The form stays as it is: a code may have been typed in the meantime.
    this.drawOwn();
    if (code !== "") await this.look(code);
  }

  hide() {
    this.wanted = null;
  }

  draw() {
    const { speaker } = this.screen.context;
    this.element.replaceChildren(
      h("p", { class: "lead" }, speaker.say("diary.lead")),
      // A problem is below the button that led to it.
      ...(this.wanted === null ? this.ways() : [this.consent(this.wanted), this.problem]));
  }

  /** @private
   * @param {string} sentence */
  say(sentence) {
    this.problem.hidden = sentence === "";
    setText(this.problem, sentence);
  }

  /** @private */
  ways() {
    const { speaker, network } = this.screen.context;
    if (network?.savesNothing) return [h("div", { class: "device-parts" }, filesPart(speaker))];
    this.drawOwn();
    const input = h("input", { id: "diary-code", class: "code-input", type: "text", autocomplete: "off",
      autocapitalize: "characters", spellcheck: "false", maxlength: 40, required: true });
    input.value = this.code;
    input.addEventListener("input", () => this.code = input.value);
    const form = h("form", { class: "device-part" }, h("h2", {}, speaker.say("diary.withCode")),
      h("p", { class: "hint" }, speaker.say("diary.withCodeHow")),
      h("label", { class: "strong", for: "diary-code" }, speaker.say("diary.code")), input,
      h("button", { type: "submit", class: "button" }, speaker.say("diary.look")), this.problem);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.look(input.value.replace(/\s/g, ""));
    });
    return [h("div", { class: "device-parts" }, this.own, form, filesPart(speaker))];
  }

  /** The diary that anyone may start, once the server has said whether there is one.
   * @private */
  drawOwn() {
    const { speaker } = this.screen.context;
    const { own, personal } = this;
    own.hidden = personal === null;
    own.replaceChildren(...(personal === null ? [] : [h("h2", {}, speaker.say("diary.own")),
      h("p", { class: "hint" }, speaker.say("diary.ownHow")),
      h("button", { type: "button", class: "button primary", id: "diary-own", onclick: () => this.ask(personal, null) },
        icon("plus"), speaker.say("diary.begin"))]));
  }

  /** @private
   * @param {string} code */
  async look(code) {
    this.say("");
    try {
      this.ask(await this.screen.participant.look(code), code);
    } catch (error) {
      const { speaker } = this.screen.context;
      this.say(speaker.say(error instanceof Refusal && error.status < 500 ? "diary.wrongCode" : "failed"));
    }
  }

  /** @private
   * @param {Study} study
   * @param {string|null} code */
  ask(study, code) {
    this.say("");
    this.wanted = { study, code };
    this.draw();
    /** @type {HTMLElement|null} */ (this.element.querySelector(".consent h2"))?.focus();
  }

  /** @private
   * @param {{study: Study, code: string|null}} wanted */
  consent({ study, code }) {
    const { speaker } = this.screen.context;
    const agree = h("button", { type: "button", class: "button primary", id: "diary-agree", onclick: () =>
      whileDisabled(agree, () => this.agree(study, code)) }, icon("check"), speaker.say("diary.agree"));
    return h("section", { class: "device-part consent" },
      h("h2", { tabindex: "-1" }, study.name || speaker.say("diary.own")),
      h("p", {}, speaker.say(study.mode === "study" ? "diary.sealedMode" : "diary.personalMode")),
      ...consentText(study, speaker),
      h("div", { class: "card-actions" }, agree,
        h("button", { type: "button", class: "button", onclick: () => {
          this.wanted = null;
          this.draw();
        } }, speaker.say("diary.notNow"))));
  }

  /** @private
   * @param {Study} study
   * @param {string|null} code */
  async agree(study, code) {
    const { speaker, navigate } = this.screen.context;
    try {
      await this.screen.participant.join(study, code);
    } catch (error) {
      const isOther = error instanceof Refusal && error.kind === "other-consent";
      this.wanted = isOther ? null : this.wanted;
      this.draw();
      return this.say(speaker.say(isOther ? "diary.otherConsent" : "failed"));
    }
    this.wanted = null;
    navigate("/diary/recording");
  }
}
