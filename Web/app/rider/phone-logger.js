// A phone's logger that reports the rider's position while the app sleeps: OwnTracks or Overland.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
import { age } from "../format.js";
import { qrPicture } from "../qr.js";
import { h, icon, setText } from "../render.js";
import { whileSeen } from "../seen.js";
import { savingProblem } from "./saving-problem.js";

/** @typedef {{linked: boolean, diary: boolean|null, since: string|null, lastFix?: string|null, token?: string|null,
 *   ownTracks?: string|null, overland?: string|null}} Logger */

const EVERY_MILLISECONDS = 10_000;
const PATH = "/rider/logger";
/** Older positions say nothing about what is nearby. */
const FRESH_MILLISECONDS = 300_000;

/** The link or QR code that configures OwnTracks.
 * @param {string} url
 * @param {string} token */
export function ownTracksSetup(url, token) {
  const settings = {
    _type: "configuration", mode: 3, url, auth: true, username: "takt", password: token, deviceId: "phone",
  };
  return `owntracks:///config?inline=${btoa(JSON.stringify(settings))}`;
}

/** The same for Overland.
 * @param {string} url
 * @param {string} token */
export function overlandSetup(url, token) {
  return `overland://setup?url=${encodeURIComponent(url)}&token=${token}&device_id=phone`;
}

export class PhoneLogger {
  /** @param {Context} context
   * @param {(text: string) => void} say */
  constructor(context, say) {
    this.context = context;
    this.say = say;
    /** @private @type {Logger} */
    this.logger = { linked: false, diary: null, since: null };
    /** The time of the last report in words, which updates by itself. @private */
    this.state = h("p", { class: "logger-state", role: "status" });
    this.element = h("div", { class: "device-part" });
  }

  /** @private
   * @param {string} method
   * @param {unknown} [body] */
  ask(method, body) {
    return this.context.saved.rider.request(method, PATH, body);
  }

  /** Loads the logger's state, and refreshes it while it is visible.
   * @param {AbortSignal} seen */
  async open(seen) {
    if (this.context.saved.rider.token !== null) this.logger = await this.ask("GET");
    this.draw();
    whileSeen(EVERY_MILLISECONDS, () => this.refresh(), seen);
  }

  close() {
    // The token is shown only once.
    this.logger = { ...this.logger, token: null };
  }

  /** @private */
  async refresh() {
    if (!this.logger.linked) return;
    try {
      const { token, ownTracks, overland } = this.logger;
      this.logger = { ...await this.ask("GET"), token, ownTracks, overland };
      this.drawState();
    } catch {
      // The shown state includes its age.
      this.drawState();
    }
  }

  /** @private
   * @param {() => Promise<void>} change
   * @param {string} focus */
  async change(change, focus) {
    const { context } = this;
    try {
      if (await context.saved.rider.begin(context.speaker.language)) await context.sync.push().catch(() => {});
      await change();
    } catch (error) {
      return this.say(savingProblem(error, context));
    }
    this.draw();
    this.element.querySelector(/** @type {"button"} */ (focus))?.focus();
  }

  draw() {
    const { speaker } = this.context;
    const { linked } = this.logger;
    const hint = h("p", { class: "hint" }, speaker.say("logger.lead"));
    if (!linked) {
      const begin = () => this.change(async () => {
        this.logger = await this.ask("POST", {});
      }, "a.button");
      return this.element.replaceChildren(hint, h("button", { type: "button", class: "button", id: "link-logger", onclick: begin },
        icon("cellphone-link"), speaker.say("logger.link")));
    }
    const stop = () => this.change(async () => {
      await this.ask("DELETE");
      this.logger = { linked: false, diary: null, since: null };
      this.say(speaker.say("logger.stopped"));
    }, "#link-logger");
    this.drawState();
    this.element.replaceChildren(hint, this.state, ...this.setUp(),
      h("button", { type: "button", class: "button", id: "stop-logger", onclick: stop },
        icon("delete-outline"), speaker.say("logger.stop")));
  }

  /** @private */
  drawState() {
    const { speaker } = this.context;
    const { lastFix, diary } = this.logger;
    const old = lastFix == null ? null : Date.now() - Date.parse(lastFix);
    this.state.classList.toggle("good", old !== null && old < FRESH_MILLISECONDS);
    const text = old === null ? speaker.say("logger.nothing")
      : speaker.say(old < FRESH_MILLISECONDS ? "logger.last" : "logger.stale", { age: age(old, speaker.locale) });
    setText(this.state, diary === true ? `${text} ${speaker.say("logger.diary")}` : text);
  }

  /** The instructions that configure the phone's app; only while the token is known here.
   * @private
   * @returns {HTMLElement[]} */
  setUp() {
    const { speaker } = this.context;
    const { token, ownTracks, overland } = this.logger;
    if (token == null || ownTracks == null || overland == null) return [];
    const app = (/** @type {string} */ name, /** @type {MessageKey} */ how, /** @type {string} */ link) => {
      const label = speaker.say("logger.qr", { name });
      return h("div", { class: "logger" }, h("h3", {}, name), h("p", { class: "hint" }, speaker.say(how)),
        h("p", {}, h("a", { class: "button", href: link, "data-logger": name }, icon("cellphone-link"),
          speaker.say("logger.setUp", { name }))),
        h("details", {}, h("summary", {}, icon("chevron-right"), label), qrPicture(link, label)));
    };
    /** @type {[MessageKey, string][]} */
    const byHand = [["logger.ownTracksAddress", ownTracks], ["logger.user", "takt"], ["logger.overlandAddress", overland],
      ["logger.token", token]];
    return [
      h("p", { class: "strong" }, speaker.say("logger.once")),
      app("Overland", "logger.overlandHow", overlandSetup(overland, token)),
      app("OwnTracks", "logger.ownTracksHow", ownTracksSetup(ownTracks, token)),
      h("details", {}, h("summary", {}, icon("chevron-right"), speaker.say("logger.byHand")),
        h("dl", { class: "figures by-hand" }, ...byHand.map(([key, value]) =>
          h("div", {}, h("dt", {}, speaker.say(key)), h("dd", {}, h("code", {}, value)))))),
    ];
  }
}
