// Announcements of vehicles nearby: lines, distance, and how the server knows the rider's position.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { SavedPlace } from "../rider/wire.js" */
import { lineBadge, lineName } from "../badge.js";
import { distance, duration, lineOrder } from "../format.js";
import { lineTitle, sharedNames } from "../lines/line-title.js";
import { findLocation } from "../map/location.js";
import { h, icon, setText } from "../render.js";
import { PhoneLogger } from "../rider/phone-logger.js";
import { Preferences } from "../rider/preferences.js";
import { Toast } from "../rider/toast.js";
import { reportsPlace, reportPlace } from "../rider/whereabouts.js";

const RADII = [50, 100, 200, 500, 1000];
const MINUTES = [1, 2, 3, 5, 10];
const MAXIMUM_PLACES = 5;

export class NearbyScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private */
    this.print = "";
    this.toast = new Toast();
    this.preferences = new Preferences(context, (text) => this.toast.say(text));
    this.logger = new PhoneLogger(context, (text) => this.toast.say(text));
    this.body = h("div");
    this.element = h("section", { class: "screen page nearby" }, this.body, this.toast.element);
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    this.active = true;
    this.draw();
    await this.preferences.open(() => this.logger.open(seen), () => this.draw(), seen);
  }

  hide() {
    this.active = false;
    this.logger.close();
  }

  translate() {
    // An unfolded list stays unfolded while nothing else is to be said.
    if (this.print === this.said()) return;
    this.logger.draw();
    this.draw();
  }

  /** What the page's words depend on, besides its settings.
   * @private */
  said() {
    return `${this.context.speaker.language} ${this.context.routes.size}`;
  }

  /** @private */
  draw() {
    if (!this.active) return;
    this.print = this.said();
    const { speaker } = this.context;
    const section = (/** @type {MessageKey} */ title, /** @type {(HTMLElement|null)[]} */ ...parts) =>
      h("section", { class: "group" }, h("h2", {}, speaker.say(title)), h("div", { class: "setting-list" }, ...parts));
    this.body.replaceChildren(...this.preferences.page("near.title", "near.lead", () => [
      this.preferences.settings.notifies ? "" : h("p", { class: "banner" }, icon("alert-circle-outline"),
        h("a", { href: "/settings/notifications" }, speaker.say("near.off"))),
      section("near.what", this.lines(), this.nearness()),
      section("near.where", this.places(), this.open()),
      h("section", { class: "group" }, h("h2", {}, speaker.say("near.asleep")), this.logger.element),
    ]));
  }

  /** The lines whose vehicles are announced.
   * @private */
  lines() {
    const { speaker, routes } = this.context;
    const order = lineOrder(speaker.locale);
    const all = [...routes.values()].sort((a, b) => order(lineName(a), lineName(b)));
    const chosen = new Set(this.preferences.settings.nearbyRoutes);
    const count = h("span", { class: "group-count" });
    const shared = sharedNames(all);
    const draw = () => setText(count, speaker.say("settings.some", {
      shown: all.filter(({ id }) => chosen.has(id)).length, all: all.length,
    }));
    draw();
    return h("details", { class: "setting-lines", open: chosen.size === 0 },
      h("summary", {}, icon("chevron-right"), speaker.say("near.lines"), count),
      h("div", { class: "line-checks" }, ...all.map((route) => {
        const input = h("input", { type: "checkbox", onchange: () => {
          if (input.checked) chosen.add(route.id);
          else chosen.delete(route.id);
          draw();
          return this.preferences.set({ nearbyRoutes: [...chosen] });
        } });
        input.checked = chosen.has(route.id);
        const title = lineTitle(route) || route.agency;
        return h("label", { class: "check", title }, input, lineBadge(route),
          h("span", { class: shared.has(lineName(route)) ? "hint" : "unseen" }, route.shortName && title));
      })));
  }

  /** The distance at which a vehicle is nearby, in metres or minutes.
   * @private */
  nearness() {
    const { speaker } = this.context;
    const { nearbyMinutes, vehicleRadiusMetres } = this.preferences.settings;
    const radii = [...new Set([...RADII, vehicleRadiusMetres])].sort((a, b) => a - b);
    const minutes = [...new Set([...MINUTES, ...nearbyMinutes === null ? [] : [nearbyMinutes]])].sort((a, b) => a - b);
    const select = h("select", { id: "nearness", onchange: () => {
      const number = Number(select.value.slice(1));
      return this.preferences.set(select.value.startsWith("m") ? { nearbyMinutes: null, vehicleRadiusMetres: number }
        : { nearbyMinutes: number });
    } },
      ...radii.map((each) => h("option", { value: `m${each}`, selected: nearbyMinutes === null && each === vehicleRadiusMetres },
        speaker.say("near.within", { distance: distance(each, speaker.locale) }))),
      ...minutes.map((each) => h("option", { value: `t${each}`, selected: each === nearbyMinutes },
        speaker.say("near.away", { time: duration(each * 60, speaker.locale) }))));
    return h("div", { class: "setting" }, h("label", { for: "nearness" }, speaker.say("near.when")), select);
  }

  /** Places where vehicles are announced wherever the rider is.
   * @private */
  places() {
    const { speaker, saved } = this.context;
    const { nearbyPlaces } = this.preferences.settings;
    const keep = (/** @type {SavedPlace[]} */ places) => {
      const done = this.preferences.set({ nearbyPlaces: places });
      this.draw();
      document.getElementById("add-place")?.focus();
      return done;
    };
    const known = new Set(nearbyPlaces.map(({ name }) => name));
    const origins = saved.connections.map(({ from }) => from)
      .filter((from, number, all) => from.latitude != null && from.longitude != null && !known.has(from.name)
        && all.findIndex(({ name }) => name === from.name) === number);
    const select = h("select", { id: "add-place", onchange: async () => {
      const origin = origins[Number(select.value)];
      if (origin !== undefined) return keep([...nearbyPlaces, origin]);
      if (select.value === "here") await this.addHere(keep);
    } },
      h("option", { value: "", selected: true }, speaker.say("near.choose")),
      h("option", { value: "here" }, speaker.say("near.here")),
      ...origins.map(({ name }, number) => h("option", { value: number }, name)));
    return h("div", { class: "setting setting-tall" },
      h("span", { class: "strong" }, speaker.say("near.places")),
      nearbyPlaces.length === 0 ? null : h("ul", { class: "near-places" }, ...nearbyPlaces.map((place) =>
        h("li", {}, h("span", {}, place.name), h("button", { type: "button", class: "icon-button",
          "aria-label": speaker.say("near.remove", { name: place.name }),
          onclick: () => keep(nearbyPlaces.filter((each) => each !== place)) }, icon("close"))))),
      nearbyPlaces.length >= MAXIMUM_PLACES ? null
        : h("div", { class: "setting-row" }, h("label", { for: "add-place" }, speaker.say("near.add")), select));
  }

  /** @private
   * @param {(places: SavedPlace[]) => unknown} keep */
  async addHere(keep) {
    const { speaker } = this.context;
    const { nearbyPlaces } = this.preferences.settings;
    try {
      const { latitude, longitude } = await findLocation();
      const taken = new Set(nearbyPlaces.map(place => place.name));
      let number = 1;
      while (taken.has(speaker.say("near.place", { number }))) number += 1;
      const name = speaker.say("near.place", { number });
      await keep([...nearbyPlaces, { name, latitude: round(latitude), longitude: round(longitude) }]);
    } catch (problem) {
      this.toast.say(speaker.say(typeof problem === "string" ? /** @type {MessageKey} */ (problem) : "failed"));
    }
  }

  /** The setting that the open app reports its position.
   * @private */
  open() {
    const { speaker, saved } = this.context;
    const input = h("input", { type: "checkbox", id: "reports-place", "aria-describedby": "reports-place-hint",
      onchange: async () => {
        if (!input.checked) return reportPlace(this.context, false);
        try {
          await findLocation();
          await saved.rider.begin(speaker.language);
          reportPlace(this.context, true);
        } catch (problem) {
          input.checked = false;
          this.toast.say(speaker.say(typeof problem === "string" ? /** @type {MessageKey} */ (problem) : "problem.offline"));
        }
      } });
    input.checked = reportsPlace();
    return h("div", { class: "setting setting-tall" },
      h("label", { class: "check strong" }, input, speaker.say("near.open")),
      h("p", { class: "hint", id: "reports-place-hint" }, speaker.say("near.openHint")));
  }
}

/** A precision of ten metres is enough, and reveals less about a home.
 * @param {number} degrees */
function round(degrees) {
  return Math.round(degrees * 1e4) / 1e4;
}
