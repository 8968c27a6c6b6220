// One study for its researchers: participants and their data, the invitation, the consent, and the tables.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Researcher } from "./operator.js" */
import { Refusal } from "../ask.js";
import { age, calendarDay, wholeNumber } from "../format.js";
import { h, icon, setText } from "../render.js";
import { stacking } from "../stacking.js";
import { redraw } from "../typed.js";
import { notAtOnce } from "../working.js";
import { enrolmentPart } from "./enrolment.js";

/** @typedef {{id: string, name: string, mode: "personal"|"study", recipient?: string,
 *   consent: {version: number, text: string}, retentionDays: number}} Study */
/** @typedef {{participant: string, state: "recording"|"paused"|"stopped", consentVersion: number, joined: string,
 *   seen?: string, fixes: number}} Member */

const PATH = "/api/v1/diary/study";
const DAY_MILLISECONDS = 86_400_000;
/** The largest number of pages read: 10,000 participants. */
const MAXIMUM_PAGES = 20;

/** Whether participants have to agree again: to another text, or to records that are kept longer than they agreed to.
 * @param {Study} study
 * @param {string} text
 * @param {number} days */
export function needsConsent(study, text, days) {
  return text !== study.consent.text || days > study.retentionDays;
}

/** The figures of a study.
 * @param {Member[]} members
 * @param {number} now Unix milliseconds */
export function coverage(members, now) {
  const recording = members.filter(({ state }) => state === "recording");
  return {
    all: members.length,
    recording: recording.length,
    heard: recording.filter(({ seen }) => seen !== undefined && now - Date.parse(seen) <= DAY_MILLISECONDS).length,
    fixes: members.reduce((sum, { fixes }) => sum + fixes, 0),
  };
}

export class StudyPanel {
  /** @param {Context} context
   * @param {Researcher} researcher */
  constructor(context, researcher) {
    this.context = context;
    /** @private */
    this.researcher = researcher;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {Study|null} */
    this.study = null;
    /** @private @type {Member[]} */
    this.members = [];
    /** Whether there are more members than were read. @private */
    this.hasMore = false;
    /** @private */
    this.hasFailed = false;
    /** The entered code for a poster. @private */
    this.code = "";
    /** The participant who is about to be removed. @private */
    this.leaving = "";
    /** Whether a request is under way, so that a double tap sends one. @private */
    this.isActing = false;
    /** Whether the agreement was saved last, so that the answer is below it. @private */
    this.saves = false;
    /** @private */
    this.said = h("p", { class: "hint", role: "status" });
  }

  async show() {
    try {
      /** @type {Member[]} */
      const members = [];
      let after = "";
      for (let page = 0; page < MAXIMUM_PAGES; page += 1) {
        const page = await this.researcher.request("GET", PATH + (after === "" ? "" : `?after=${encodeURIComponent(after)}`));
        this.study = page.study;
        members.push(...page.participants);
        after = page.next ?? "";
        if (after === "") break;
      }
      this.members = members;
      this.hasMore = after !== "";
      this.hasFailed = false;
    } catch {
      this.hasFailed = true;
    }
    this.draw();
  }

  hide() {
    // A code does not stay on a page that nobody looks at.
    this.element.replaceChildren();
    this.code = "";
    this.leaving = "";
    setText(this.said, "");
  }

  draw() {
    redraw(this.element, () => this.drawStudy());
  }

  /** @private */
  drawStudy() {
    const { speaker } = this.context;
    const { study } = this;
    if (study === null) {
      return this.element.replaceChildren(h("p", { class: this.hasFailed ? "warning" : "hint", role: "status" },
        speaker.say(this.hasFailed ? "failed" : "loading")));
    }
    this.element.replaceChildren(
      h("div", { class: "operator-card-head" }, h("h2", {}, study.name),
        h("span", { class: "remark" }, speaker.say(study.mode === "study" ? "study.sealed" : "study.readable"))),
      this.hasFailed ? h("p", { class: "warning", role: "status" }, speaker.say("failed")) : "",
      this.figures(), this.people(), this.saves ? "" : this.said,
      h("div", { class: "device-parts" }, this.inviting(), this.tables(study)), this.agreement(study),
      this.saves ? this.said : "");
  }

  /** @private */
  figures() {
    const { speaker } = this.context;
    const { all, recording, heard, fixes } = coverage(this.members, Date.now());
    const figure = (/** @type {string} */ label, /** @type {number} */ value) =>
      h("div", {}, h("dt", {}, label), h("dd", {}, wholeNumber(value, speaker.locale) + (this.hasMore ? "+" : "")));
    return h("dl", { class: "big-figures few" }, figure(speaker.say("study.participants"), all),
      figure(speaker.say("part.recording"), recording), figure(speaker.say("study.heard"), heard),
      figure(speaker.say("study.fixes"), fixes));
  }

  /** @private */
  people() {
    const { speaker } = this.context;
    if (this.members.length === 0) return h("p", { class: "empty" }, speaker.say("study.empty"));
    const head = (/** @type {string} */ text) => h("th", { scope: "col" }, text);
    return stacking(h("table", { class: "scores study-people", "aria-label": speaker.say("study.participants") },
      h("thead", {}, h("tr", {}, head(speaker.say("study.pseudonym")), head(speaker.say("study.state")),
        head(speaker.say("study.joined")), head(speaker.say("study.seen")), head(speaker.say("study.fixes")), h("td"))),
      h("tbody", {}, ...this.members.map((each) => this.row(each)))));
  }

