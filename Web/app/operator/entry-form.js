// The shared parts of the forms for stops, routes and vehicles.

/** @import { CampusPanel } from "./campus.js" */
/** @import { MessageKey } from "../i18n.js" */
import { h, icon } from "../render.js";
import { notAtOnce } from "../working.js";

/** @typedef {{save: () => unknown, remove: () => unknown, cancel: () => void}} EntryActions */

let made = 0;

/** A field with its label. A text of spaces only is none.
 * @param {string} label
 * @param {HTMLInputElement|HTMLSelectElement} input */
export function labelled(label, input) {
  made += 1;
  input.id ||= `entry-${made}`;
  if (input.type === "text") input.addEventListener("change", () => input.value = input.value.trim());
  return h("div", {}, h("label", { class: "strong", for: input.id }, label), input);
}

/** A form with its buttons; deleting needs a second tap.
 * @param {CampusPanel} panel
 * @param {EntryActions} actions
 * @param {{title: MessageKey, isNew: boolean, fields: HTMLElement[]}} options */
export function entryForm(panel, actions, { title, isNew, fields }) {
  const { speaker } = panel.context;
  let isSure = false;
  const remove = h("button", { type: "button", class: "button", onclick: () => {
    if (isSure) return actions.remove();
    isSure = true;
    remove.classList.add("danger");
    remove.replaceChildren(speaker.say("campus.reallyDelete"));
    notAtOnce(remove);
  } }, icon("delete-outline"), speaker.say("campus.delete"));
  const form = h("form", { class: "operator-form" }, h("h3", {}, speaker.say(title)), ...fields,
    h("div", { class: "card-actions" },
      h("button", { type: "submit", class: "button primary" }, speaker.say("campus.save")),
      h("button", { type: "button", class: "button", onclick: actions.cancel }, speaker.say("campus.cancel")),
      isNew ? null : remove));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    actions.save();
  });
  return form;
}

/** A checkbox for whether riders see an entry.
 * @param {string} label
 * @param {boolean} checked */
export function check(label, checked) {
  const input = h("input", { type: "checkbox" });
  input.checked = checked;
  return { input, element: h("label", { class: "check" }, input, label) };
}
