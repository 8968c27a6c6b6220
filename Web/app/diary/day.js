// One day of the diary: a map, and beside it the items in words, which can be corrected there.

/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { Correction, DiaryDay, DiaryDays } from "./wire.js" */
import { Refusal } from "../ask.js";
import { reportWaiting } from "../committed.js";
import { h, icon, patch, setText } from "../render.js";
import { notAtOnce } from "../working.js";
import { whileSeen } from "../seen.js";
import { WayMap } from "../map/way-map.js";
import { tokenColour } from "../tokens.js";
import { dayNav, daySums } from "./day-head.js";
import { dayFeatures } from "./day-map.js";
import { dayItem } from "./day-items.js";
import { ownZone } from "./participant.js";
import { suggestionCards } from "./suggestions.js";

const REFRESH_MILLISECONDS = 60_000;

/** Today in this device's time zone, such as 2026-05-04. */
export function today() {
  return new Intl.DateTimeFormat("sv-SE").format(new Date());
}

export class DayPanel {
  /** @param {DiaryScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @private @type {DiaryDay|null} */
    this.day = null;
    /** @private @type {DiaryDays|null} */
    this.days = null;
    /** @private */
    this.date = "";
    /** Why nothing is shown. @private @type {""|"sealed"|"failed"} */
    this.problem = "";
    /** The device whose record is shown; empty for the one that travelled most. @private */
    this.device = "";
    /** @private */
    this.isSure = false;
    this.map = new WayMap(screen.context);
    /** Whether a correction is under way, so that a double tap sends one. @private */
    this.isChanging = false;
    this.said = h("p", { class: "hint", role: "status", tabindex: -1 });
    this.head = h("div", { class: "day-head" });
    this.list = h("div", { class: "day-list" });
    this.side = h("div", { class: "day-map" }, this.map.holder);
    this.suggestions = h("div");
    this.foot = h("div", { class: "diary-panel" });
    this.element = h("div", { class: "diary-panel" }, this.suggestions, this.head, this.said,
      h("div", { class: "day-parts" }, this.side, this.list), this.foot);
  }

  /** @param {{date: string|null}} place
   * @param {AbortSignal} seen */
  async show({ date }, seen) {
    whileSeen(REFRESH_MILLISECONDS, () => this.day?.open === true && this.refresh(), seen);
    setText(this.said, "");
    this.isSure = false;
    this.days = await this.ask(`/days?zone=${encodeURIComponent(ownZone())}`) ?? this.days;
    this.date = date ?? this.days?.days[0]?.date ?? today();
    await this.refresh();
    suggestionCards(this.screen).then((cards) => this.suggestions.replaceChildren(...cards)).catch(() => {});
  }

  hide() {
    reportWaiting();
  }

  /** Whether a correction form is open or a field has the focus; then the day is not redrawn unasked. */
  get isBusy() {
    const { activeElement } = document;
    return this.list.querySelector("form:not([hidden])") !== null ||
      (this.element.contains(activeElement) && activeElement?.matches("input, select") === true);
  }

  /** @private
   * @param {string} path */
  async ask(path) {
    try {
      const answer = await this.screen.participant.request("GET", path);
      this.problem = "";
      return answer;
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) await this.screen.leave();
      this.problem = error instanceof Refusal && error.kind === "sealed" ? "sealed" : "failed";
      return null;
    }
  }

  /** Shows the day as the server has it now, unless somebody is correcting it.
   * @private */
  async refresh() {
    const isShown = this.day?.date === this.date;
    if (isShown && this.isBusy) return;
    await this.load(() => isShown && this.isBusy);
  }

  /** @private
   * @param {() => boolean} [isLeft] whether the answer is not shown */
  async load(isLeft = () => false) {
    const device = this.device === "" ? "" : `&device=${encodeURIComponent(this.device)}`;
    const wanted = this.date;
    const day = await this.ask(`/days/${wanted}?zone=${encodeURIComponent(ownZone())}${device}`);
    if (wanted !== this.date || isLeft()) return;
    // A day that is shown stays until the server answers.
    if (this.problem === "failed" && this.day?.date === wanted) this.problem = "";
    else this.day = day;
    this.draw();
  }

  draw() {
    const { speaker } = this.screen.context;
    const { day } = this;
    if (this.problem !== "") {
      this.head.replaceChildren();
      this.foot.replaceChildren();
      this.side.hidden = true;
      return this.list.replaceChildren(h("p", { class: "empty", role: "status" },
        speaker.say(this.problem === "sealed" ? "diary.sealed" : "failed")));
    }
    if (day === null) return this.list.replaceChildren(h("p", { class: "hint", role: "status" }, speaker.say("loading")));
    this.drawHead(day);
    const isEmpty = day.items.length === 0;
    this.side.hidden = isEmpty;
    if (isEmpty) this.list.replaceChildren(this.empty());
    else {
      patch(this.list, [h("ol", { class: "day-items" }, ...day.items.map((item, at) =>
        dayItem(item, { day, at, speaker, correct: (correction) => this.correct(correction),
          point: (id) => this.map.point(id) })))]);
      this.map.show(dayFeatures(day.items, tokenColour), speaker.say("diary.map")).then((isDrawn) => this.side.hidden = !isDrawn).catch(() => this.side.hidden = true);
    }
    this.drawFoot(day);
  }

  /** @private */
  empty() {
    const { speaker } = this.screen.context;
    return h("div", { class: "empty" }, h("p", {}, speaker.say(
      this.days === null || this.days.days.length > 0 ? "diary.emptyDay" : "diary.emptyDiary")),
      h("p", {}, h("a", { class: "button", href: "/diary/recording" }, icon("record-circle-outline"), speaker.say("diary.recording"))));
  }

  /** @private
   * @param {DiaryDay} day */
  drawHead(day) {
    const { speaker } = this.screen.context;
    const days = this.days?.days.map(({ date }) => date) ?? [];
    const select = h("input", { type: "date", class: "time-input", "aria-label": speaker.say("diary.pickDay"), max: today(),
      onchange: () => select.value !== "" && this.screen.context.navigate(`/diary/${select.value}`) });
    select.value = day.date;
    const devices = day.devices ?? [];
    const device = h("select", { "aria-label": speaker.say("diary.whichDevice"), onchange: () => {
      this.device = device.value;
      this.load();
    } }, ...devices.map((each) => h("option", { value: each, selected: each === day.device }, each)));
    this.head.replaceChildren(
      dayNav(day.date, { days, speaker, address: (date) => `/diary/${date}` }),
      h("p", { class: "hint day-sum" }, daySums(day, speaker), day.open ? h("span", { class: "remark plain" }, speaker.say("diary.open")) : null,
        devices.length > 1 ? device : null, select));
  }

  /** @private
   * @param {DiaryDay} day */
  drawFoot(day) {
    const { speaker } = this.screen.context;
    const control = (/** @type {string} */ look, /** @type {(Node|string)[]} */ ...content) =>
      h("button", { type: "button", class: look, id: "delete-day", onclick: () => this.remove() }, ...content);
    const corrections = (day.corrections ?? []).filter(({ applies }) => applies !== false);
    this.foot.replaceChildren(
      corrections.length === 0 ? "" : h("details", { class: "corrections" },
        h("summary", {}, icon("chevron-right"), speaker.say("diary.corrections", { n: corrections.length })),
        h("ul", {}, ...corrections.map((each) => h("li", {}, h("span", {}, this.correctionText(each)),
          h("button", { type: "button", class: "button", onclick: () => this.takeBack(each.id) }, speaker.say("diary.takeBack")))))),
      day.items.length === 0 ? ""
        : this.isSure ? notAtOnce(control("button danger", speaker.say("diary.reallyDeleteDay")))
        : control("button", icon("delete-outline"), speaker.say("diary.deleteDay")));
  }

  /** @private
   * @param {Correction} correction */
  correctionText(correction) {
    const { speaker } = this.screen.context;
    const time = correction.start.slice(11, 16);
    if (correction.kind === "mode") {
      return speaker.say("corrected.mode", { time, mode: speaker.say(`ridden.${correction.mode ?? "car"}`) });
    }
    if (correction.kind === "name") return speaker.say("corrected.name", { time, name: correction.name ?? "" });
    return speaker.say(`corrected.${correction.kind}`, { time });
  }

  /** @private
   * @param {Record<string, unknown>} correction */
  async correct(correction) {
    await this.change(() => this.screen.participant.correct(correction), "diary.corrected");
  }

  /** @private
   * @param {number} id */
  async takeBack(id) {
    await this.change(() => this.screen.participant.request("DELETE", `/corrections/${id}`), "diary.takenBack");
  }

  /** @private
   * @param {() => Promise<unknown>} work
   * @param {"diary.corrected"|"diary.takenBack"|"diary.dayDeleted"} key */
  async change(work, key) {
    const { speaker } = this.screen.context;
    if (this.isChanging) return;
    this.isChanging = true;
    const hadFocus = this.element.contains(document.activeElement);
    let sentence = speaker.say(key);
    try {
      await work();
    } catch (error) {
      sentence = speaker.say(error instanceof Refusal && error.status === 422 ? "diary.notCorrected" : "saved.failed");
    } finally {
      this.isChanging = false;
    }
    await this.load();
    setText(this.said, sentence);
    // The control may be gone, as that of two trips that were joined.
    if (hadFocus && document.activeElement === document.body) this.said.focus();
  }

  /** @private */
  async remove() {
    if (!this.isSure) {
      this.isSure = true;
      if (this.day !== null) this.drawFoot(this.day);
      return document.getElementById("delete-day")?.focus();
    }
    this.isSure = false;
    const path = `/days/${this.date}?zone=${encodeURIComponent(ownZone())}`;
    await this.change(() => this.screen.participant.request("DELETE", path), "diary.dayDeleted");
  }
}
