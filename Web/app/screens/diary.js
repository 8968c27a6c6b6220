// The travel diary: joining, days, totals and recording.

/** @import { Context } from "../context.js" */
/** @import { Panel } from "../panels.js" */
/** @import { DiaryPart } from "../router.js" */
import { participant, recorder, resume } from "../diary/diary.js";
import { PanelScreen } from "../panels.js";
import { h } from "../render.js";

/** @typedef {{part: DiaryPart, date: string|null, from: string|null, to: string|null, code: string}} DiaryPlace */

/** @type {Record<DiaryPart|"join", (screen: DiaryScreen) => Promise<Panel>>} */
const PANELS = {
  day: async (screen) => new (await import("../diary/day.js")).DayPanel(screen),
  statistics: async (screen) => new (await import("../diary/statistics.js")).StatisticsPanel(screen),
  files: async (screen) => new (await import("../diary/files.js")).FilesPanel(screen),
  recording: async (screen) => new (await import("../diary/recording.js")).RecordingPanel(screen),
  join: async (screen) => new (await import("../diary/join.js")).JoinPanel(screen),
};
const PARTS = /** @type {const} */ ([["day", "/diary"], ["statistics", "/diary/statistics"], ["recording", "/diary/recording"]]);

/** @extends {PanelScreen<DiaryPart|"join", DiaryPlace>} */
export class DiaryScreen extends PanelScreen {
  /** @param {Context} context */
  constructor(context) {
    super(context, { title: "diary.title", look: "diary", place: { part: "day", date: null, from: null, to: null, code: "" } });
    this.participant = participant;
    this.recorder = recorder;
    resume();
  }

  /** @override */
  wanted() {
    const { part } = this.place;
    // Files are read without a diary.
    return participant.enrolment === null && part !== "files" ? "join" : part;
  }

  /** @override
   * @param {DiaryPart|"join"} name */
  make(name) {
    return PANELS[name](this);
  }

  /** Removes everything from the page after the person left the diary. */
  async leave() {
    recorder.forget();
    participant.forget();
    this.empty();
    await this.arrive();
  }

  /** @override */
  heading() {
    const { speaker } = this.context;
    const { part } = this.place;
    return {
      beside: null,
      below: participant.enrolment === null ? null
        : h("nav", { class: "diary-parts segments", "aria-label": speaker.say("diary.parts") },
          ...PARTS.map(([name, href]) => h("a", { href, "aria-current": name === part ? "page" : null },
            speaker.say(`diary.${name}`)))),
    };
  }
}
