// The studies of this server, for its operators: creating, inviting, ending.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Operator } from "./operator.js" */
import { Refusal } from "../ask.js";
import { wholeNumber } from "../format.js";
import { h, icon, setText } from "../render.js";
import { redraw } from "../typed.js";
import { notAtOnce } from "../working.js";
import { enrolmentPart } from "./enrolment.js";

/** @typedef {{id: string, name: string, mode: "personal"|"study", retentionDays: number}} Study */
/** Secrets that are shown once. @typedef {{study: string, code?: string, researcherToken?: string}} Secret */

/** What operators do to a study. @typedef {"code"|"researcher"|"end"} Action */

/** The id of the study whose participants keep diaries of their own. */
const PERSONAL = "personal";
const PATH = "/api/v1/operator/studies";

export class StudiesPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    /** @private */
    this.operator = operator;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {{studies: {study: Study, participants: number}[], waitingUploads: number}|null} */
    this.list = null;
    /** @private @type {MessageKey} */
    this.state = "loading";
    /** @private @type {Secret|null} */
    this.secret = null;
    /** The study and the action that waits for a second tap, as it ends something.
     * @private @type {{id: string, what: Action}|null} */
    this.asked = null;
    /** Whether a request is under way, so that a double tap sends one. @private */
    this.isActing = false;
    /** Whether the form was sent last, so that its problem is below it. @private */
    this.creates = false;
    /** @private */
    this.said = h("p", { class: "hint", role: "status" });
    /** The form for a study, which stays while the rest is drawn again. @private */
    this.form = h("form", { class: "operator-form" });
    /** @private */
    this.language = "";
  }

  async show() {
    try {
      this.list = await this.operator.request("GET", PATH);
    } catch (error) {
      this.list = null;
      this.state = error instanceof Refusal && error.status === 404 ? "study.none" : "failed";
    }
    this.draw();
  }

  hide() {
    // Secrets do not stay on a screen that nobody looks at.
    this.secret = null;
    this.asked = null;
    setText(this.said, "");
  }

  draw() {
    redraw(this.element, () => this.drawStudies());
  }

  /** @private */
  drawStudies() {
    const { speaker } = this.context;
    const { list } = this;
    if (this.language !== speaker.language) redraw(this.form, () => this.drawForm());
    this.language = speaker.language;
    this.element.replaceChildren(
      h("h2", {}, speaker.say("operator.studies")),
      h("p", { class: "hint" }, speaker.say("studies.hint")),
      this.once(),
      list === null ? h("p", { class: "empty", role: "status" }, speaker.say(this.state))
        : list.studies.length === 0 ? h("p", { class: "empty" }, speaker.say("studies.empty"))
        : h("div", { class: "operator-cards" }, ...list.studies.map((each) => this.card(each))),
      list === null || list.waitingUploads === 0 ? ""
        : h("p", { class: "hint" }, speaker.say("studies.waiting", { n: wholeNumber(list.waitingUploads, speaker.locale) })),
      this.creates ? "" : this.said,
      list === null ? "" : this.form,
      this.creates ? this.said : "",
    );
  }

  /** The secrets, which are shown only once.
   * @private */
  once() {
    const { speaker } = this.context;
    const { secret } = this;
    if (secret === null) return "";
    return h("section", { class: "operator-form study-secret" },
      h("h3", { tabindex: "-1" }, speaker.say("studies.once", { id: secret.study })),
      secret.code === undefined ? null : enrolmentPart(secret.code, speaker),
      secret.researcherToken === undefined ? null : h("div", {},
        h("p", { class: "strong" }, speaker.say("studies.token")),
        h("p", {}, h("code", { class: "secret-text" }, secret.researcherToken)),
        h("p", { class: "hint" }, speaker.say("studies.tokenHow"), " ", h("a", { href: "/study" }, `${location.origin}/study`))));
  }

  /** @private
   * @param {{study: Study, participants: number}} each */
  card({ study, participants }) {
    const { speaker } = this.context;
    const asked = this.asked?.id === study.id ? this.asked.what : null;
    const action = (/** @type {Action} */ what, /** @type {MessageKey} */ key, /** @type {string} */ image) => {
      const isAsked = asked === what;
      const element = h("button", { type: "button", class: isAsked ? "button danger" : "button", "data-action": what,
        onclick: () => this.press(study.id, what) },
      isAsked ? null : icon(image), speaker.say(isAsked ? what === "end" ? "studies.reallyEnd" : "studies.reallyRenew" : key));
      return isAsked ? notAtOnce(element) : element;
    };
    return h("section", { class: "operator-card", "data-study": study.id },
      h("div", { class: "operator-card-head" }, h("h3", {}, study.name), h("span", { class: "remark" }, speaker.say(study.mode === "study" ? "study.sealed" : "study.readable"))),
      h("dl", { class: "figures" },
        h("div", {}, h("dt", {}, speaker.say("studies.id")), h("dd", {}, study.id)),
        h("div", {}, h("dt", {}, speaker.say("study.participants")), h("dd", {}, wholeNumber(participants, speaker.locale))),
        h("div", {}, h("dt", {}, speaker.say("study.retention")), h("dd", {}, wholeNumber(study.retentionDays, speaker.locale)))),
      h("div", { class: "card-actions" },
        action("code", "studies.newCode", "plus"),
        // A personal diary is read by its owner alone.
        study.id === PERSONAL ? null : action("researcher", "studies.newToken", "refresh"),
        action("end", "studies.end", "delete-outline")),
      asked === null ? null : h("p", { class: "hint" }, speaker.say(asked === "end" ? "studies.endHow" : "studies.renewHow")));
  }

  /** Ends a study, or replaces its code or token, at the second tap.
   * @private
   * @param {string} id
   * @param {Action} what */
  async press(id, what) {
    if (this.asked?.id !== id || this.asked.what !== what) {
      this.asked = { id, what };
      this.draw();
      return /** @type {HTMLElement|null} */ (this.element.querySelector(`[data-study="${id}"] [data-action=${what}]`))?.focus();
    }
    this.asked = null;
    this.creates = false;
    const path = `${PATH}/${encodeURIComponent(id)}`;
    await this.act(async () => {
      if (what === "end") await this.operator.request("DELETE", path);
      else this.secret = { study: id, ...await this.operator.request("POST", `${path}/${what}`) };
    });
  }

  /** Performs an action, reports a failure, and shows the new state.
   * @private
   * @param {() => Promise<unknown>} what
   * @returns {Promise<boolean>} whether it was done */
  async act(what) {
    if (this.isActing) return false;
    this.isActing = true;
    this.secret = null;
    try {
      await what();
      setText(this.said, "");
    } catch (error) {
      setText(this.said, error instanceof Refusal && error.problem.detail ? error.problem.detail : this.context.speaker.say("failed"));
      this.draw();
      return false;
    } finally {
      this.isActing = false;
    }
    await this.show();
    /** @type {HTMLElement|null} */ (this.element.querySelector(".study-secret h3"))?.focus();
    return true;
  }

  /** @private */
  drawForm() {
    const { speaker } = this.context;
    const { form } = this;
    const field = (/** @type {string} */ name, /** @type {MessageKey} */ label, /** @type {Record<string, unknown>} */ more = {}) => {
      const input = h("input", { id: `study-${name}`, class: "field", autocomplete: "off", ...more });
      return { input, row: h("div", {}, h("label", { class: "strong", for: `study-${name}` }, speaker.say(label)), input) };
    };
    const name = field("name", "studies.name", { required: true, maxlength: 100 });
    const id = field("id", "studies.id", { required: true, maxlength: 40, pattern: "[a-z0-9\\-]+", autocapitalize: "none",
      spellcheck: "false", title: "a–z, 0–9, -" });
    const key = field("recipient", "studies.recipient", { spellcheck: "false", "aria-describedby": "study-recipient-hint" });
    const days = field("days", "study.retention", { type: "number", min: 1, max: 3660, required: true, value: 365 });
    const consent = h("textarea", { id: "study-consent", class: "field", rows: 5, required: true, maxlength: 20_000 });
    form.replaceChildren(h("h3", {}, speaker.say("studies.found")), name.row, id.row,
      h("div", {}, h("label", { class: "strong", for: "study-consent" }, speaker.say("study.consent")), consent),
      days.row, h("div", {}, key.row, h("p", { class: "hint", id: "study-recipient-hint" }, speaker.say("studies.recipientHow"))),
      h("button", { type: "submit", class: "button primary" }, icon("plus"), speaker.say("studies.create")));
    form.onsubmit = async (event) => {
      event.preventDefault();
      const recipient = key.input.value.trim();
      this.creates = true;
      const isDone = await this.act(async () => {
        const { study, ...secret } = await this.operator.request("POST", PATH, {
          id: id.input.value, name: name.input.value, mode: recipient === "" ? "personal" : "study",
          ...(recipient === "" ? {} : { recipient }), consent: { version: 1, text: consent.value },
          retentionDays: Number(days.input.value),
        });
        this.secret = { study: study.id, ...secret };
        form.reset();
      });
      if (!isDone) name.input.focus();
    };
  }
}
