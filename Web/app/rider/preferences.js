// What riders settle about messages, as the pages that change it have it: read once from the server, changed at once here
// and one change after the other there.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { RiderSettings } from "./sync.js" */
import { Refusal } from "../ask.js";
import { h, icon } from "../render.js";
import { DEFAULT_RIDER_SETTINGS } from "./sync.js";

export class Preferences {
  /** @param {Context} context
   * @param {(text: string) => void} say */
  constructor(context, say) {
    /** @private */
    this.context = context;
    /** @private */
    this.say = say;
    /** @type {RiderSettings} */
    this.settings = DEFAULT_RIDER_SETTINGS;
    /** What the server can do. @type {"asking"|"ready"|"none"|"offline"} */
    this.server = "asking";
    /** The change before. @private */
    this.last = Promise.resolve();
  }

  /** Reads what is settled, and whatever else the page needs.
   * @param {() => Promise<void>} openRest */
  async open(openRest) {
    try {
      this.settings = await this.context.sync.pull() ?? DEFAULT_RIDER_SETTINGS;
      await openRest();
      this.server = "ready";
    } catch (error) {
      this.server = error instanceof Refusal && error.status === 404 ? "none" : "offline";
    }
  }

  /** One change after the other: the first one may have to make the rider.
   * @param {Partial<RiderSettings>} change */
  set(change) {
    this.settings = { ...this.settings, ...change };
    this.last = this.last.then(() => this.send(change));
    return this.last;
  }

  /** @private
   * @param {Partial<RiderSettings>} change */
  async send(change) {
    const { saved, sync, speaker } = this.context;
    try {
      await saved.rider.begin(speaker.language);
      await sync.push(change);
      this.say(speaker.say("saved.changed"));
    } catch {
      this.say(speaker.say(saved.queue.size > 0 ? "notify.later" : "problem.offline"));
    }
  }

  /** A page below the settings: its head, and its parts once the server has answered.
   * @param {MessageKey} title
   * @param {MessageKey} lead
   * @param {() => (HTMLElement|string)[]} parts
   * @returns {(HTMLElement|string)[]} */
  page(title, lead, parts) {
    const { speaker } = this.context;
    const head = [
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("settings.title")),
      h("header", { class: "page-head" }, h("h1", {}, speaker.say(title))),
      h("p", { class: "hint" }, speaker.say(lead)),
    ];
    if (this.server === "ready") return [...head, ...parts()];
    /** @type {Record<string, MessageKey>} */
    const sentences = { asking: "loading", none: "notify.none", offline: "problem.offline" };
    return [...head, h("p", { class: "empty" }, speaker.say(sentences[this.server]))];
  }
}
