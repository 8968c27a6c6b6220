// The operator's announcement to all riders: one message, shown until it is ended.

/** @import { Context } from "../context.js" */
/** @import { Operator } from "./operator.js" */
import { Refusal } from "../ask.js";
import { age } from "../format.js";
import { h, icon, setText } from "../render.js";
import { whileSeen } from "../seen.js";
import { redraw } from "../typed.js";

/** The message in the shuttle tracker's format.
 * @typedef {{message: string, enabled: boolean, created: string, updated: string, link: string}} Announcement */

const LONGEST = 2000;
const EVERY_MILLISECONDS = 15_000;

export class AnnouncementPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    this.operator = operator;
    this.element = h("div", { class: "operator-panel" });
    /** @private @type {Announcement|null} */
    this.current = null;
    /** When the message was changed that the fields began with. @private @type {string|undefined} */
    this.basis = undefined;
    this.said = h("p", { class: "hint", role: "status" });
    this.text = h("textarea", { id: "announcement-text", class: "field", rows: 4, maxlength: LONGEST, required: true });
    this.link = h("input", { id: "announcement-link", class: "field", type: "url", placeholder: "https://",
      autocomplete: "off" });
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    setText(this.said, "");
    whileSeen(EVERY_MILLISECONDS, () => this.refresh(), seen);
    await this.refresh();
  }

  /** Loads the message, which another operator may have changed.
   * @private */
  async refresh() {
    try {
      const shown = this.current;
      this.current = await this.operator.request("GET", "/adminMessage");
      // What was typed while the answer was under way stays, as does a message that was begun before.
      if (!this.isEdited(shown)) {
        this.text.value = this.current?.message ?? "";
        this.link.value = this.current?.link ?? "";
        this.basis = this.current?.updated;
      }
    } catch (error) {
      const isMissing = error instanceof Refusal && error.status === 404;
      // One answer that does not come closes no form.
      if (isMissing) this.current = null;
      setText(this.said, this.context.speaker.say(isMissing ? "operator.noAnnouncements" : "failed"));
    }
    this.draw();
  }

  hide() {}

  draw() {
    redraw(this.element, () => this.drawForm());
  }

  /** Whether the fields hold something else than a message.
   * @private
   * @param {Announcement|null} shown */
  isEdited(shown) {
    return this.text.value !== (shown?.message ?? "") || this.link.value !== (shown?.link ?? "");
  }

  /** @private */
  drawForm() {
    const { speaker } = this.context;
    const isShown = this.current?.enabled === true && this.current.message !== "";
    const form = h("form", { class: "operator-form" },
      h("div", {}, h("label", { class: "strong", for: "announcement-text" }, speaker.say("operator.text")), this.text),
      h("div", {}, h("label", { class: "strong", for: "announcement-link" }, speaker.say("operator.link")), this.link),
      h("div", { class: "card-actions" },
        h("button", { type: "submit", class: "button primary" }, speaker.say(isShown ? "operator.change" : "operator.publish")),
        isShown ? h("button", { type: "button", class: "button", id: "announcement-end", onclick: () => this.say(false) },
          icon("close"), speaker.say("operator.end")) : null));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say(true);
    });
    this.element.replaceChildren(
      h("h2", {}, speaker.say("operator.announcement")),
      h("p", { class: "hint" }, speaker.say("operator.announcementHint")),
      this.current === null ? "" : h("p", { class: "announcement-state strong" },
        icon(isShown ? "check" : "bell-off-outline"), isShown
          ? speaker.say("operator.shown", { age: age(this.context.clock.now() - Date.parse(this.current.updated), speaker.locale) })
          : speaker.say("operator.notShown")),
      this.current === null ? "" : form,
      this.said,
    );
  }

  /** Shows the message to riders, or ends it.
   * @private
   * @param {boolean} enabled */
  async say(enabled) {
    const { speaker } = this.context;
    try {
      this.current = /** @type {Announcement} */ (await this.operator.request("GET", "/adminMessage"));
      const { updated, message } = this.current;
      if (updated !== this.basis) {
        // Sent once more, it replaces what the other operator wrote.
        this.basis = updated;
        setText(this.said, speaker.say("operator.changedMeanwhile", { message }));
        return this.draw();
      }
      // An ended message keeps its text for the next time.
      this.current = await this.operator.request("POST", "/adminMessage", {
        message: this.text.value.trim(), link: this.link.value.trim(), enabled,
      });
      this.basis = this.current?.updated;
      setText(this.said, speaker.say(enabled ? "operator.published" : "operator.ended"));
    } catch (error) {
      const detail = error instanceof Refusal ? error.problem.detail : undefined;
      setText(this.said, detail ?? speaker.say("failed"));
    }
    this.draw();
    if (enabled) /** @type {HTMLElement|null} */ (this.element.querySelector("[type=submit]"))?.focus();
    else this.text.focus();
  }
}
