// The travel diary: joining it, its days, its sums, and recording.

/** @import { Context } from "../context.js" */
/** @import { DiaryPart } from "../router.js" */
import { participant, recorder, resume } from "../diary/diary.js";
import { h, icon } from "../render.js";

/** One side of the diary. @typedef {{element: HTMLElement, show: (place: DiaryPlace) => unknown, hide: () => void,
 *   draw: () => void}} Panel */
/** @typedef {{part: DiaryPart, date: string|null, from: string|null, to: string|null, code: string}} DiaryPlace */

/** @type {Record<DiaryPart|"join", (screen: DiaryScreen) => Promise<Panel>>} */
const PANELS = {
  day: async (screen) => new (await import("../diary/day.js")).DayPanel(screen),
  statistics: async (screen) => new (await import("../diary/statistics.js")).StatisticsPanel(screen),
  recording: async (screen) => new (await import("../diary/recording.js")).RecordingPanel(screen),
  join: async (screen) => new (await import("../diary/join.js")).JoinPanel(screen),
};
const PARTS = /** @type {const} */ ([["day", "/diary"], ["statistics", "/diary/statistics"], ["recording", "/diary/recording"]]);

export class DiaryScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.title = "diary.title";
    this.participant = participant;
    this.recorder = recorder;
    /** @private @type {DiaryPlace} */
    this.place = { part: "day", date: null, from: null, to: null, code: "" };
    /** @private @type {Map<string, Panel>} */
    this.panels = new Map();
    /** @private @type {Panel|null} */
    this.panel = null;
    /** @private */
    this.language = "";
    this.head = h("div");
    this.body = h("div", { class: "diary-body" });
    this.element = h("section", { class: "screen page diary" }, this.head, this.body);
    resume();
  }

  /** @param {DiaryPlace} place */
  show(place) {
    this.place = place;
    return this.arrive();
  }

  hide() {
    this.panel?.hide();
    this.panel = null;
  }

  translate() {
    if (this.language === this.context.speaker.language) return;
    this.drawHead();
    this.panel?.draw();
  }

  /** Shows what the address names, or the way in. */
  async arrive() {
    const { place } = this;
    const isIn = participant.enrolment !== null;
    const name = isIn ? place.part : "join";
    this.drawHead();
    let panel = this.panels.get(name);
    if (panel === undefined) {
      try {
        panel = await PANELS[name](this);
      } catch {
        return this.body.replaceChildren(h("p", { class: "warning", role: "alert" }, this.context.speaker.say("failed")));
      }
      this.panels.set(name, panel);
    }
    // Whoever has gone on meanwhile is not called back.
    if (this.place !== place || (participant.enrolment !== null) !== isIn) return;
    if (this.panel !== panel) {
      this.panel?.hide();
      this.panel = panel;
      this.body.replaceChildren(panel.element);
    }
    panel.draw();
    await panel.show(place);
  }

  /** After the person left the diary: nothing of it stays on the page. */
  async leave() {
    recorder.forget();
    participant.forget();
    this.hide();
    this.panels.clear();
    await this.arrive();
  }

  /** @private */
  drawHead() {
    const { speaker } = this.context;
    this.language = speaker.language;
    const { part } = this.place;
    this.head.replaceChildren(
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("settings.title")),
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("diary.title"))),
      participant.enrolment === null ? "" : h("nav", { class: "diary-parts segments", "aria-label": speaker.say("diary.parts") },
        ...PARTS.map(([name, href]) => h("a", { href, "aria-current": name === part ? "page" : null },
          speaker.say(`diary.${name}`)))),
    );
  }
}
