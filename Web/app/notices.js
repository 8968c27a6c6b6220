// The bar with a notice about the app, loaded when there is one. It offers actions and never acts by itself.

/** @import { Context } from "./context.js" */
/** @import { MessageKey } from "./i18n.js" */
/** @import { NoticeKind } from "./types.js" */
import { age } from "./format.js";
import { h, icon, loadStyle, setText, sibling } from "./render.js";
import { whileSeen } from "./seen.js";
import { browserStore } from "./store.js";
import { asideCopy, keepAside, namesIn } from "./rider/aside.js";

/** The notices, most urgent first; only one is shown at a time. @type {readonly NoticeKind[]} */
const ORDER = ["lacks", "signIn", "stored", "aside", "push", "release", "timetable", "pocket"];
/** @type {Record<NoticeKind, string>} */
const IMAGES = {
  lacks: "alert-circle-outline", signIn: "wifi-off", stored: "wifi-off", aside: "wifi-off", push: "bell-off-outline", release: "refresh", timetable: "refresh", pocket: "download",
};
const AGE_MILLISECONDS = 30_000;

export class Notices {
  /** @param {Context} context */
  constructor(context) {
    /** @private */
    this.context = context;
    /** The pending notices with their times. @private @type {Map<NoticeKind, number>} */
    this.pending = new Map();
    /** The notices that the rider has dismissed. @private @type {Set<NoticeKind>} */
    this.dismissed = new Set();
    /** @private */
    this.print = "";
    this.text = h("p", { role: "status" });
    this.actions = h("div", { class: "notice-actions" });
    this.image = h("span", { class: "notice-image" });
    this.element = h("aside", { class: "notice", hidden: true }, this.image, this.text, this.actions);
    whileSeen(AGE_MILLISECONDS, () => this.draw());
    context.onChange(() => this.draw());
  }

  /** @returns {Promise<void>} resolved when it is visible */
  async open() {
    await Promise.all([this.context.learn(["care"]), loadStyle(sibling("./notices.css", import.meta.url))]);
    document.body.append(this.element);
  }

  /** Starts or ends a notice.
   * @param {NoticeKind} kind
   * @param {number|null} at Unix milliseconds of the event, null to end */
  notify(kind, at) {
    if (at === null) this.pending.delete(kind);
    else this.pending.set(kind, at);
    if (at === null) this.dismissed.delete(kind);
    this.draw();
  }

  /** @private */
  draw() {
    if (this.print === "said aside") return;
    const kind = ORDER.find((each) => this.pending.has(each) && !this.dismissed.has(each));
    document.documentElement.classList.toggle("has-notice", kind !== undefined);
    this.element.hidden = kind === undefined;
    if (kind === undefined) return;
    this.element.dataset.kind = kind;
    const { speaker } = this.context;
    const at = this.pending.get(kind) ?? 0;
    const refused = kind === "aside" ? asideCopy(browserStore()) : null;
    const pocket = kind === "pocket" ? this.context.pocket?.notice() : undefined;
    if (pocket !== undefined) setText(this.text, pocket.text);
    else if (refused?.isRefused) setText(this.text, speaker.say("aside.refused", { names: namesIn(refused) }));
    else setText(this.text, kind === "stored"
      ? speaker.say("stored.notice", { age: age(Date.now() - at, speaker.locale) })
      : speaker.say(/** @type {MessageKey} */ ({
        lacks: "lacks.notice", signIn: "signIn.notice", aside: "aside.notice", push: "push.gone", release: "release.ready", timetable: "timetable.new", pocket: "pocket.newer",
      }[kind])));
    const print = `${kind} ${refused?.isRefused === true} ${pocket?.action} ${speaker.language}`;
    if (this.print === print) return;
    this.print = print;
    this.image.replaceChildren(icon(IMAGES[kind]));
    this.actions.replaceChildren(...this.buttons(kind, refused?.isRefused ? "aside.saveAgain" : "aside.restore"));
  }

  /** @private
   * @param {NoticeKind} kind
   * @param {MessageKey} restoring the label of the restore button
   * @returns {HTMLElement[]} */
  buttons(kind, restoring) {
    const { speaker } = this.context;
    const later = h("button", { type: "button", class: "button", onclick: () => this.later(kind) }, speaker.say("notice.later"));
    const reload = (/** @type {MessageKey} */ key) =>
      h("button", { type: "button", class: "button primary", onclick: () => location.reload() }, speaker.say(key));
    switch (kind) {
      // This address is never answered from the cache, so that a captive portal shows its page.
      case "signIn": return [h("a", { class: "button primary", href: "/health/live", target: "_blank", rel: "noopener" },
        speaker.say("signIn.open")), later];
      case "lacks":
      case "stored": return [later];
      case "aside": return [h("button", { type: "button", class: "button primary",
        onclick: (/** @type {Event} */ event) => this.restore(/** @type {HTMLButtonElement} */ (event.currentTarget)) },
        speaker.say(restoring)), later];
      case "push": return [h("a", { class: "button primary", href: "/settings/notifications" }, speaker.say("push.see")), later];
      case "release": return [reload("release.take"), later];
      case "timetable": return [reload("timetable.take"), later];
      case "pocket": return [h("button", { type: "button", class: "button primary", onclick: () => this.context.pocket?.notice().act() },
        this.context.pocket?.notice().action), later];
    }
  }

  /** @private
   * @param {NoticeKind} kind */
  later(kind) {
    const store = browserStore();
    const copy = kind === "aside" ? asideCopy(store) : null;
    // The settings still offer it.
    if (copy !== null) keepAside(store, { ...copy, isAsked: true });
    if (kind === "pocket") this.context.pocket?.notice().later();
    this.dismissed.add(kind);
    this.draw();
  }

  /** @private
   * @param {HTMLButtonElement} button */
  async restore(button) {
    button.disabled = true;
    const { context } = this;
    const { restoreAside, restoredText } = await import("./rider/restore.js");
    const { savingProblem } = await import("./rider/saving-problem.js");
    try {
      const sentence = restoredText(await restoreAside(context), context);
      this.pending.delete("aside");
      setText(this.text, sentence);
      // It stays until it was read.
      this.print = "said aside";
      this.element.hidden = false;
      const close = h("button", { type: "button", class: "button", onclick: () => {
        this.print = "";
        this.draw();
      } }, context.speaker.say("close"));
      this.actions.replaceChildren(close);
      close.focus();
    } catch (error) {
      await context.learn(["pages", "riders"]);
      setText(this.text, savingProblem(error, context));
      button.disabled = false;
    }
  }
}
