// The form of a route: its stops in order and its line, either straight between stops or drawn.

/** @import { CampusPanel } from "./campus.js" */
/** @import { CampusRoute, Place } from "./wire.js" */
/** @import { EntryActions } from "./entry-form.js" */
import { h, icon } from "../render.js";
import { check, entryForm, labelled } from "./entry-form.js";

/** Whether the line only connects the stops by straight segments, as the server does without points.
 * @param {Place[]} points
 * @param {Place[]} stops */
export function isStraight(points, stops) {
  return points.length === stops.length && points.every((point, at) =>
    Math.abs(point.latitude - stops[at].latitude) < 1e-7 && Math.abs(point.longitude - stops[at].longitude) < 1e-7);
}

export class RouteForm {
  /** @param {CampusPanel} panel
   * @param {EntryActions} actions
   * @param {CampusRoute|null} route null for a new one */
  constructor(panel, actions, route) {
    const { speaker } = panel.context;
    this.panel = panel;
    this.id = route?.id ?? null;
    this.stopIDs = [...route?.stop_ids ?? []];
    /** The drawn line; null for straight segments between stops. @private @type {Place[]|null} */
    this.points = route === null || isStraight(route.points, this.places()) ? null : [...route.points];
    this.name = h("input", { class: "field", type: "text", maxlength: 200, required: true, value: route?.name ?? "" });
    this.colour = h("input", { type: "color", class: "colour-input", value: (route?.color ?? "#0B57B8").toLowerCase(),
      oninput: () => this.drawLine() });
    this.headway = h("input", { class: "field", type: "number", min: 1, max: 720, step: 1, inputmode: "numeric",
      value: route?.headway === undefined ? "" : String(route.headway) });
    const { input, element } = check(speaker.say("campus.offered"), route?.enabled ?? true);
    this.enabled = input;
    this.order = h("div", { class: "route-stops" });
    this.line = h("div", { class: "route-line" });
    this.element = entryForm(panel, actions, {
      title: this.id === null ? "add.routes" : "edit.routes", isNew: this.id === null,
      fields: [labelled(speaker.say("campus.name"), this.name), labelled(speaker.say("campus.colour"), this.colour),
        labelled(speaker.say("campus.headway"), this.headway), element, this.order, this.line],
    });
    this.draw();
  }

  /** Adds a stop, or a corner while the line is being drawn.
   * @param {Place} place
   * @param {number|null} stop */
  tapped(place, stop) {
    const found = this.panel.stops.find((each) => each.id === stop);
    if (found !== undefined) {
      this.stopIDs.push(found.id);
      this.points?.push({ latitude: found.latitude, longitude: found.longitude });
    } else if (this.points !== null) this.points.push(place);
    this.draw();
  }

  entry() {
    return {
      name: this.name.value.trim(),
      color: this.colour.value.toUpperCase(),
      enabled: this.enabled.checked,
      headway: Number(this.headway.value) || 0,
      stop_ids: this.stopIDs,
      points: this.points !== null && this.points.length > 1 ? this.points : this.places(),
    };
  }

  /** The positions of the stops.
   * @private
   * @returns {Place[]} */
  places() {
    return this.stopIDs.flatMap((id) => {
      const stop = this.panel.stops.find((each) => each.id === id);
      return stop === undefined ? [] : [{ latitude: stop.latitude, longitude: stop.longitude }];
    });
  }

  /** @private */
  draw() {
    this.drawOrder();
    this.drawKind();
    this.drawLine();
  }

  /** @private */
  drawLine() {
    this.panel.map.draw(this.points ?? this.places(), this.colour.value);
  }

  /** @private */
  drawOrder() {
    const { speaker } = this.panel.context;
    const { stops } = this.panel;
    const select = h("select", { class: "field" }, ...stops.map((stop) => h("option", { value: stop.id }, this.panel.nameOf(stop))));
    const round = (/** @type {string} */ image, /** @type {string} */ label, /** @type {boolean} */ disabled,
      /** @type {() => void} */ action) => h("button", { type: "button", class: "round", "aria-label": label, title: label,
      disabled, onclick: action }, icon(image));
    const last = this.stopIDs.length - 1;
    this.order.replaceChildren(
      h("h4", {}, speaker.say("campus.order")),
      h("p", { class: "hint" }, speaker.say(stops.length === 0 ? "campus.stopsFirst" : "campus.orderHint")),
      h("ol", {}, ...this.stopIDs.map((id, at) => {
        const name = this.panel.nameOf(stops.find((stop) => stop.id === id) ?? { id });
        return h("li", {}, h("span", { class: "row-text" }, `${at + 1}. ${name}`),
          round("arrow-up", speaker.say("campus.earlier", { name }), at === 0, () => this.move(at, -1)),
          round("arrow-down", speaker.say("campus.later", { name }), at === last, () => this.move(at, 1)),
          round("close", speaker.say("campus.without", { name }), false, () => this.take(at)));
      })),
      stops.length === 0 ? "" : h("div", { class: "add-stop" }, labelled(speaker.say("campus.addStop"), select),
        h("button", { type: "button", class: "button", onclick: () => {
          this.tapped({ latitude: 0, longitude: 0 }, Number(select.value));
          /** @type {HTMLElement|null} */ (this.order.querySelector("select"))?.focus();
        } }, icon("plus"), speaker.say("campus.add"))),
    );
  }

  /** @private
   * @param {number} at
   * @param {number} step */
  move(at, step) {
    const [id] = this.stopIDs.splice(at, 1);
    this.stopIDs.splice(at + step, 0, id);
    this.draw();
    const row = this.order.querySelectorAll("li")[at + step];
    const button = row?.querySelectorAll("button")[step < 0 ? 0 : 1];
    (button?.disabled ? row?.querySelectorAll("button")[step < 0 ? 1 : 0] : button)?.focus();
  }

  /** @private
   * @param {number} at */
  take(at) {
    this.stopIDs.splice(at, 1);
    this.draw();
    /** @type {HTMLElement|null} */ (this.order.querySelector("select"))?.focus();
  }

  /** @private */
  drawKind() {
    const { speaker } = this.panel.context;
    const { points } = this;
    const choose = (/** @type {Place[]|null} */ wanted, /** @type {number} */ at) => {
      this.points = wanted;
      this.draw();
      this.line.querySelectorAll("button")[at].focus();
    };
    this.line.replaceChildren(
      h("h4", {}, speaker.say("campus.line")),
      h("div", { class: "segments", role: "group", "aria-label": speaker.say("campus.line") },
        h("button", { type: "button", "aria-pressed": String(points === null), onclick: () => choose(null, 0) },
          speaker.say("campus.straight")),
        h("button", { type: "button", "aria-pressed": String(points !== null), onclick: () => choose(points ?? this.places(), 1) },
          speaker.say("campus.drawn"))),
      ...(points === null ? [] : [
        h("p", { class: "hint", role: "status" }, speaker.say("campus.drawnHint", { n: points.length })),
        h("button", { type: "button", class: "button", disabled: points.length === 0,
          onclick: () => choose(points.slice(0, -1), 2) }, speaker.say("campus.undo")),
      ]),
    );
  }
}
