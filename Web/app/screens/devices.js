// Shares the rider's data with other devices, by a code that is valid for ten minutes.

/** @import { Context } from "../context.js" */
import { Refusal } from "../ask.js";
import { clockTime } from "../format.js";
import { APP_NAME } from "../look.js";
import { qrPicture } from "../qr.js";
import { h, icon, setText } from "../render.js";
import { askedTwice } from "../rider/asked-twice.js";
import { savingProblem } from "../rider/saving-problem.js";
import { shareLink } from "../rider/share.js";
import { signOutOthers } from "../rider/sign-out.js";
import { Toast } from "../rider/toast.js";
import { whileSeen } from "../seen.js";
import { redraw } from "../typed.js";
import { whileDisabled } from "../working.js";

/** How often a code is looked at whether it was used or has expired, and when it has. */
const LOOK_MILLISECONDS = 5_000;
const VALID_MILLISECONDS = 600_000;

/** The code is in the fragment, which browsers send to no server and so to no log.
 * @param {string} code */
function deviceLink(code) {
  return `${location.origin}/settings/devices#code=${code}`;
}

export class DevicesScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** The code that this device shows to another one, and the number of devices so far.
     * @private @type {{code: string, devices: number, until: string}|null} */
    this.shown = null;
    /** Whether another device used the last code. @private */
    this.isTaken = false;
    /** When it was asked for, by this device's clock, which need not be right; Unix milliseconds. @private */
    this.askedAt = 0;
    /** The code in the address. @private */
    this.given = "";
    /** @private */
    this.language = "";
    this.toast = new Toast();
    this.body = h("div");
    /** The part with the code for another device. @private */
    this.part = h("section");
    this.element = h("section", { class: "screen page devices" }, this.body, this.toast.element);
    /** Whether something could be replaced when the screen was drawn. @private */
    this.wasOccupied = false;
    context.saved.onChange(() => {
      if (this.element.isConnected && this.wasOccupied !== this.isOccupied) redraw(this.body, () => this.draw());
    });
  }

  /** Whether a code replaces something that is saved here, or may do so: what is saved may not be known yet.
   * @private */
  get isOccupied() {
    const { saved } = this.context;
    return saved.rider.token !== null && !(saved.isEmpty && saved.knowsConnections);
  }

  /** @param {{code: string}} place
   * @param {AbortSignal} seen */
  show({ code }, seen) {
    this.given = code;
    this.shown = null;
    this.isTaken = false;
    this.draw();
    whileSeen(LOOK_MILLISECONDS, () => this.look(), seen);
  }

  /** Removes a code that can no longer be used, and says so if another device has used it.
   * @private */
  async look() {
    const { shown } = this;
    if (shown === null) return;
    if (Date.now() - this.askedAt >= VALID_MILLISECONDS) return this.end(false);
    /** @type {{devices: number, until?: string}|null} */
    const pairing = await this.context.saved.rider.request("GET", "/rider/pairing").catch(() => null);
    if (pairing === null || this.shown !== shown || pairing.until === shown.until) return;
    this.end(pairing.devices > shown.devices);
  }

  /** @private
   * @param {boolean} isTaken */
  end(isTaken) {
    this.shown = null;
    this.isTaken = isTaken;
    // The other parts stay: the rider may just be asked whether to sign out.
    const part = this.showing();
    redraw(this.body, () => this.part.replaceWith(part));
    this.part = part;
  }

  hide() {}

  translate() {
    if (this.language !== this.context.speaker.language) redraw(this.body, () => this.draw());
  }

  /** @private */
  draw() {
    const { speaker, network } = this.context;
    this.language = speaker.language;
    this.wasOccupied = this.isOccupied;
    const savesNothing = network?.savesNothing === true;
    this.part = this.showing();
    this.body.replaceChildren(
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("nav.more")),
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("devices.title"))),
      h("p", { class: "hint" }, speaker.say(savesNothing ? "saved.nowhere" : "devices.lead")),
      savesNothing ? "" : h("div", { class: "device-parts" }, this.part, this.entering(), this.signingOut()),
    );
  }

  /** @private */
  showing() {
    const { speaker } = this.context;
    const { shown } = this;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return h("section", { class: "device-part" },
      h("h2", {}, speaker.say("devices.show")), h("p", { class: "hint" }, speaker.say("devices.showHow")),
      this.isTaken ? h("p", { class: "strong", role: "status" }, speaker.say("devices.taken")) : null,
      ...(shown === null
        ? [h("button", { type: "button", class: "button", id: "show-code", onclick: () => this.ask() },
          icon("cellphone-link"), speaker.say("devices.makeCode"))]
        : [h("p", { class: "pairing-code", role: "status" },
          h("span", { class: "unseen" }, speaker.say("labelled", { label: speaker.say("devices.code"), value: "" })),
          `${shown.code.slice(0, 4)} ${shown.code.slice(4)}`),
        h("p", { class: "hint" }, speaker.say("devices.until", { time: clockTime(shown.until, speaker.locale, zone) })),
        h("p", { class: "hint" }, speaker.say("devices.orCamera")),
        qrPicture(deviceLink(shown.code), speaker.say("devices.qr")),
        h("button", { type: "button", class: "button", onclick: () => this.share(shown.code) },
          icon("share-variant"), speaker.say("devices.sendLink"))]));
  }

  /** @private */
  entering() {
    const { speaker } = this.context;
    const input = h("input", { id: "pair-code", type: "text", autocomplete: "off", autocapitalize: "characters",
      spellcheck: "false", maxlength: 12, class: "code-input" });
    input.value = this.given;
    const problem = h("p", { class: "problem", role: "alert", hidden: true });
    const submit = h("button", { type: "submit", class: "button primary" }, speaker.say("devices.connect"));
    const form = h("form", { class: "device-form" }, h("label", { class: "strong", for: "pair-code" },
      speaker.say("devices.code")), input, submit);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const sentence = await whileDisabled(submit, () => this.pair(input.value.replace(/[\s-]/g, "").toUpperCase()));
      problem.hidden = sentence === "";
      setText(problem, sentence);
      if (sentence !== "") input.focus();
    });
    return h("section", { class: "device-part" },
      h("h2", {}, speaker.say("devices.enter")), h("p", { class: "hint" }, speaker.say("devices.enterHow")),
      this.isOccupied ? h("p", { class: "banner" }, icon("alert-circle-outline"), speaker.say("devices.replaces")) : null,
      form, problem);
  }

  /** Signs out the others; null where this device has saved nothing, as no other one can have the same.
   * @private */
  signingOut() {
    const { context } = this;
    const { saved, speaker } = context;
    if (saved.rider.token === null) return null;
    const said = h("p", { class: "hint", role: "status" });
    const say = (/** @type {string} */ text) => setText(said, text);
    const act = async () => {
      say(speaker.say("loading"));
      try {
        await signOutOthers(saved.rider);
        // A code that is shown has ended too.
        this.shown = null;
        redraw(this.body, () => this.draw());
        this.toast.say(speaker.say("devices.areOut"));
      } catch (error) {
        say(savingProblem(error, context));
      }
    };
    return h("section", { class: "device-part" },
      h("h2", {}, speaker.say("devices.lost")), h("p", { class: "hint" }, speaker.say("devices.lostHow")),
      askedTwice(context, { id: "sign-out", label: speaker.say("devices.out"), what: speaker.say("devices.outWhat"),
        sure: speaker.say("devices.outSure"), not: speaker.say("save.cancel"), image: "cellphone-link", act }, say), said);
  }

  /** @private */
  async ask() {
    const { context } = this;
    const { saved, sync, speaker } = context;
    try {
      if (await saved.rider.begin(speaker.language)) await sync.push().catch(() => {});
      this.shown = await saved.rider.request("POST", "/rider/pairing");
      this.askedAt = Date.now();
      this.isTaken = false;
      redraw(this.body, () => this.draw());
    } catch (error) {
      this.toast.say(savingProblem(error, context));
    }
  }

  /** @private
   * @param {string} code
   * @returns {Promise<string>} what went wrong; "" if nothing did */
  async pair(code) {
    const { context } = this;
    const { saved, sync, speaker, navigate } = context;
    if (code === "") return speaker.say("devices.noCode");
    try {
      await saved.rider.pair(code);
    } catch (error) {
      const isWrong = error instanceof Refusal && error.status >= 400 && error.status < 500;
      return speaker.say(isWrong ? "devices.wrongCode" : "problem.offline");
    }
    saved.empty();
    await sync.pull().catch(() => {});
    navigate("/home");
    return "";
  }

  /** @private
   * @param {string} code */
  async share(code) {
    const { speaker } = this.context;
    const url = deviceLink(code);
    const done = await shareLink({ title: APP_NAME, url });
    if (done === "copied") this.toast.say(speaker.say("way.copied"));
    if (done === "none") this.toast.say(speaker.say("labelled", { label: speaker.say("way.copy"), value: url }));
  }
}
