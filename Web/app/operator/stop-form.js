// The form of a stop: its name, and its position by a tap on the map or in coordinates.

/** @import { CampusPanel } from "./campus.js" */
/** @import { CampusStop, Place } from "./wire.js" */
/** @import { EntryActions } from "./entry-form.js" */
import { h, icon } from "../render.js";
import { entryForm, labelled } from "./entry-form.js";

export class StopForm {
  /** @param {CampusPanel} panel
   * @param {EntryActions} actions
   * @param {CampusStop|null} stop null for a new one
   * @param {Place|null} place the position of a new one */
  constructor(panel, actions, stop, place) {
    const { speaker } = panel.context;
    this.panel = panel;
    this.id = stop?.id ?? null;
    this.name = h("input", { class: "field", type: "text", maxlength: 200, required: true, value: stop?.name ?? "" });
    const figure = (/** @type {number} */ limit) => h("input", { class: "field", type: "number", step: "any",
      min: -limit, max: limit, required: true, onchange: () => this.pin() });
    this.latitude = figure(85);
    this.longitude = figure(180);
    const middle = h("button", { type: "button", class: "button", onclick: () => {
      const there = panel.map.middle();
      if (there !== null) this.place(there);
    } }, icon("crosshairs-gps"), speaker.say("campus.middle"));
    this.element = entryForm(panel, actions, {
      title: this.isNew ? "add.stops" : "edit.stops", isNew: this.isNew,
      fields: [labelled(speaker.say("campus.name"), this.name), h("p", { class: "hint" }, speaker.say("campus.stopHint")),
        h("div", { class: "field-pair" }, labelled(speaker.say("campus.latitude"), this.latitude),
          labelled(speaker.say("campus.longitude"), this.longitude)), middle],
    });
    const there = stop ?? place;
    if (there !== null) this.place(there);
    if (stop !== null) panel.map.look(stop);
  }

  get isNew() {
    return this.id === null;
  }

  /** @param {Place} place */
  place({ latitude, longitude }) {
    this.latitude.value = latitude.toFixed(6);
    this.longitude.value = longitude.toFixed(6);
    this.pin();
  }

  /** @private */
  pin() {
    const { latitude, longitude } = this;
    if (latitude.value === "" || longitude.value === "" || !latitude.checkValidity() || !longitude.checkValidity()) return;
    this.panel.map.pin({ latitude: latitude.valueAsNumber, longitude: longitude.valueAsNumber });
  }

  entry() {
    return {
      name: this.name.value.trim(),
      latitude: this.latitude.valueAsNumber,
      longitude: this.longitude.valueAsNumber,
    };
  }
}
