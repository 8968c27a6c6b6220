// The saved connections with what leaves next on each, below the empty search.

/** @import { Context } from "../context.js" */
/** @import { SavedAtHome, SavedDeparture } from "./wire.js" */
import { delayChip, lineBadge } from "../badge.js";
import { h, icon, setText } from "../render.js";
import { browserStore } from "../store.js";
import { platformText, timeOf } from "../times.js";
import { searchAddress } from "./query.js";
import { Rider } from "./rider.js";

export class SavedList {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.rider = new Rider(browserStore());
    /** @private @type {SavedAtHome[]} */
    this.saved = [];
    /** Whether there is room for it: beside results it stays away. @private */
    this.isWanted = true;
    this.heading = h("h2");
    this.said = h("p", { class: "hint", role: "status" });
    this.list = h("ul");
    this.element = h("section", { class: "group saved", hidden: true }, this.heading, this.list, this.said);
  }

  /** Asks what leaves next; what there was stays where the server does not answer. */
  async refresh() {
    try {
      const { nearby, other } = await this.rider.home();
      this.saved = [...nearby, ...other];
      setText(this.said, "");
    } catch {
      setText(this.said, this.saved.length === 0 ? "" : this.context.speaker.say("saved.old"));
    }
    this.draw();
  }

  /** @param {boolean} isWanted */
  show(isWanted) {
    this.isWanted = isWanted;
    this.draw();
  }

  /** @private */
  draw() {
    const { speaker } = this.context;
    setText(this.heading, speaker.say("saved.title"));
    this.element.hidden = !this.isWanted || this.saved.length === 0;
    const focused = document.activeElement instanceof HTMLElement && this.list.contains(document.activeElement)
      ? document.activeElement.dataset.saved : undefined;
    this.list.replaceChildren(...this.saved.map((each) => this.row(each)));
    if (focused === undefined) return;
    const again = this.list.querySelector(`[data-saved="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @private
   * @param {SavedAtHome} saved */
  row(saved) {
    const { speaker } = this.context;
    const name = saved.name ?? speaker.say("way.title", { from: saved.from.name, to: saved.to.name });
    const end = (/** @type {SavedAtHome["from"]} */ place) =>
      place.stop ?? `${place.latitude},${place.longitude}`;
    const href = searchAddress({ from: end(saved.from), to: end(saved.to) });
    const remove = h("button", {
      type: "button",
      class: "round",
      "aria-label": speaker.say("saved.remove", { name }),
      onclick: () => this.remove(saved.id),
    }, icon("delete-outline"));
    return h("li", { class: "saved-row" },
      h("a", { class: "row", href, "data-saved": saved.id },
        h("span", { class: "row-text" },
          h("span", { class: "row-title" }, name),
          ...saved.routes.flatMap((route) => route.departures.length === 0
            ? [h("span", { class: "row-next" }, speaker.say("saved.none"))]
            : route.departures.map((departure) => this.departure(departure))))),
      remove);
  }

  /** @private
   * @param {SavedDeparture} departure */
  departure({ departure, arrival, status, platform, rides }) {
    const { speaker, routes } = this.context;
    const works = status === "works";
    const badges = rides.map(({ line }) => {
      const route = [...routes.values()].find(({ shortName }) => shortName === line);
      return lineBadge({ colour: "", textColour: "", ...route, name: line });
    });
    const mode = [...routes.values()].find(({ shortName }) => shortName === rides[0]?.line)?.mode ?? "other";
    return h("span", { class: "saved-departure" },
      timeOf(departure, speaker, { void: !works }), icon("arrow-right"),
      timeOf(arrival ?? undefined, speaker, { void: !works }), ...badges,
      platform === undefined ? null
        : h("span", { class: "row-next" }, platformText(platform, mode, speaker)),
      works ? null : h("span", { class: "remark bad" },
        speaker.say(status === "cancelled" ? "way.cancelled" : "way.broken")),
      works && departure.delaySeconds !== undefined
        ? delayChip(departure.delaySeconds, speaker, { words: false }) : null);
  }

  /** @private
   * @param {string} id */
  async remove(id) {
    try {
      await this.rider.remove(id);
      this.saved = this.saved.filter((each) => each.id !== id);
      this.draw();
      setText(this.said, this.context.speaker.say("saved.removed"));
    } catch {
      setText(this.said, this.context.speaker.say("problem.offline"));
    }
  }
}
