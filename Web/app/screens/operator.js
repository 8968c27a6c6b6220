// The operators' pages, behind their token, one for each subject.

/** @import { Context } from "../context.js" */
/** @import { Panel } from "../panels.js" */
/** @import { OperatorPart } from "../router.js" */
import { EntrancePanel } from "../operator/entrance.js";
import { Operator, tabStore } from "../operator/operator.js";
import { PanelScreen } from "../panels.js";
import { h } from "../render.js";
import { OPERATOR_PARTS } from "../router.js";

/** @type {Record<OperatorPart, (context: Context, operator: Operator) => Promise<Panel>>} */
const PANELS = {
  sources: async (...given) => new (await import("../operator/sources.js")).SourcesPanel(...given),
  predictions: async (...given) => new (await import("../operator/predictions.js")).PredictionsPanel(...given),
  riders: async (...given) => new (await import("../operator/riders.js")).RidersPanel(...given),
  announcement: async (...given) => new (await import("../operator/announcement.js")).AnnouncementPanel(...given),
  campus: async (...given) => new (await import("../operator/campus.js")).CampusPanel(...given),
  studies: async (...given) => new (await import("../operator/studies.js")).StudiesPanel(...given),
};

/** @extends {PanelScreen<OperatorPart|"entrance", {part: OperatorPart}>} */
export class OperatorScreen extends PanelScreen {
  /** @param {Context} context */
  constructor(context) {
    super(context, { title: "operator.title", look: "operator", place: { part: "sources" } });
    this.operator = new Operator(tabStore());
    this.operator.onRefused = () => this.arrive();
  }

  /** @override */
  wanted() {
    return this.operator.isIn ? this.place.part : "entrance";
  }

  /** @override
   * @param {OperatorPart|"entrance"} name */
  async make(name) {
    if (name !== "entrance") return await PANELS[name](this.context, this.operator);
    return new EntrancePanel(this.context, this.operator, {
      token: "operator.token", hint: "operator.tokenHint", wrong: "operator.wrongToken", none: "operator.noToken",
    }, async () => {
      await this.arrive();
      this.body.tabIndex = -1;
      this.body.focus({ preventScroll: true });
    });
  }

  /** @override */
  heading() {
    const { speaker, network } = this.context;
    if (!this.operator.isIn) return { beside: null, below: null };
    const parts = OPERATOR_PARTS.filter((part) => part !== "campus" || network?.campus === true);
    return {
      beside: h("button", { type: "button", class: "button", id: "operator-leave", onclick: () => this.leave() },
        speaker.say("operator.leave")),
      below: h("nav", { class: "operator-parts", "aria-label": speaker.say("operator.parts") },
        ...parts.map((part) => h("a", {
          href: `/operator/${part}`, "aria-current": part === this.place.part ? "page" : null,
        }, speaker.say(`operator.${part}`)))),
    };
  }

  /** @private */
  async leave() {
    this.operator.leave();
    this.empty();
    await this.arrive();
    document.getElementById("operator-token")?.focus();
  }
}
