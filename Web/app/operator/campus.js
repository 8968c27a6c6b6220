// The editor of a campus: stops, routes and vehicles, on a map and in lists.

/** @import { Context } from "../context.js" */
/** @import { Operator } from "./operator.js" */
/** @import { CampusKind, CampusRoute, CampusStop, CampusVehicle, Place } from "./wire.js" */
import { Refusal, bodyOf, request } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { CampusMap } from "./campus-map.js";
import { RouteForm } from "./route-form.js";
import { StopForm } from "./stop-form.js";
import { VehicleForm } from "./vehicle-form.js";

/** @typedef {StopForm|RouteForm|VehicleForm} EntryForm */

const KINDS = /** @type {const} */ (["stops", "routes", "vehicles"]);

export class CampusPanel {
  /** @param {Context} context
   * @param {Operator} operator */
  constructor(context, operator) {
    this.context = context;
    this.operator = operator;
    /** @type {CampusStop[]} */
    this.stops = [];
    /** @type {CampusRoute[]} */
    this.routes = [];
    /** @type {CampusVehicle[]} */
    this.vehicles = [];
    /** @private @type {CampusKind} */
    this.kind = "stops";
    /** The open form. @private @type {EntryForm|null} */
    this.form = null;
    this.map = new CampusMap(context, {
      onTap: (place, stop) => this.tapped(place, stop),
      onMoved: (place) => this.form instanceof StopForm && this.form.place(place),
    });
    this.isChanging = false;
    this.said = h("p", { class: "hint", role: "status" });
    this.side = h("div", { class: "campus-side" });
    this.head = h("div");
    this.parts = h("div", { class: "campus-parts" }, this.map.holder, this.side);
    this.element = h("div", { class: "operator-panel campus" }, this.head, this.parts);
  }

  async show() {
    const { context } = this;
    if (context.network === null) await context.refreshNetwork().catch(() => {});
    this.draw();
    if (this.parts.hidden) return;
    context.editing(true);
    setText(this.said, "");
    await this.load();
    const isDrawn = await this.map.open(this.stops, this.routes).catch(() => false);
    this.map.holder.hidden = !isDrawn;
    if (isDrawn) this.map.show(this.stops, this.routes);
  }

  hide() {
    this.close();
    this.context.editing(false);
    // The map and the search should show the changes.
    this.context.refreshNetwork().catch(() => {});
  }

  draw() {
    const { speaker, network } = this.context;
    this.parts.hidden = network !== null && network.campus !== true;
    this.head.replaceChildren(
      h("h2", {}, speaker.say("operator.campus")),
      h("p", { class: "hint" }, speaker.say(this.parts.hidden ? "campus.none" : "campus.hint")));
    this.drawSide();
  }

  /** Loads the campus from the server.
   * @private */
  async load() {
    try {
      const read = async (/** @type {string} */ path) => {
        return await bodyOf(await request(path, { cache: "no-store" }));
      };
      [this.stops, this.routes, this.vehicles] = await Promise.all(["/stops", "/routes", "/vehicles"].map(read));
    } catch {
      setText(this.said, this.context.speaker.say("failed"));
    }
    // An open form does not show the lists, and keeps its focus.
    if (this.form === null) this.drawSide();
  }

  /** @private */
  drawSide() {
    const { speaker } = this.context;
    const tabs = h("div", { class: "segments", role: "group", "aria-label": speaker.say("operator.campus") },
      ...KINDS.map((kind) => h("button", { type: "button", "aria-pressed": String(kind === this.kind),
        "data-kind": kind, onclick: () => this.choose(kind) }, speaker.say(`campus.${kind}`))));
    this.side.replaceChildren(tabs, this.said, ...(this.form === null ? this.list() : [this.form.element]));
  }

  /** @private */
  list() {
    const { speaker } = this.context;
    const entries = /** @type {(CampusStop|CampusRoute|CampusVehicle)[]} */ (this[this.kind]);
    const add = h("button", { type: "button", class: "button", id: "campus-add", onclick: () => this.edit(null) },
      icon("plus"), speaker.say(`add.${this.kind}`));
    if (entries.length === 0) return [h("p", { class: "empty" }, speaker.say(`none.${this.kind}`)), add];
    return [
      h("ul", { class: "campus-list" }, ...entries.map((entry) => h("li", {},
        h("button", { type: "button", class: "campus-entry", onclick: () => this.edit(entry.id) },
          "color" in entry ? this.swatch(entry.color) : null,
          h("span", { class: "row-text" }, h("span", { class: "row-title" }, this.nameOf(entry)),
            h("span", { class: "hint" }, this.remark(entry))), icon("chevron-right"))))),
      add,
    ];
  }

