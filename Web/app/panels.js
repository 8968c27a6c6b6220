// Screens with several panels behind one entrance; the code of each panel is loaded when it is first shown.

/** @import { Context } from "./context.js" */
/** @import { MessageKey } from "./i18n.js" */
import { h, icon } from "./render.js";

/** One panel; `draw` shows it in the current language.
 * @typedef {{element: HTMLElement, show: (place: any, seen: AbortSignal) => unknown, hide: () => void, draw: () => void}} Panel */

/** The shared part of the pages for diaries, operators and researchers.
 * @template {string} Name
 * @template {object} Place what the address says */
export class PanelScreen {
  /** @param {Context} context
   * @param {{title: MessageKey, place: Place, look: "diary"|"operator"}} parts `look` is its name in styles */
  constructor(context, { title, place, look }) {
    this.context = context;
    /** @private */
    this.title = title;
    /** @protected @type {Place} */
    this.place = place;
    /** @protected @type {Map<Name, Panel>} */
    this.panels = new Map();
    /** @private @type {Panel|null} */
    this.panel = null;
    /** Ends the panel's work when it is left. @private */
    this.leaving = new AbortController();
    /** @private */
    this.language = "";
    /** @protected */
    this.head = h("div");
    this.body = h("div", { class: `${look}-body` });
    this.element = h("section", { class: `screen page ${look}` }, this.head, this.body);
  }

  /** The panel to show now: the address's, or the entrance.
   * @protected
   * @returns {Name} */
  wanted() {
    throw new Error("Every screen says which of its parts is to be seen.");
  }

  /** @protected
   * @param {Name} name
   * @returns {Promise<Panel>} */
  make(name) {
    throw new Error(`Nobody makes ${name}.`);
  }

  /** The content beside the title, and below it.
   * @protected
   * @returns {{beside: Node|null, below: Node|null}} */
  heading() {
    return { beside: null, below: null };
  }

  /** @param {Place} place */
  show(place) {
    this.place = place;
    return this.arrive();
  }

  hide() {
    this.leaving.abort();
    this.panel?.hide();
    this.panel = null;
  }

  translate() {
    if (this.language === this.context.speaker.language) return;
    this.drawHead();
    this.panel?.draw();
  }

  /** Shows the wanted panel. */
  async arrive() {
    const { place } = this;
    const name = this.wanted();
    this.drawHead();
    let panel = this.panels.get(name);
    if (panel === undefined) {
      try {
        panel = await this.make(name);
      } catch {
        return this.body.replaceChildren(h("p", { class: "warning", role: "alert" }, this.context.speaker.say("failed")));
      }
      this.panels.set(name, panel);
    }
    // The person has gone to another page meanwhile.
    if (this.place !== place || this.wanted() !== name) return;
    if (this.panel !== panel) {
      this.panel?.hide();
      this.panel = panel;
      this.body.replaceChildren(panel.element);
    }
    panel.draw();
    this.leaving.abort();
    this.leaving = new AbortController();
    await panel.show(place, this.leaving.signal);
  }

  /** Removes all panels from the page.
   * @protected */
  empty() {
    this.hide();
    this.panels.clear();
  }

  /** @private */
  drawHead() {
    const { speaker } = this.context;
    this.language = speaker.language;
    const { beside, below } = this.heading();
    this.head.replaceChildren(
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("nav.more")),
      h("header", { class: "page-head panels-head" }, h("h1", {}, speaker.say(this.title)), beside),
      below ?? "");
  }
}
