// The order of the saved connections, by dragging or with arrows; loaded when the rider wants to change it.

/** @import { Context } from "../context.js" */
/** @import { SavedConnection } from "./wire.js" */
import { sharedTown, withoutTown } from "../place-names.js";
import { h, icon, loadStyle, patch, setText, sibling } from "../render.js";

/** How long a finger rests on a row before it drags it; its handle needs no waiting. */
const REST_MILLISECONDS = 400;
/** A finger that moves further scrolls, in CSS pixels. */
const STILL = 8;
/** Near its edges the sheet scrolls while a row is dragged, so far in each frame. */
const EDGE = 56;
const SCROLL = 8;

/** @type {OrderSheet|null} */
let sheet = null;

/** Opens the sheet.
 * @param {Context} context */
export async function openOrder(context) {
  await Promise.all([context.learn(["riders"]), loadStyle(sibling("../rider.css", import.meta.url))]);
  sheet ??= new OrderSheet(context);
  sheet.open();
}

/** The row that is dragged: where in it the pointer is, and where the pointer is now, in CSS pixels.
 * @typedef {{row: HTMLElement, pointer: number, grip: number, y: number}} Drag */

class OrderSheet {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @private @type {Drag|null} */
    this.drag = null;
    /** Where the pointer went down. @private */
    this.from = { x: 0, y: 0 };
    /** The timer of a finger that rests. @private */
    this.resting = 0;
    this.title = h("h2", { id: "order-title" });
    this.hint = h("p", { class: "hint" });
    this.list = h("ol", { class: "order-list" });
    this.status = h("p", { class: "unseen", role: "status" });
    this.done = h("button", { type: "button", class: "button primary", onclick: () => this.element.close() });
    this.element = h("dialog", { class: "sheet order-sheet", "aria-labelledby": "order-title" },
      h("div", {}, this.title, this.hint), this.list, this.status, h("div", { class: "sheet-actions" }, this.done));
    // A click outside closes it, and Escape first ends a drag.
    this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
    this.element.addEventListener("cancel", (event) => {
      if (this.drag === null) return;
      event.preventDefault();
      this.drop(false);
    });
    this.element.addEventListener("close", () => this.drop(false));
    this.listen();
    document.body.append(this.element);
    context.saved.onChange(() => this.element.open && this.draw());
  }

  open() {
    const { saved, speaker } = this.context;
    setText(this.title, speaker.say("home.order"));
    setText(this.hint, speaker.say("order.how"));
    setText(this.done, speaker.say("order.done"));
    setText(this.status, "");
    this.draw();
    this.element.showModal();
    // Another device may have changed the order.
    saved.learn().catch(() => {});
  }

  /** @private */
  draw() {
    if (this.drag !== null) return;
    const { connections } = this.context.saved;
    patch(this.list, connections.map((each, at) => this.row(each, at, connections.length)));
  }

  /** @private
   * @param {SavedConnection} connection
   * @param {number} at
   * @param {number} count */
  row({ id, name, from, to }, at, count) {
    const { speaker } = this.context;
    const town = sharedTown([from.name, to.name]);
    const ends = speaker.say("way.title", { from: withoutTown(from.name, town), to: withoutTown(to.name, town) });
    const arrow = (/** @type {number} */ step, /** @type {"up"|"down"} */ way) => {
      const label = `${speaker.say(`saved.${way}`)}: ${name ?? ends}`;
      return h("button", { type: "button", class: "round", "data-key": `${way} ${id}`, "aria-label": label, title: label,
        disabled: at + step < 0 || at + step >= count, onclick: () => this.move(id, step) }, icon(`arrow-${way}`));
    };
    return h("li", { class: "order-row", "data-order": id },
      h("span", { class: "order-grip", "aria-hidden": "true" }),
      h("span", { class: "order-name" }, h("span", { class: "strong" }, name ?? ends), name === undefined ? null : h("span", { class: "hint" }, ends)),
      arrow(-1, "up"), arrow(1, "down"));
  }

  /** @private
   * @param {string} id
   * @param {number} step */
  move(id, step) {
    const ids = this.context.saved.connections.map((each) => each.id);
    const at = ids.indexOf(id);
    ids.splice(at, 1);
    ids.splice(at + step, 0, id);
    this.store(ids, id);
    // At either end the arrow that was used leads no further.
    const arrows = [...this.list.querySelectorAll(`[data-order="${CSS.escape(id)}"] button:enabled`)];
    const [first] = arrows.filter((each) => each.getAttribute("data-key")?.startsWith(step < 0 ? "up" : "down")).concat(arrows);
    if (first instanceof HTMLElement) first.focus();
  }

  /** Stores an order.
   * @private
   * @param {string[]} ids
   * @param {string} moved */
  store(ids, moved) {
    const { saved, speaker } = this.context;
    const isKept = saved.order(ids);
    const n = ids.indexOf(moved) + 1;
    setText(this.status, isKept ? speaker.say("saved.place", { n, all: ids.length }) : speaker.say("waiting.full"));
    this.status.className = isKept ? "unseen" : "problem";
    this.draw();
  }

  /** @private */
  listen() {
    const { list } = this;
    list.addEventListener("pointerdown", (event) => this.press(event));
    list.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
      if (this.drag === null) return Math.hypot(clientX - this.from.x, clientY - this.from.y) > STILL && this.letGo();
      if (pointerId === this.drag.pointer) this.pull(clientY);
    });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      list.addEventListener(end, ({ pointerId }) =>
        pointerId === (this.drag?.pointer ?? pointerId) && this.drop(end === "pointerup"));
    }
    // A finger that drags does not scroll, nor open a menu.
    list.addEventListener("touchmove", (event) => this.drag !== null && event.preventDefault(), { passive: false });
    list.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @private
   * @param {PointerEvent} event */
  press({ target, button, isPrimary, pointerId, pointerType, clientX: x, clientY: y }) {
    const row = target instanceof Element && target.closest("button") === null ? target.closest(".order-row") : null;
    if (!(row instanceof HTMLElement) || button !== 0 || !isPrimary) return;
    this.from = { x, y };
    const start = () => {
      this.drag = { row, pointer: pointerId, grip: y - row.getBoundingClientRect().top, y };
      // The list keeps the pointer while its rows change places.
      this.list.setPointerCapture(pointerId);
      row.classList.add("is-dragged");
      this.scroll();
    };
    const isHandle = pointerType === "mouse" || target instanceof Element && target.matches(".order-grip");
    if (isHandle) start();
    else this.resting = setTimeout(start, REST_MILLISECONDS);
  }

  /** @private */
  letGo() {
    clearTimeout(this.resting);
  }

  /** Moves the row with the pointer, and changes places with the rows that it passes.
   * @private
   * @param {number} y */
  pull(y) {
    const { drag, list } = this;
    if (drag === null) return;
    drag.y = y;
    const { row } = drag;
    const middle = (/** @type {Element|null} */ each) => {
      const box = each?.getBoundingClientRect();
      return box === undefined ? NaN : (box.top + box.bottom) / 2;
    };
    while (y < middle(row.previousElementSibling)) row.previousElementSibling?.before(row);
    while (y > middle(row.nextElementSibling)) row.nextElementSibling?.after(row);
    const box = list.getBoundingClientRect();
    const top = Math.min(Math.max(y - drag.grip, box.top), box.bottom - row.offsetHeight);
    row.style.translate = `0 ${top - (box.top + list.clientTop + row.offsetTop - list.scrollTop)}px`;
  }

  /** Scrolls while a row is dragged to an edge of the sheet. @private */
  scroll() {
    const { drag, list } = this;
    if (drag === null) return;
    const { top, bottom } = list.getBoundingClientRect();
    const step = drag.y < top + EDGE ? -SCROLL : drag.y > bottom - EDGE ? SCROLL : 0;
    const before = list.scrollTop;
    list.scrollTop += step;
    if (list.scrollTop !== before) this.pull(drag.y);
    requestAnimationFrame(() => this.scroll());
  }

  /** @private
   * @param {boolean} isWanted false leaves the order as it was */
  drop(isWanted) {
    this.letGo();
    const { drag } = this;
    if (drag === null) return;
    this.drag = null;
    drag.row.classList.remove("is-dragged");
    drag.row.style.translate = "";
    const { connections } = this.context.saved;
    const ids = connections.map(({ id }) => id);
    const rows = [...this.list.children].map((each) => /** @type {HTMLElement} */ (each).dataset.order ?? "");
    // Meanwhile some may have been removed or added elsewhere.
    const ordered = [...rows.filter((id) => ids.includes(id)), ...ids.filter((id) => !rows.includes(id))];
    if (isWanted && ordered.join() !== ids.join()) this.store(ordered, drag.row.dataset.order ?? "");
    else this.draw();
  }
}