  /** @private
   * @param {string} colour */
  swatch(colour) {
    const element = h("span", { class: "swatch" });
    element.style.background = colour;
    return element;
  }

  /** @param {{id: number, name?: string|null}} entry */
  nameOf({ id, name }) {
    return name || this.context.speaker.say("campus.unnamed", { id });
  }

  /** @private
   * @param {CampusStop|CampusRoute|CampusVehicle} entry */
  remark(entry) {
    const { speaker } = this.context;
    if ("stop_ids" in entry) {
      return entry.stop_ids.map((id) => this.stops.find((stop) => stop.id === id)?.name ?? "?").join(" – ");
    }
    if ("tracker_id" in entry) {
      return speaker.say("campus.trackedAs", { id: entry.tracker_id })
        + (entry.enabled ? "" : ` · ${speaker.say("campus.hidden")}`);
    }
    return `${entry.latitude.toFixed(5)}, ${entry.longitude.toFixed(5)}`;
  }

  /** @private
   * @param {CampusKind} kind */
  choose(kind) {
    this.kind = kind;
    this.close();
    setText(this.said, "");
    this.drawSide();
    /** @type {HTMLElement|null} */ (this.side.querySelector(`[data-kind="${kind}"]`))?.focus();
  }

  /** Opens the form of an entry, or of a new one.
   * @private
   * @param {number|null} id
   * @param {Place|null} [place] the position of a new stop */
  edit(id, place = null) {
    this.close();
    setText(this.said, "");
    const actions = { save: () => this.save(), remove: () => this.remove(), cancel: () => this.cancel() };
    const { kind } = this;
    this.form = kind === "stops"
      ? new StopForm(this, actions, this.stops.find((each) => each.id === id) ?? null, place)
      : kind === "routes"
      ? new RouteForm(this, actions, this.routes.find((each) => each.id === id) ?? null)
      : new VehicleForm(this, actions, this.vehicles.find((each) => each.id === id) ?? null);
    this.drawSide();
    this.form.name.focus();
  }

  /** @private */
  close() {
    this.form = null;
    this.map.pin(null);
    this.map.draw([], "#000000");
  }

  /** @private */
  cancel() {
    this.close();
    this.drawSide();
    document.getElementById("campus-add")?.focus();
  }

  /** @private
   * @param {Place} place
   * @param {number|null} stop */
  tapped(place, stop) {
    if (this.form instanceof RouteForm) return this.form.tapped(place, stop);
    if (this.form instanceof VehicleForm) return;
    if (this.kind !== "stops") {
      this.kind = "stops";
    }
    if (stop !== null && !(this.form instanceof StopForm && this.form.isNew)) return this.edit(stop);
    if (this.form instanceof StopForm) return this.form.place(place);
    this.edit(null, place);
  }

  /** @private */
  async save() {
    const { form, kind } = this;
    if (form === null) return;
    const { id } = form;
    const path = `/${kind}/${id === null ? "create" : "edit"}`;
    await this.change("campus.saved", () =>
      this.operator.request("POST", path, id === null ? form.entry() : { ...form.entry(), id }));
  }

  /** @private */
  async remove() {
    const { form, kind } = this;
    if (form === null || form.id === null) return;
    await this.change("campus.removed", () => this.operator.request("DELETE", `/${kind}/${form.id}`));
  }

  /** @private
   * @param {"campus.saved"|"campus.removed"} key
   * @param {() => Promise<unknown>} work */
  async change(key, work) {
    const { speaker } = this.context;
    if (this.isChanging) return;
    this.isChanging = true;
    try {
      await work();
    } catch (error) {
      const detail = error instanceof Refusal ? error.problem.detail : undefined;
      return setText(this.said, detail ?? speaker.say("failed"));
    } finally {
      this.isChanging = false;
    }
    this.close();
    await this.load();
    this.map.show(this.stops, this.routes);
    setText(this.said, speaker.say(key));
    document.getElementById("campus-add")?.focus();
  }
}
