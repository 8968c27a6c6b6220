// The controls that keep the map on this device: the choice of an area with its size, progress, completion, removal.
// Fetched on first use.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Box } from "../types.js" */
/** @import { TileList } from "./keeping.js" */
/** @import { KeptMap } from "../map/kept-map.js" */
import { calendarDay } from "../format.js";
import { Refusal } from "../ask.js";
import { h, icon, loadStyle, setText, sibling } from "../render.js";
import { MAXIMUM_BYTES, NoRoom, keep, measured, missing, remove } from "./keeping.js";
import { keptMap } from "../map/kept-map.js";

/** A part of the map that can be kept; `list` is undefined until it is measured and null where it is too large.
 * @typedef {{name: "centre"|"view", box: Box, list?: TileList|null}} Area */

/** The largest extent of a town in degrees of latitude: some 30 km. */
const WIDEST_DEGREES = 0.27;

/** The middle of a box, at most as large as a town.
 * @param {Box} box
 * @returns {Box} */
export function townIn({ west, south, east, north }) {
  const [longitude, latitude] = [(west + east) / 2, (south + north) / 2];
  const high = Math.min(north - south, WIDEST_DEGREES) / 2;
  const wide = Math.min(east - west, WIDEST_DEGREES / Math.cos((latitude * Math.PI) / 180)) / 2;
  return { west: longitude - wide, south: latitude - high, east: longitude + wide, north: latitude + high };
}

/** A size such as "2.1 MB".
 * @param {number} bytes
 * @param {string} locale */
export function size(bytes, locale) {
  const mega = bytes / 1e6;
  const options = /** @type {const} */ ({ style: "unit", unit: "megabyte", maximumFractionDigits: mega < 10 ? 1 : 0, minimumFractionDigits: 0 });
  return new Intl.NumberFormat(locale, options).format(Math.max(0.1, mega));
}

/** Settings and map share one, so that a download continues when the rider goes from one to the other.
 * @type {KeepPart|null} */
let shared = null;

/** @param {Context} context
 * @returns {Promise<KeepPart>} */
export async function keepPart(context) {
  await Promise.all([context.learn(["streets"]), loadStyle(sibling("../keep-map.css", import.meta.url))]);
  if (shared === null || !shared.isBusy && shared.language !== context.speaker.language) shared = new KeepPart(context);
  return shared;
}

