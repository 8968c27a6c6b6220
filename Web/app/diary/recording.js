// Recording in this browser, other recording apps, and the person's control of their data.

/** @import { MessageKey } from "../i18n.js" */
/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { Participation } from "./wire.js" */
import { Refusal } from "../ask.js";
import { age } from "../format.js";
import { qrPicture } from "../qr.js";
import { h, icon, setText } from "../render.js";
import { notAtOnce } from "../working.js";
import { whileSeen } from "../seen.js";
import { ownTracksLink } from "./participant.js";
import { consentText } from "./consent.js";
import { exportsPart } from "./exports.js";
import { filesPart } from "./files-part.js";

const EVERY_MILLISECONDS = 5000;

export class RecordingPanel {
  /** @param {DiaryScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @private @type {Participation|null} */
    this.me = null;
    /** Whether the person is about to withdraw. @private */
    this.isSure = false;
    this.status = h("div", { class: "recording-status", role: "status" });
    this.button = h("button", { type: "button", class: "record-button", onclick: () => this.toggle() });
    this.said = h("p", { class: "hint", role: "status" });
    this.here = h("section", { class: "device-part recording-here" });
    /** The parts that the server's answer changes; separate from forms and open codes. @private */
    this.participation = h("section", { class: "device-part" });
    /** @private */
    this.devices = h("p", { class: "own-devices" });
    /** @private */
    this.wayOut = h("section", { class: "device-part" });
    this.rest = h("div", { class: "diary-panel" });
    this.element = h("div", { class: "diary-panel" }, this.here, this.rest, this.said);
    /** @private */
    this.language = "";
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    this.isSure = false;
    this.screen.recorder.onChange = () => this.drawStatus();
    whileSeen(EVERY_MILLISECONDS, () => this.drawStatus(), seen);
    await this.learn();
  }

  hide() {
    this.screen.recorder.onChange = () => {};
  }

  /** @private */
  async learn() {
    try {
      this.me = await this.screen.participant.request("GET", "/participant");
    } catch (error) {
      // A participant deleted on the server is removed here too.
      if (error instanceof Refusal && error.status === 401) return await this.screen.leave();
      setText(this.said, this.screen.context.speaker.say("failed"));
    }
    this.drawAnswer();
  }

  draw() {
    const { speaker } = this.screen.context;
    this.drawAnswer();
    this.drawStatus();
    this.drawWayOut();
    // Typed dates and opened codes stay when the server answers.
    if (this.language === speaker.language) return;
    this.language = speaker.language;
    this.here.replaceChildren(
      h("h2", {}, speaker.say("diary.here")), this.button, this.status,
      h("p", { class: "hint" }, speaker.say("diary.honest")));
    this.rest.replaceChildren(this.participation, this.apps(), exportsPart(this.screen),
      filesPart(this.screen.context.speaker), this.wayOut);
  }

  /** @private */
  drawStatus() {
    const { recorder, context: { speaker } } = this.screen;
    this.button.setAttribute("aria-pressed", String(recorder.isOn));
    const label = speaker.say(recorder.isOn ? "diary.stopHere" : "diary.recordHere");
    if (this.button.dataset.label !== label) {
      this.button.dataset.label = label;
      this.button.replaceChildren(icon(recorder.isOn ? "pause" : "record-circle-outline"), label);
    }
    const lines = [
      recorder.problem !== "" ? speaker.say(`record.${recorder.problem}`) : "",
      recorder.isOn && recorder.problem === ""
        ? recorder.lastAt === 0 ? speaker.say("diary.searching")
          : speaker.say("diary.lastFix", { age: age(Date.now() - recorder.lastAt, speaker.locale) }) : "",
      recorder.sent > 0 ? speaker.say("diary.sent", { n: recorder.sent }) : "",
      recorder.waiting > 0 ? speaker.say("diary.waiting", { n: recorder.waiting }) : "",
      recorder.lost > 0 ? speaker.say("diary.lost", { n: recorder.lost }) : "",
      recorder.isOn ? speaker.say(recorder.holdsScreen ? "diary.screenOn" : "diary.screenOff") : "",
    ].filter((line) => line !== "");
    const print = lines.join("\n");
    if (this.status.dataset.print === print) return;
    this.status.dataset.print = print;
    this.status.replaceChildren(...lines.map((line, at) =>
      h("p", { class: at === 0 && recorder.problem !== "" ? "warning" : "" }, line)));
  }

  /** @private */
  toggle() {
    const { recorder } = this.screen;
    if (recorder.isOn) recorder.stop();
    else recorder.start();
  }

  /** The controls to pause, resume and stop, and the recording devices.
   * @private */
  drawAnswer() {
    const { speaker } = this.screen.context;
    const state = this.me?.state ?? "recording";
    const version = this.me?.study.consent.version ?? 0;
    const isOutdated = this.me !== null && this.me.consentVersion < version;
    const choice = (/** @type {"start"|"pause"|"stop"} */ action, /** @type {string} */ image) =>
      h("button", { type: "button", class: "button", "data-action": action, onclick: () => this.change(action) },
        icon(image), speaker.say(`diary.${action}`));
    const agree = () => h("button", { type: "button", class: "button primary", id: "diary-agree-again",
      onclick: () => this.change("start", version) }, icon("check"), speaker.say("diary.agree"));
    const names = this.me?.devices.map(({ name }) => name) ?? [];
    this.devices.hidden = names.length === 0;
    this.devices.replaceChildren(h("span", { class: "strong" }, speaker.say("diary.devices")), ` ${names.join(", ")}`);
    this.participation.replaceChildren(h("h2", {}, speaker.say("diary.part")),
      h("p", {}, h("span", { class: state === "recording" ? "remark good" : "remark warn" }, speaker.say(`part.${state}`)),
        ` ${this.me?.study.name ?? ""}`),
      h("p", { class: "hint" }, speaker.say("diary.partHow")),
      ...this.me !== null && isOutdated
        ? [h("p", { class: "warning" }, speaker.say("diary.otherConsent")), ...consentText(this.me.study, speaker)] : [],
      h("div", { class: "card-actions" },
        isOutdated ? agree() : state === "recording" ? null : choice("start", "record-circle-outline"),
        state === "recording" ? choice("pause", "pause") : null,
        state === "stopped" ? null : choice("stop", "close")),
      h("p", { class: "hint" }, speaker.say("diary.pseudonym", { id: this.me?.participant ?? "–" })));
  }

  /** @private
   * @param {"start"|"pause"|"stop"} action
   * @param {number} [consentVersion] of the text that the person agrees to with it */
  async change(action, consentVersion) {
    const { speaker } = this.screen.context;
    try {
      await this.screen.participant.request("POST", `/participant/${action}`, { consentVersion });
      setText(this.said, "");
    } catch (error) {
      const isOther = error instanceof Refusal && error.kind === "other-consent";
      setText(this.said, speaker.say(isOther ? "diary.otherConsent" : "failed"));
    }
    await this.learn();
    this.participation.querySelector("button")?.focus();
  }

  /** Apps that record with the screen off too.
   * @private */
  apps() {
    const { context: { speaker }, participant: { enrolment } } = this.screen;
    if (enrolment === null) return h("section");
    const code = (/** @type {string} */ text, /** @type {string} */ name) => {
      const label = speaker.say("diary.qrLabel", { name });
      return h("details", {}, h("summary", {}, icon("chevron-right"), label), qrPicture(text, label));
    };
    const app = (/** @type {string} */ name, /** @type {MessageKey} */ how, /** @type {string} */ link) =>
      h("div", { class: "logger" }, h("h3", {}, name), h("p", { class: "hint" }, speaker.say(how)),
        h("p", {}, h("a", { class: "button", href: link, "data-logger": name }, icon("cellphone-link"),
          speaker.say("diary.setUp", { name }))), code(link, name));
    const { ownTracks } = enrolment;
    return h("section", { class: "device-part" }, h("h2", {}, speaker.say("diary.apps")),
      h("p", { class: "hint" }, speaker.say("diary.appsHow")),
      app("Overland", "diary.overlandHow", enrolment.overland.setup),
      app("OwnTracks", "diary.ownTracksHow", ownTracksLink(enrolment)),
      h("details", {}, h("summary", {}, icon("chevron-right"), speaker.say("diary.byHand")),
        h("dl", { class: "figures by-hand" },
          ...[["diary.address", ownTracks.url], ["diary.user", ownTracks.user], ["diary.password", ownTracks.password],
            ["diary.secret", enrolment.secret], ["diary.overlandAddress", enrolment.overland.url]].map(([key, value]) =>
            h("div", {}, h("dt", {}, speaker.say(/** @type {MessageKey} */ (key))), h("dd", {}, h("code", {}, value)))))),
      this.devices);
  }

  /** @private */
  drawWayOut() {
    const { speaker } = this.screen.context;
    const control = (/** @type {string} */ look, /** @type {(Node|string)[]} */ ...content) =>
      h("button", { type: "button", class: look, id: "diary-withdraw", onclick: () => this.withdraw() }, ...content);
    this.wayOut.replaceChildren(h("h2", {}, speaker.say("diary.withdraw")),
      h("p", { class: "hint" }, speaker.say("diary.withdrawHow")),
      this.isSure ? notAtOnce(control("button danger", speaker.say("diary.reallyWithdraw")))
        : control("button", icon("delete-outline"), speaker.say("diary.withdrawGo")));
  }

  /** @private */
  async withdraw() {
    const { speaker } = this.screen.context;
    if (!this.isSure) {
      this.isSure = true;
      this.drawWayOut();
      return document.getElementById("diary-withdraw")?.focus();
    }
    try {
      await this.screen.participant.withdraw();
    } catch {
      this.isSure = false;
      this.drawWayOut();
      return setText(this.said, speaker.say("failed"));
    }
    await this.screen.leave();
    this.screen.context.navigate("/diary");
  }
}
