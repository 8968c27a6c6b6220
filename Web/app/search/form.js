// The form of a search: places, time, options. Its content is a query, and a query fills it.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { ChosenPlace } from "./places.js" */
/** @import { SearchQuery } from "./query.js" */
import { duration, localTime, weekDay } from "../format.js";
import { h, icon, setText } from "../render.js";
import { NIGHT_ENDS, shiftedDay } from "../lines/service-time.js";
import { ownNameOf } from "../rider/home-and-work.js";
import { keptStops } from "../rider/kept-stops.js";
import { NearbyStops } from "./nearby.js";
import { PlaceField } from "./place-field.js";
import { browserStore } from "../store.js";
import { nearestNamed, placesNear } from "./found-places.js";
import { RecentPlaces, nameOfCoordinate, placeOfValue, rememberNearName, rememberOwnPlace } from "./places.js";
import { MAXIMUM_VIAS, MAXIMUM_WALK, USUAL_WALK, coordinateOf, emptyQuery, isComplete, localMinute, swapped } from "./query.js";

/** @typedef {"now"|"depart"|"arrive"} When */
const WHENS = /** @type {const} */ (["now", "depart", "arrive"]);
/** Minutes between two places of the slider. */
const WALK_STEP = 5;
const OPTIONS = /** @type {const} */ (["wheelchair", "bicycle", "fewChanges"]);