  /** @private
   * @param {Member} member */
  row({ participant, state, consentVersion, joined, seen, fixes }) {
    const { speaker } = this.context;
    const isOutdated = consentVersion < (this.study?.consent.version ?? 0);
    const isLeaving = this.leaving === participant;
    const control = (/** @type {string} */ look, /** @type {string|null} */ label, /** @type {Node|string} */ content) =>
      h("button", { type: "button", class: look, "aria-label": label, onclick: () => this.remove(participant) }, content);
    const cell = (/** @type {MessageKey} */ name, /** @type {(Node|string|null)[]} */ ...content) =>
      h("td", { "data-name": speaker.say(name) }, h("span", {}, ...content));
    return h("tr", { "data-participant": participant },
      h("th", { scope: "row" }, h("code", {}, participant)),
      cell("study.state", h("span", { class: state === "recording" ? "remark good" : "remark warn" }, speaker.say(`part.${state}`)),
        isOutdated ? h("span", { class: "remark warn" }, speaker.say("study.oldConsent", { version: consentVersion })) : null),
      cell("study.joined", calendarDay(joined.slice(0, 10), speaker.locale)),
      cell("study.seen", seen === undefined ? "–" : age(Date.now() - Date.parse(seen), speaker.locale)),
      cell("study.fixes", wholeNumber(fixes, speaker.locale)),
      h("td", {}, isLeaving ? notAtOnce(control("button danger", null, speaker.say("study.reallyRemove")))
        : control("button", speaker.say("study.remove", { id: participant }), icon("delete-outline"))));
  }

  /** @private
   * @param {string} participant */
  async remove(participant) {
    const again = () => /** @type {HTMLElement|null} */ (
      this.element.querySelector(`[data-participant="${CSS.escape(participant)}"] button`))?.focus();
    if (this.leaving !== participant) {
      this.leaving = participant;
      this.draw();
      return again();
    }
    this.leaving = "";
    await this.act("DELETE", `/participants/${encodeURIComponent(participant)}`, undefined);
  }

  /** @private
   * @param {string} method
   * @param {string} path
   * @param {unknown} body */
  async act(method, path, body) {
    const { speaker } = this.context;
    if (this.isActing) return;
    this.isActing = true;
    this.saves = method === "PATCH";
    try {
      await this.researcher.request(method, PATH + path, body);
      await this.show();
      setText(this.said, speaker.say("study.done"));
    } catch (error) {
      this.draw();
      setText(this.said, error instanceof Refusal && error.problem.detail ? error.problem.detail : speaker.say("failed"));
    } finally {
      this.isActing = false;
    }
  }

  /** Operators see the code once; researchers who have it print posters here.
   * @private */
  inviting() {
    const { speaker } = this.context;
    const input = h("input", { id: "our-study-code", class: "field", autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", maxlength: 40, required: true });
    input.value = this.code;
    const shown = h("div", {}, this.code === "" ? null : enrolmentPart(this.code, speaker));
    const form = h("form", { class: "device-part" }, h("h3", {}, speaker.say("study.invite")),
      h("p", { class: "hint" }, speaker.say("study.inviteHow")),
      h("label", { class: "strong", for: "our-study-code" }, speaker.say("study.code")), input,
      h("button", { type: "submit", class: "button" }, speaker.say("study.makeQr")), shown);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.code = input.value.replace(/\s/g, "").toUpperCase();
      shown.replaceChildren(enrolmentPart(this.code, speaker));
    });
    return form;
  }

  /** @private
   * @param {Study} study */
  tables({ id, mode }) {
    const { speaker } = this.context;
    const line = (/** @type {string} */ text) => h("pre", { class: "command", tabindex: 0 }, text);
    return h("section", { class: "device-part" }, h("h3", {}, speaker.say("study.tables")),
      ...(mode === "personal" ? [h("p", { class: "hint" }, speaker.say("study.noTables"))] : [
        h("p", { class: "hint" }, speaker.say("study.tablesHow", { id })),
        line(`aws s3 sync s3://BUCKET/${id}/ fetched/${id}/`),
        line("takt diary dataset fetched/ --identity study-key.txt \\\n  --network city.network --salt \"something secret\" \\\n  --output dataset/"),
        h("p", { class: "hint" }, speaker.say("study.withdrawn", { id }))]));
  }

  /** @private
   * @param {Study} study */
  agreement(study) {
    const { speaker } = this.context;
    const name = h("input", { id: "our-study-name", class: "field", required: true, maxlength: 100 });
    name.value = study.name;
    const days = h("input", { id: "our-study-days", class: "field", type: "number", min: 1, max: 3660, required: true });
    days.value = String(study.retentionDays);
    const consent = h("textarea", { id: "our-study-consent", class: "field", rows: 8, required: true, maxlength: 20_000 });
    consent.value = study.consent.text;
    const form = h("form", { class: "operator-form" }, h("h3", {}, speaker.say("study.agreement")),
      h("div", {}, h("label", { class: "strong", for: "our-study-name" }, speaker.say("studies.name")), name),
      h("div", {}, h("label", { class: "strong", for: "our-study-days" }, speaker.say("study.retention")), days),
      h("div", {}, h("label", { class: "strong", for: "our-study-consent" },
        `${speaker.say("study.consent")} · ${speaker.say("study.version", { version: study.consent.version })}`), consent),
      h("p", { class: "hint" }, speaker.say("study.consentHow")),
      h("button", { type: "submit", class: "button primary" }, speaker.say("study.save")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const retentionDays = Number(days.value);
      const isNew = needsConsent(study, consent.value, retentionDays);
      this.act("PATCH", "", { name: name.value, retentionDays,
        ...(isNew ? { consent: { version: study.consent.version + 1, text: consent.value } } : {}) });
    });
    return form;
  }
}
