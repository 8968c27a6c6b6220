// The researchers' page about their study, behind its token.

/** @import { Context } from "../context.js" */
import { EntrancePanel } from "../operator/entrance.js";
import { Researcher, tabStore } from "../operator/operator.js";
import { PanelScreen } from "../panels.js";
import { h } from "../render.js";

/** @extends {PanelScreen<"study"|"entrance", {}>} */
export class StudyScreen extends PanelScreen {
  /** @param {Context} context */
  constructor(context) {
    super(context, { title: "study.title", look: "operator", place: {} });
    /** @private */
    this.researcher = new Researcher(tabStore());
    this.researcher.onRefused = () => this.arrive();
  }

  /** @override */
  wanted() {
    return this.researcher.isIn ? "study" : "entrance";
  }

  /** @override
   * @param {"study"|"entrance"} name */
  async make(name) {
    if (name === "study") return new (await import("../operator/study.js")).StudyPanel(this.context, this.researcher);
    return new EntrancePanel(this.context, this.researcher, {
      token: "study.token", hint: "study.tokenHint", wrong: "study.wrongToken", none: "study.none",
    }, async () => {
      await this.arrive();
      this.body.tabIndex = -1;
      this.body.focus({ preventScroll: true });
    });
  }

  /** @override */
  heading() {
    if (!this.researcher.isIn) return { beside: null, below: null };
    return {
      beside: h("button", { type: "button", class: "button", id: "study-leave", onclick: () => this.leave() },
        this.context.speaker.say("operator.leave")),
      below: null,
    };
  }

  /** @private */
  async leave() {
    this.researcher.leave();
    this.empty();
    await this.arrive();
    document.getElementById("operator-token")?.focus();
  }
}