export class KeepPart {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.language = context.speaker.language;
    /** @private @type {Area[]} */
    this.areas = [];
    /** @private @type {Area["name"]} */
    this.chosen = "centre";
    /** @private @type {KeptMap|null} */
    this.kept = null;
    /** How many of its tiles the browser has removed. @private */
    this.lacking = 0;
    /** @private @type {AbortController|null} */
    this.bringing = null;
    this.choices = h("div", { class: "keep-areas" });
    this.bar = h("progress", { max: 1, value: 0 });
    /** The progress in words; screen readers read the bar instead. @private */
    this.count = h("p", { class: "hint", "aria-hidden": "true" });
    this.said = h("p", { role: "status" });
    this.buttons = h("div", { class: "card-actions" });
    this.element = h("div", { class: "keep-map" }, h("p", { class: "hint" }, context.speaker.say("keep.what")), this.choices, this.bar,
      this.count, this.said, this.buttons);
  }

  get isBusy() {
    return this.bringing !== null;
  }

  /** Shows what is kept, or asks how large the areas are.
   * @param {Box|null} view what the map shows
   * @param {Area["name"]} [chosen] */
  async open(view, chosen = "centre") {
    const { network } = this.context;
    const centre = network?.core ?? network?.bounds;
    this.areas = [
      ...(centre === undefined ? [] : [/** @type {Area} */ ({ name: "centre", box: townIn(centre) })]),
      ...(view === null ? [] : [/** @type {Area} */ ({ name: "view", box: view })]),
    ];
    if (this.isBusy) return this.draw();
    this.chosen = this.areas.some(({ name }) => name === chosen) ? chosen : this.areas[0]?.name ?? "centre";
    this.say("loading");
    await this.look();
    await Promise.all(this.areas.map((area) => this.measure(area)));
    this.draw();
  }

  /** @private */
  async look() {
    this.kept = keptMap();
    this.lacking = this.kept === null ? 0 : await missing(this.kept);
  }

  /** @private
   * @param {Area} area */
  async measure(area) {
    try {
      const list = await measured(area.box);
      area.list = list.bytes > MAXIMUM_BYTES ? null : list;
    } catch (error) {
      // The server refuses to list that many tiles.
      if (error instanceof Refusal && error.status === 400) area.list = null;
    }
  }

  /** @private
   * @param {MessageKey} key
   * @param {Record<string, string|number>} [values] */
  say(key, values = {}) {
    setText(this.said, this.context.speaker.say(key, values));
  }

  /** @private */
  draw() {
    const { isBusy } = this;
    this.bar.hidden = this.count.hidden = !isBusy;
    this.choices.hidden = isBusy || this.kept !== null || this.areas.length < 2;
    if (isBusy) return this.buttons.replaceChildren(this.control("cancel", "keep.cancel", "close", () => this.bringing?.abort()));
    if (this.kept !== null) return this.drawKept(this.kept);
    this.drawChoices();
    const area = this.areas.find(({ name }) => name === this.chosen);
    if (area?.list === undefined) this.say("keep.silent");
    else if (area.list === null) this.say("keep.tooLarge");
    else if (area.list.tiles.length === 0) this.say("keep.nothing");
    else setText(this.said, "");
    const { list } = area ?? {};
    this.buttons.replaceChildren(...(area === undefined || !list?.tiles.length ? []
      : [this.control("keep", "keep.go", "download", () => this.bring(area.box, list), { size: this.size(list.bytes) })]));
  }

  /** @private
   * @param {KeptMap} kept */
  drawKept(kept) {
    const { speaker, network } = this.context;
    const template = network?.streets?.tiles;
    const isOld = template !== undefined && template !== kept.template;
    const date = calendarDay(new Date(kept.at).toISOString().slice(0, 10), speaker.locale);
    if (!kept.whole) this.say("keep.part");
    else if (this.lacking > 0) this.say("keep.lost");
    else if (isOld) this.say("keep.old");
    else this.say("keep.kept", { size: this.size(kept.bytes), date });
    const again = !kept.whole || this.lacking > 0 || isOld;
    this.buttons.replaceChildren(
      ...(again && template !== undefined
        ? [this.control("keep", isOld ? "keep.renew" : "keep.complete", "download", () => this.again(kept.box))] : []),
      this.control("remove", "keep.remove", "delete-outline", () => this.remove()));
  }

  /** @private
   * @param {string} name
   * @param {MessageKey} key
   * @param {string} image
   * @param {() => unknown} act
   * @param {Record<string, string>} [values] */
  control(name, key, image, act, values = {}) {
    const look = name === "keep" ? "button primary" : "button";
    return h("button", { type: "button", class: look, "data-control": `${name}-map`, onclick: act }, icon(image), this.context.speaker.say(key, values));
  }

  /** @private */
  drawChoices() {
    const { speaker } = this.context;
    this.choices.replaceChildren(...this.areas.map(({ name, list }) => {
      const input = h("input", { type: "radio", name: "keep-area", value: name, onchange: () => {
        this.chosen = name;
        this.draw();
        /** @type {HTMLElement|null} */ (this.choices.querySelector("input:checked"))?.focus();
      } });
      input.checked = name === this.chosen;
      return h("label", { class: "check" }, input, h("span", {}, speaker.say(`keep.${name}`)),
        list ? h("span", { class: "hint" }, this.size(list.bytes)) : null);
    }));
  }

  /** @private
   * @param {number} bytes */
  size(bytes) {
    return size(bytes, this.context.speaker.locale);
  }

  /** Completes the kept area, or downloads its newer map.
   * @private
   * @param {Box} box */
  async again(box) {
    this.say("loading");
    try {
      await this.bring(box, await measured(box));
    } catch {
      this.say("keep.silent");
    }
  }

  /** @private
   * @param {Box} box
   * @param {TileList} list */
  async bring(box, list) {
    const template = this.context.network?.streets?.tiles;
    if (template === undefined || this.bringing !== null) return;
    const bringing = new AbortController();
    this.bringing = bringing;
    const all = this.size(list.bytes);
    const progress = (/** @type {number} */ bytes) => {
      this.bar.value = bytes / Math.max(1, list.bytes);
      setText(this.count, this.context.speaker.say("keep.busy", { done: this.size(bytes), size: all }));
    };
    progress(0);
    setText(this.said, "");
    this.bar.setAttribute("aria-label", this.context.speaker.say("keep.title"));
    this.draw();
    this.buttons.querySelector("button")?.focus();
    /** @type {MessageKey|null} */
    let problem = null;
    try {
      await keep({ box, template, list }, { signal: bringing.signal, onProgress: progress });
    } catch (error) {
      problem = error instanceof NoRoom ? "keep.noRoom" : bringing.signal.aborted ? "keep.cancelled" : "keep.failed";
    }
    this.bringing = null;
    await this.end(problem, { size: all });
  }

  /** @private */
  async remove() {
    await remove().catch(() => {});
    await this.end("keep.removed");
    const unmeasured = this.areas.filter(({ list }) => list === undefined);
    await Promise.all(unmeasured.map((area) => this.measure(area)));
    if (unmeasured.length > 0) this.draw();
  }

  /** Shows the new state, and what was done or went wrong.
   * @private
   * @param {MessageKey|null} key
   * @param {Record<string, string>} [values] */
  async end(key, values) {
    await this.look();
    this.draw();
    if (key !== null) this.say(key, values);
    this.buttons.querySelector("button")?.focus();
  }
}