export class SearchForm {
  /** @param {Context} context
   * @param {(query: SearchQuery, how: {asked: boolean}) => void} onQuery `asked` by the button;
   *   else a choice changed what is asked */
  constructor(context, onQuery) {
    this.context = context;
    this.onQuery = onQuery;
    this.recent = new RecentPlaces(browserStore());
    this.nearby = new NearbyStops();
    this.from = this.field("search.from");
    this.to = this.field("search.to");
    /** @type {{field: PlaceField, element: HTMLElement, remove: HTMLButtonElement}[]} */
    this.vias = [];
    /** @private @type {When} */
    this.when = "now";
    this.viaList = h("div", { class: "vias" });
    this.swap = h("button", { type: "button", class: "round", onclick: () => this.turnRound() },
      icon("swap-vertical"));
    this.addVia = h("button", { type: "button", class: "quiet", onclick: () => {
      this.appendVia({ value: "", name: "", modes: [] });
      this.vias[this.vias.length - 1].field.input.focus();
    } });
    this.whens = WHENS.map((when) =>
      h("button", { type: "button", onclick: () => {
        this.setWhen(when);
        this.changed();
      } })
    );
    this.whenGroup = h("div", { class: "segments", role: "group" }, ...this.whens);
    this.time = h("input", { type: "datetime-local", class: "time-input", step: 60 });
    this.time.addEventListener("blur", () => this.changed());
    this.checks = OPTIONS.map((name) => {
      const input = h("input", { type: "checkbox", name, onchange: () => this.changed() });
      const text = h("span");
      return { name, input, text, element: h("label", { class: "check" }, input, text) };
    });
    this.walk = h("input", { type: "range", id: "search-walk", min: WALK_STEP, max: MAXIMUM_WALK, step: WALK_STEP });
    this.walkLabel = h("label", { for: this.walk.id });
    this.walkShown = h("output", { for: this.walk.id });
    this.walk.value = String(USUAL_WALK);
    this.walk.addEventListener("input", () => this.drawWalk());
    this.walk.addEventListener("change", () => this.changed());
    this.options = h("div", { class: "checks", id: "search-options", hidden: true },
      ...this.checks.map(({ element }) => element), h("div", { class: "walk-limit" }, this.walkLabel, this.walkShown, this.walk));
    this.optionsButton = h("button", { type: "button", class: "quiet",
      "aria-controls": this.options.id, onclick: () => this.unfold(this.options.hidden !== false) });
    this.submit = h("button", { type: "submit", class: "button primary" });
    this.element = h(
      "form",
      { class: "search-form", novalidate: true },
      h("div", { class: "ends" },
        h("div", { class: "places" }, this.from.element, this.viaList, this.to.element), this.swap),
      h("div", { class: "form-line" }, this.whenGroup, this.time),
      h("div", { class: "form-line" }, this.addVia, this.optionsButton, this.submit),
      this.options,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      onQuery(this.query, { asked: true });
    });
    this.setWhen("now");
    this.unfold(false);
  }

  /** @private
   * @param {boolean} open */
  unfold(open) {
    this.options.hidden = !open;
    this.optionsButton.setAttribute("aria-expanded", String(open));
    this.drawQuiet(this.optionsButton, open ? "minus" : "plus", "search.options");
  }

  /** @private
   * @param {HTMLElement} button
   * @param {string} image
   * @param {MessageKey} key */
  drawQuiet(button, image, key) {
    const text = this.context.speaker.say(key);
    const print = `${image} ${text}`;
    if (button.dataset.print === print) return;
    button.dataset.print = print;
    button.replaceChildren(icon(image), text);
  }

  /** @private
   * @param {MessageKey} label */
  field(label) {
    return new PlaceField(this.context, {
      label,
      recent: this.recent,
      nearby: this.nearby,
      onChosen: () => this.changed(),
    });
  }

  /** @private */
  changed() {
    this.onQuery(this.query, { asked: false });
  }

  /** Begins an empty search where the rider is, if the browser may say that, unless they are choosing another place. */
  beginHere() {
    const { here } = this.nearby;
    if (here === "" || this.from.name !== "" || document.activeElement === this.from.input) return;
    rememberOwnPlace(here);
    this.from.set({ value: here, name: this.context.speaker.say("search.myLocation"), modes: [] });
    if (this.to.chosen !== null) this.changed();
  }

  /** The content of the form.
   * @returns {SearchQuery} */
  get query() {
    const query = emptyQuery();
    query.from = this.from.value;
    query.to = this.to.value;
    query.vias = this.vias.map(({ field }) => field.value).filter((via) => via !== "");
    if (this.when !== "now" && this.time.value !== "") {
      query.at = this.time.value.slice(0, 16);
      query.arriveBy = this.when === "arrive";
    }
    for (const { name, input } of this.checks) query[name] = input.checked;
    const walk = Number(this.walk.value);
    query.walk = walk === USUAL_WALK ? null : walk;
    return query;
  }

  /** When and over which stops is asked for, in a few words.
   * @param {import("../i18n.js").Speaker} speaker */
  summary(speaker) {
    const { at, arriveBy } = this.query;
    const when = at === null ? speaker.say("search.now")
      : `${speaker.say(arriveBy ? "search.arrive" : "search.depart")} ${weekDay(at.slice(0, 10), speaker.locale)}, ` +
        localTime(`${at}:00`, speaker.locale);
    const vias = this.vias.map(({ field }) => field.name).filter((name) => name !== "");
    const { walk } = this.query;
    return [
      when,
      ...(vias.length === 0 ? [] : [`${speaker.say("search.via")} ${vias.join("; ")}`]),
      ...(walk === null ? [] : [speaker.say("search.walkMost", { duration: duration(60 * walk, speaker.locale) })]),
    ].join(" · ");
  }

  /** The fields in the order in which the API looks at them. */
  get fields() {
    return [this.from, this.to, ...this.vias.map(({ field }) => field)];
  }

  /** Fills the form; names of stops are asked for where they are not known.
   * @param {SearchQuery} query */
  async fill(query) {
    this.setWhen(query.at === null ? "now" : query.arriveBy ? "arrive" : "depart");
    if (query.at !== null) this.time.value = query.at;
    for (const { name, input } of this.checks) input.checked = query[name];
    this.walk.value = String(query.walk ?? USUAL_WALK);
    this.drawWalk();
    if (query.walk !== null || this.checks.some(({ input }) => input.checked)) this.unfold(true);
    while (this.vias.length > query.vias.length) this.dropVia(this.vias[this.vias.length - 1].field);
    while (this.vias.length < query.vias.length) {
      this.appendVia({ value: "", name: "", modes: [] });
    }
    const wanted = [query.from, query.to, ...query.vias];
    await Promise.all(this.fields.map((field, index) => this.fillField(field, wanted[index])));
    this.drawAddVia();
  }

  /** @private
   * @param {PlaceField} field
   * @param {string} value */
  async fillField(field, value) {
    if (field.value === value) return;
    const own = ownNameOf(value, this.context.speaker);
    if (own !== undefined) return field.set({ value, name: own, modes: [] });
    const known = this.recent.all().find((each) => each.value === value);
    if (value === "" || known !== undefined) {
      return field.set(known ?? { value: "", name: "", modes: [] });
    }
    // What was saved here has its name also where nothing answers.
    const saved = this.savedName(value);
    field.set({ value, name: saved ?? "…", modes: [] });
    await this.learnNear(value);
    const place = await placeOfValue(value, this.context.speaker.say("search.myLocation"));
    // The rider may have gone on meanwhile.
    if (field.value === value) field.set(saved !== undefined && place.name === value ? { ...place, name: saved } : place);
  }

  /** Asks the server what a coordinate without a name is near, as in a link that somebody sent; not where the device
   * answers, since nobody is to learn of its searches there.
   * @private
   * @param {string} value */
  async learnNear(value) {
    const { speaker, network, pocket } = this.context;
    const point = coordinateOf(value);
    if (point === null || network?.streets === undefined || pocket?.isAnswering || nameOfCoordinate(point, "") !== undefined) return;
    const near = nearestNamed(await placesNear(point).catch(() => []))?.name;
    if (near !== undefined) rememberNearName(point, speaker.say("here.near", { place: near }));
  }

  /** @private
   * @param {string} value
   * @returns {string|undefined} */
  savedName(value) {
    const ends = this.context.saved.connections.flatMap(({ from, to, vias }) => [from, to, ...vias]);
    return ends.find(({ stop }) => stop === value)?.name ?? keptStops().find(({ id }) => id === value)?.name;
  }

  /** @private
   * @param {ChosenPlace} place */
  appendVia(place) {
    if (this.vias.length >= MAXIMUM_VIAS) return;
    const field = this.field("search.via");
    const remove = h("button", { type: "button", class: "round", onclick: () => {
      const hadPlace = field.value !== "";
      this.dropVia(field);
      this.addVia.focus();
      if (hadPlace) this.changed();
    } }, icon("minus"));
    const element = h("div", { class: "via" }, field.element, remove);
    this.vias.push({ field, element, remove });
    this.viaList.append(element);
    field.set(place);
    field.translate();
    this.drawAddVia();
  }

  /** @private
   * @param {PlaceField} field */
  dropVia(field) {
    this.vias.find((via) => via.field === field)?.element.remove();
    this.vias = this.vias.filter((via) => via.field !== field);
    this.drawAddVia();
  }

  /** @private */
  turnRound() {
    const places = this.fields.map(({ value, name, chosen }) => chosen ?? { value, name, modes: [] });
    const turned = swapped(this.query);
    const placeOf = (/** @type {string} */ value) =>
      places.find((place) => place.value === value) ?? { value, name: value, modes: [] };
    this.from.set(placeOf(turned.from));
    this.to.set(placeOf(turned.to));
    this.vias.filter(({ field }) => field.value === "").forEach(({ field }) => this.dropVia(field));
    this.vias.forEach(({ field }, index) => field.set(placeOf(turned.vias[index])));
    this.changed();
  }

  /** @private
   * @param {When} when */
  setWhen(when) {
    const now = localMinute(this.context.clock.now(), this.context.timeZone);
    // A time that was entered hours or days ago is not meant any more.
    const isOld = this.when === "now" && this.time.value < now;
    this.when = when;
    this.whens.forEach((button, index) =>
      button.setAttribute("aria-pressed", String(WHENS[index] === when))
    );
    this.time.hidden = when === "now";
    if (when !== "now" && isOld) this.time.value = now;
  }

  /** Asks for another day at the same time of the day.
   * @param {string} day "2026-05-04" */
  setDay(day) {
    if (this.when === "now") this.setWhen("depart");
    this.time.value = `${day}T${this.time.value.slice(11, 16)}`;
    this.changed();
  }

  /** Asks with another longest walk.
   * @param {number} minutes */
  setWalk(minutes) {
    this.walk.value = String(minutes);
    this.drawWalk();
    this.changed();
  }

  /** @private */
  drawWalk() {
    const text = duration(60 * Number(this.walk.value), this.context.speaker.locale);
    setText(this.walkShown, text);
    this.walk.setAttribute("aria-valuetext", text);
  }

  /** Marks the time as what is to be corrected.
   * @param {string|null} problem the id of what says why, null if nothing is wrong with it */
  markTime(problem) {
    for (const control of [this.time, this.whenGroup]) {
      if (problem === null) control.removeAttribute("aria-describedby");
      else control.setAttribute("aria-describedby", problem);
    }
    if (problem === null) this.time.removeAttribute("aria-invalid");
    else this.time.setAttribute("aria-invalid", "true");
  }

  /** Puts the cursor where something is missing.
   * @returns {boolean} whether something is */
  focusMissing() {
    if (isComplete(this.query)) return false;
    (this.from.value === "" ? this.from : this.to).input.focus();
    return true;
  }

  translate() {
    const { speaker, network } = this.context;
    for (const field of this.fields) field.translate();
    this.swap.setAttribute("aria-label", speaker.say("search.swap"));
    this.swap.title = speaker.say("search.swap");
    for (const { remove } of this.vias) {
      remove.setAttribute("aria-label", speaker.say("search.removeVia"));
    }
    this.whenGroup.setAttribute("aria-label", speaker.say("search.when"));
    this.whens.forEach((button, index) => setText(button, speaker.say(`search.${WHENS[index]}`)));
    this.time.setAttribute("aria-label", speaker.say("search.time"));
    const days = network?.serviceDays;
    if (days) {
      this.time.min = `${days.from}T00:00`;
      // Runs of the last day go on after midnight.
      this.time.max = `${shiftedDay(days.to, 1)}T0${NIGHT_ENDS}:00`;
    }
    this.unfold(this.options.hidden === false);
    for (const { name, text } of this.checks) setText(text, speaker.say(`search.${name}`));
    setText(this.walkLabel, speaker.say("search.walk"));
    this.drawWalk();
    setText(this.submit, speaker.say("search.go"));
    this.drawAddVia();
  }

  /** @private */
  drawAddVia() {
    const { speaker } = this.context;
    this.drawQuiet(this.addVia, "plus", "search.via");
    this.addVia.setAttribute("aria-label", speaker.say("search.addVia"));
    this.addVia.hidden = this.vias.length >= MAXIMUM_VIAS;
    for (const { remove } of this.vias) {
      remove.setAttribute("aria-label", speaker.say("search.removeVia"));
    }
  }
}
