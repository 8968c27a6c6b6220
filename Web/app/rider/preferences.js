// The message settings, as shared by the pages that change them: loaded once, changed here at once and on the server
// one after another.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { RiderSettings } from "./sync.js" */
import { Refusal } from "../ask.js";
import { h, icon } from "../render.js";
import { whileSeen } from "../seen.js";
import { DEFAULT_RIDER_SETTINGS } from "./sync.js";

/** How often a server that did not answer is asked again. */
const AGAIN_MILLISECONDS = 30_000;

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
    /** The state of the server. @type {"asking"|"ready"|"none"|"offline"} */
    this.server = "asking";
    /** The previous change. @private */
    this.last = Promise.resolve();
  }

  /** Loads the settings, and whatever else the page needs; without an answer again, until there is one.
   * @param {() => Promise<void>} openRest
   * @param {() => void} draw draws the page with what was loaded
   * @param {AbortSignal} seen until the page is left */
  async open(openRest, draw, seen) {
    const load = async () => {
      await this.load(openRest);
      if (!seen.aborted) draw();
    };
    await load();
    let isLoading = false;
    const again = async () => {
      if (this.server !== "offline" || isLoading) return;
      isLoading = true;
      await load();
      isLoading = false;
    };
    whileSeen(AGAIN_MILLISECONDS, again, seen);
    if (!seen.aborted) addEventListener("online", again, { signal: seen });
  }

  /** @private
   * @param {() => Promise<void>} openRest */
  async load(openRest) {
    if (this.context.network?.savesNothing) return void (this.server = "none");
    try {
      this.settings = await this.context.sync.pull() ?? DEFAULT_RIDER_SETTINGS;
      await openRest();
      this.server = "ready";
    } catch (error) {
      this.server = error instanceof Refusal && error.status === 404 ? "none" : "offline";
    }
  }

  /** Sends changes one after another, since the first may have to create the rider.
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

  /** A page below the settings: its heading, and its parts once the server has answered.
   * @param {MessageKey} title
   * @param {MessageKey} lead
   * @param {() => (HTMLElement|string)[]} parts
   * @returns {(HTMLElement|string)[]} */
  page(title, lead, parts) {
    const { speaker } = this.context;
    const head = [
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("nav.more")),
      h("header", { class: "page-head" }, h("h1", {}, speaker.say(title))),
      h("p", { class: "hint" }, speaker.say(lead)),
    ];
    if (this.server === "ready") return [...head, ...parts()];
    /** @type {Record<string, MessageKey>} */
    const sentences = { asking: "loading", none: "notify.none", offline: "notify.offline" };
    return [...head, h("p", { class: "empty" }, speaker.say(sentences[this.server]))];
  }
}
