// The form of a vehicle: its name, the tracker that reports its position, and whether riders see it.

/** @import { CampusPanel } from "./campus.js" */
/** @import { CampusVehicle } from "./wire.js" */
/** @import { EntryActions } from "./entry-form.js" */
import { h } from "../render.js";
import { check, entryForm, labelled } from "./entry-form.js";

export class VehicleForm {
  /** @param {CampusPanel} panel
   * @param {EntryActions} actions
   * @param {CampusVehicle|null} vehicle null for a new one */
  constructor(panel, actions, vehicle) {
    const { speaker } = panel.context;
    this.id = vehicle?.id ?? null;
    this.name = h("input", { class: "field", type: "text", maxlength: 100, required: true, value: vehicle?.name ?? "" });
    this.tracker = h("input", { class: "field", type: "text", maxlength: 100, autocomplete: "off",
      value: vehicle?.tracker_id ?? "" });
    const { input, element } = check(speaker.say("campus.shown"), vehicle?.enabled ?? true);
    this.enabled = input;
    this.element = entryForm(panel, actions, {
      title: this.id === null ? "add.vehicles" : "edit.vehicles", isNew: this.id === null,
      fields: [labelled(speaker.say("campus.name"), this.name), labelled(speaker.say("campus.tracker"), this.tracker),
        h("p", { class: "hint" }, speaker.say("campus.trackerHint")), element],
    });
  }

  entry() {
    const tracker = this.tracker.value.trim();
    return {
      name: this.name.value.trim(),
      enabled: this.enabled.checked,
      ...(tracker === "" ? {} : { tracker_id: tracker }),
    };
  }
}
