// Notifications: whether, where to, from which delay on, and quiet hours.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { RiderSettings } from "../rider/sync.js" */
import { duration } from "../format.js";
import { h, patch } from "../render.js";
import { ChannelList } from "../rider/channels.js";
import { Preferences } from "../rider/preferences.js";
import { pushOffer } from "../rider/push.js";
import { Toast } from "../rider/toast.js";
import { minuteOf, minuteValue } from "../rider/weekdays.js";
import { redraw } from "../typed.js";

const THRESHOLDS = [1, 2, 3, 5, 10];
const LEADS = [5, 10, 15, 30, 45, 60, 90, 120];
const QUIET = { quietFrom: 22 * 60, quietUntil: 6 * 60 };

export class NotificationsScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private */
    this.language = "";
    this.toast = new Toast();
    this.preferences = new Preferences(context, (text) => this.toast.say(text));
    this.channels = new ChannelList(context, {
      say: (text) => this.toast.say(text),
      onAdded: () => this.set({ notifies: true }),
    });
    this.body = h("div");
    this.element = h("section", { class: "screen page notifications" }, this.body, this.toast.element);
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    this.active = true;
    this.draw();
    await this.preferences.open(async () => this.channels.open(await pushOffer()), () => this.draw(), seen);
  }

  hide() {
    this.active = false;
  }

  translate() {
    if (this.language === this.context.speaker.language) return;
    this.channels.draw();
    this.draw();
  }

  /** @private
   * @param {Partial<RiderSettings>} change */
  async set(change) {
    await this.preferences.set(change);
    this.draw();
  }

  /** @private */
  draw() {
    if (this.active) redraw(this.body, () => this.drawPage());
  }

  /** @private */
  drawPage() {
    const { speaker } = this.context;
    this.language = speaker.language;
    patch(this.body, this.preferences.page("notify.title", "notify.lead", () => [
      h("div", { class: "group" }, h("div", { class: "setting-list" }, this.whether())),
      h("section", { class: "group" }, h("h2", {}, speaker.say("notify.where")), this.channels.element),
      h("section", { class: "group" }, h("h2", {}, speaker.say("notify.when")),
        h("div", { class: "setting-list" }, this.threshold(), this.lead(), this.stepFree(), this.quiet())),
    ]));
  }

  /** @private */
  whether() {
    const { speaker } = this.context;
    const { channels } = this.channels;
    const isReady = channels.some(({ state }) => state === "ready");
    const input = h("input", { type: "checkbox", id: "notifies", role: "switch", "aria-describedby": "notifies-hint",
      onchange: () => this.set({ notifies: input.checked }) });
    input.checked = this.preferences.settings.notifies;
    const hint = !this.preferences.settings.notifies ? "notify.off" : isReady ? "notify.on" : "notify.nowhere";
    return h("div", { class: "setting setting-tall" },
      h("label", { class: "check strong" }, input, speaker.say("notify.send")),
      h("p", { class: "hint", id: "notifies-hint" }, speaker.say(hint)));
  }

  /** @private
   * @param {string} id
   * @param {MessageKey} label
   * @param {number[]} minutes
   * @param {number} value
   * @param {(value: number) => void} choose */
  minutes(id, label, minutes, value, choose) {
    const { speaker } = this.context;
    const all = [...new Set([...minutes, value])].sort((a, b) => a - b);
    const select = h("select", { id, onchange: () => choose(Number(select.value)) }, ...all.map((each) =>
      h("option", { value: each, selected: each === value }, duration(each * 60, speaker.locale))));
    return h("div", { class: "setting" }, h("label", { for: id }, speaker.say(label)), select);
  }

  /** @private */
  threshold() {
    const { alerts } = this.preferences.settings;
    return this.minutes("threshold", "notify.threshold", THRESHOLDS, alerts.thresholdMinutes, (thresholdMinutes) =>
      this.set({ alerts: { ...alerts, thresholdMinutes } }));
  }

  /** @private */
  lead() {
    const { alerts } = this.preferences.settings;
    return this.minutes("lead", "notify.leadTime", LEADS, alerts.leadMinutes, (leadMinutes) =>
      this.set({ alerts: { ...alerts, leadMinutes } }));
  }

  /** @private */
  stepFree() {
    const { speaker } = this.context;
    const check = h("input", { type: "checkbox", id: "step-free", "aria-describedby": "step-free-hint",
      onchange: () => this.set({ stepFree: check.checked }) });
    check.checked = this.preferences.settings.stepFree;
    return h("div", { class: "setting setting-tall" },
      h("label", { class: "check strong" }, check, speaker.say("notify.stepFree")),
      h("p", { class: "hint", id: "step-free-hint" }, speaker.say("notify.stepFreeHint")));
  }

  /** @private */
  quiet() {
    const { speaker } = this.context;
    const { quietFrom, quietUntil } = this.preferences.settings;
    const isOn = quietFrom !== null && quietUntil !== null;
    const check = h("input", { type: "checkbox", id: "quiet",
      onchange: () => this.set(check.checked ? QUIET : { quietFrom: null, quietUntil: null }) });
    check.checked = isOn;
    const time = (/** @type {"quietFrom"|"quietUntil"} */ name, /** @type {MessageKey} */ label, /** @type {number} */ minute) => {
      const input = h("input", { type: "time", class: "time-input", id: name });
      input.value = minuteValue(minute);
      input.addEventListener("change", () => {
        const chosen = minuteOf(input.value);
        if (chosen !== null) this.set({ [name]: chosen });
      });
      return h("span", { class: "quiet-time" }, h("label", { for: name }, speaker.say(label)), input);
    };
    return h("div", { class: "setting setting-tall" },
      h("label", { class: "check strong" }, check, speaker.say("notify.quiet")),
      isOn ? h("div", { class: "quiet-times" }, time("quietFrom", "notify.from", quietFrom),
        time("quietUntil", "notify.until", quietUntil)) : null);
  }
}
