// The search form, folded into one line on phones once there are results.

/** @import { Speaker } from "../i18n.js" */
/** @import { SearchForm } from "./form.js" */
import { sharedTown, withoutTown } from "../place-names.js";
import { h, icon } from "../render.js";

/** The form, folded to a button that unfolds it. Wide screens show the form and no button: the style sheet decides. */
export class FoldedForm {
  /** @param {SearchForm} form
   * @param {HTMLElement} holder gets the class `is-folded` */
  constructor(form, holder) {
    /** @private */
    this.form = form;
    /** @private */
    this.holder = holder;
    this.button = h("button", { type: "button", class: "search-bar", onclick: () => {
      this.unfold();
      form.from.input.focus();
    } });
    // Browsers outline what gets the focus of a text field, also where the rider tapped.
    const tapped = (/** @type {boolean} */ isSo) => () => this.button.classList.toggle("tapped", isSo);
    form.element.addEventListener("pointerdown", tapped(true));
    form.element.addEventListener("keydown", tapped(false));
    this.button.addEventListener("blur", tapped(false));
  }

  unfold() {
    this.holder.classList.remove("is-folded");
  }

  /** Folds when there is something to see, unless the rider is busy with more than the places. */
  fold() {
    const { activeElement } = document;
    const isInside = this.form.element.contains(activeElement);
    const isDone = activeElement === this.form.submit || activeElement?.getAttribute("role") === "combobox";
    if (isInside && !isDone) return;
    this.holder.classList.add("is-folded");
    if (isInside && this.button.checkVisibility?.()) this.button.focus({ preventScroll: true });
  }

  /** @param {Speaker} speaker */
  draw(speaker) {
    const names = [this.form.from.name, this.form.to.name];
    const town = sharedTown(names);
    const [from, to] = names.map((name) => h("span", { class: "strong" }, withoutTown(name, town)));
    const more = this.form.summary(speaker);
    const content = [h("span", { class: "unseen" }, speaker.say("labelled", { label: speaker.say("search.change"), value: "" })),
      h("span", { class: "search-bar-ends" }, from, icon("arrow-right"), h("span", { class: "unseen" }, "–"), to),
      h("span", { class: "hint" }, more)];
    const print = content.map((each) => each.outerHTML).join("");
    if (this.button.dataset.print === print) return;
    this.button.dataset.print = print;
    this.button.replaceChildren(...content);
  }
}
