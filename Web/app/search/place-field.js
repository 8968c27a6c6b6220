// The field for a place: an editable combobox with a list of suggestions, after the ARIA pattern.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { NearbyStops } from "./nearby.js" */
/** @import { ChosenPlace, RecentPlaces } from "./places.js" */
/** @import { Option } from "./suggestions.js" */
/** @import { Address, FoundPlace, StopHit } from "./wire.js" */
import { ask, askServer } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { findLocation } from "../map/location.js";
import { ownNameOf } from "../rider/home-and-work.js";
import { coordinateValue, rememberOwnPlace } from "./places.js";
import { knownPlaces } from "./found-places.js";
import { lookUpProblem } from "./problems.js";
import { addressOption, chosenOption, optionLine, placeOption, standingOptions, stopOption } from "./suggestions.js";

const PAUSE_MILLISECONDS = 120;
/** Geocoders belong to others, so they are asked only when the rider stops typing. */
const ADDRESS_PAUSE_MILLISECONDS = 250;
const SUGGESTIONS = 8;
const ADDRESSES = 4;
const ADDRESSES_FROM_LETTERS = 3;
/** The number of answers that a field keeps, for riders who delete letters again. */
const MAXIMUM_ANSWERS = 40;

let fields = 0;

export class PlaceField {
  /** @param {Context} context
   * @param {{label: MessageKey, recent: RecentPlaces, nearby: NearbyStops,
   *   onChosen: () => void, isOwn?: boolean}} options `onChosen` is when the rider chose another place or cleared the
   *   field; `isOwn` is where the field itself keeps home or work */
  constructor(context, options) {
    this.context = context;
    this.options = options;
    /** The field's value in a query; what was typed where nothing was chosen. */
    this.value = "";
    /** The place of the list that was chosen; null for what was typed. @type {ChosenPlace|null} */
    this.chosen = null;
    /** What was answered lately, by what was asked. @private @type {Map<string, FoundPlace[]>} */
    this.answers = new Map();
    fields += 1;
    const id = `place-${fields}`;
    this.label = h("label", { for: id, class: "place-label" });
    this.input = h("input", {
      id,
      type: "text",
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": `${id}-list`,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "search",
    });
    this.clearButton = h("button", { type: "button", class: "round place-clear", hidden: true,
      onclick: () => {
        this.set({ value: "", name: "", modes: [] });
        options.onChosen();
        this.input.focus();
      } }, icon("close"));
    this.list = h("ul", { id: `${id}-list`, class: "suggestions", role: "listbox", hidden: true });
    this.said = h("p", { class: "unseen", role: "status" });
    this.problem = h("p", { class: "place-problem", id: `${id}-problem`, hidden: true });
    this.element = h("div", { class: "place" },
      h("div", { class: "place-box" }, this.label, this.input, this.clearButton),
      this.problem, this.list, this.said);
    /** @private @type {Option[]} */
    this.shown = [];
    /** @private */
    this.active = -1;
    /** @private */
    this.timer = 0;
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.listen();
  }

  /** @private */
  listen() {
    this.input.addEventListener("input", () => {
      this.value = this.input.value.trim();
      this.chosen = null;
      this.clearButton.hidden = this.input.value === "";
      this.sayProblem("");
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.suggest(), PAUSE_MILLISECONDS);
    });
    this.input.addEventListener("focus", () => {
      this.input.select();
      this.suggest({ quiet: true });
    });
    this.input.addEventListener("click", () => this.list.hidden && this.suggest({ quiet: true }));
    this.input.addEventListener("blur", () => this.close());
    this.input.addEventListener("keydown", (event) => this.key(event));
    // The list must not take the focus from the field before the click is heard.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Fills the field.
   * @param {ChosenPlace} place */
  set(place) {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.value = place.value;
    this.chosen = place.value === "" ? null : place;
    this.input.value = place.name;
    this.clearButton.hidden = place.name === "";
    this.sayProblem("");
    this.close();
  }

  /** What the field shows. */
  get name() {
    return this.input.value.trim();
  }

  translate() {
    const { speaker, network } = this.context;
    const label = speaker.say(this.options.label);
    setText(this.label, label);
    this.input.placeholder = speaker.say(network?.streets !== undefined ? "place.placeholder"
      : network?.addresses === true ? "search.placeholderAddress" : "search.placeholder");
    this.list.setAttribute("aria-label", label);
    this.clearButton.setAttribute("aria-label", speaker.say("search.clear", { field: label }));
  }

  /** Shows what is wrong with the place; an empty text removes the message.
   * @param {string} sentence */
  sayProblem(sentence) {
    setText(this.problem, sentence);
    this.problem.hidden = sentence === "";
    if (sentence === "") {
      this.input.removeAttribute("aria-invalid");
      this.input.removeAttribute("aria-describedby");
    } else {
      this.input.setAttribute("aria-invalid", "true");
      this.input.setAttribute("aria-describedby", this.problem.id);
    }
  }

  /** Lets the rider choose among what a name can mean.
   * @param {StopHit[]} candidates */
  offer(candidates) {
    this.input.focus();
    clearTimeout(this.timer);
    this.asking?.abort();
    this.open(candidates.map((hit) => stopOption(hit, this.context, (place) => this.take(place))));
  }

  /** @private
   * @param {{quiet?: boolean}} [options] */
  async suggest(options = {}) {
    this.asking?.abort();
    const text = this.input.value.trim();
    const isChosen = text !== "" && this.value !== text;
    if (text === "" || isChosen) return this.open(this.standing(), options);
    const asking = new AbortController();
    this.asking = asking;
    const { speaker, network } = this.context;
    const take = (/** @type {ChosenPlace} */ place) => this.take(place);
    try {
      const query = `q=${encodeURIComponent(text)}&limit=${SUGGESTIONS}${this.near()}`;
      if (network?.streets !== undefined) {
        const places = await this.places(query, asking.signal);
        if (this.isPast(asking)) return;
        const options = (/** @type {FoundPlace[]} */ found) => found.map((place) => placeOption(place, text, this.context, take));
        this.open([...options(places), ...this.onServer(`/places?${query}`, (answer) => options(answer.places))]);
        if (places.length === 0) this.sayProblem(speaker.say("place.none", { text }));
        return;
      }
      const { stops } = await ask(`/stops/search?${query}`, asking.signal);
      if (this.isPast(asking)) return;
      this.open(stops.map((/** @type {StopHit} */ hit) => stopOption(hit, this.context, take)));
      const addresses = await this.addresses(text, asking);
      if (this.isPast(asking)) return;
      if (addresses.length > 0) this.append(addresses);
      if (this.shown.length === 0) this.sayProblem(speaker.say("search.noStops", { text }));
    } catch (error) {
      if (this.isPast(asking)) return;
      this.sayProblem(lookUpProblem(error, speaker));
      this.open(knownPlaces(text, { context: this.context, recent: this.options.recent })
        .slice(0, SUGGESTIONS).map((place) => chosenOption(place, take)));
    }
  }

  /** Finds places of all kinds, in one list; a question of a moment ago is answered from memory.
   * @private
   * @param {string} query
   * @param {AbortSignal} signal
   * @returns {Promise<FoundPlace[]>} */
  async places(query, signal) {
    const known = this.answers.get(query);
    if (known !== undefined) return known;
    const { places } = await ask(`/places?${query}`, signal);
    if (this.answers.size >= MAXIMUM_ANSWERS) this.answers.clear();
    this.answers.set(query, places);
    return places;
  }

  /** Whether the rider has typed or left the field since this was asked.
   * @private
   * @param {AbortController} asking */
  isPast(asking) {
    return asking.signal.aborted || document.activeElement !== this.input;
  }

  /** Addresses of that name, where the server has a geocoder; none if it fails.
   * @private
   * @param {string} text
   * @param {AbortController} asking
   * @returns {Promise<Option[]>} */
  async addresses(text, asking) {
    const { network, speaker } = this.context;
    if (network?.addresses !== true || text.length < ADDRESSES_FROM_LETTERS) return [];
    await new Promise((resolve) => setTimeout(resolve, ADDRESS_PAUSE_MILLISECONDS));
    if (this.isPast(asking)) return [];
    const query = `q=${encodeURIComponent(text)}&limit=${ADDRESSES}${this.near()}` +
      `&language=${speaker.language}`;
    const options = (/** @type {{addresses: Address[]}} */ answer) =>
      answer.addresses.map((address) => addressOption(address, (place) => this.take(place)));
    const offer = this.onServer(`/addresses?${query}`, options);
    if (offer.length > 0) return offer;
    try {
      return options(await ask(`/addresses?${query}`, asking.signal));
    } catch {
      return [];
    }
  }

  /** Asks the server for places where this device found the stops, for riders who choose that.
   * @private
   * @param {string} path after /api/v1
   * @param {(answer: any) => Option[]} options
   * @returns {Option[]} none where the server was asked anyway, or does not answer */
  onServer(path, options) {
    const { network, pocket, speaker, storedAt } = this.context;
    if (!pocket?.isAnswering || storedAt !== null) return [];
    const choose = async () => {
      this.input.focus();
      const text = this.name;
      const found = await askServer(path).then(options, (error) => lookUpProblem(error, speaker));
      if (this.name !== text) return;
      if (typeof found === "string") return this.sayProblem(found);
      this.open(found);
      if (found.length === 0) this.sayProblem(speaker.say(network?.streets === undefined ? "search.noStops" : "place.none", { text }));
    };
    return [{ text: speaker.say(pocket.kept?.region === undefined ? "pocket.askServer" : "pocket.askBeyond"), image: "magnify", modes: [], hint: "", choose }];
  }

  /** Prefers places near the rider, or else in the part of the map that was shown last, to others of the same name.
   * @private */
  near() {
    const { near } = this.options.nearby;
    if (near !== "") return `&near=${near}`;
    const view = this.context.view;
    if (view === null) return "";
    const latitude = (view.north + view.south) / 2;
    const longitude = (view.east + view.west) / 2;
    return `&near=${latitude.toFixed(4)},${longitude.toFixed(4)}`;
  }

  /** What is offered before anything is typed.
   * @private
   * @returns {Option[]} */
  standing() {
    const { recent, nearby, isOwn = false } = this.options;
    return standingOptions({
      context: this.context,
      recent,
      nearby: nearby.stops,
      chosen: this.chosen,
      isOwn,
      locate: () => this.locate(),
      take: (place) => this.take(place),
      kept: () => {
        this.close();
        setText(this.said, this.context.speaker.say("own.kept"));
      },
      forget: () => {
        recent.clear();
        this.open(this.standing(), { quiet: true });
      },
    });
  }

  /** @private
   * @param {ChosenPlace} place */
  take(place) {
    this.set(place);
    if (ownNameOf(place.value, this.context.speaker) === undefined) this.options.recent.add(place);
    this.options.onChosen();
  }

  /** @private */
  async locate() {
    const { speaker } = this.context;
    this.close();
    const locating = speaker.say("search.locating");
    setText(this.said, locating);
    const before = this.input.value;
    this.input.value = locating;
    // Finding the position can take half a minute; what was typed since then stays.
    const isLeft = () => this.input.value !== locating;
    try {
      const value = coordinateValue(await findLocation());
      rememberOwnPlace(value);
      if (isLeft()) return setText(this.said, "");
      this.options.nearby.refresh();
      this.take({ value, name: speaker.say("search.myLocation"), modes: [] });
      setText(this.said, "");
    } catch (problem) {
      setText(this.said, "");
      if (isLeft()) return;
      this.input.value = before;
      const key = typeof problem === "string" ? problem : "map.locationFailed";
      this.sayProblem(speaker.say(/** @type {MessageKey} */ (key)));
    }
  }

  /** Shows these options; the one that was marked stays marked, as the rider may be about to press Enter.
   * @private
   * @param {Option[]} options
   * @param {{quiet?: boolean}} [how] */
  open(options, how = {}) {
    const marked = this.list.children[this.active]?.textContent;
    this.shown = options;
    this.active = -1;
    this.input.removeAttribute("aria-activedescendant");
    this.list.replaceChildren(...options.map((option, index) =>
      optionLine(option, `${this.list.id}-${index}`)));
    this.list.hidden = options.length === 0;
    this.input.setAttribute("aria-expanded", String(options.length > 0));
    const again = marked === undefined ? -1 : [...this.list.children].findIndex((line) => line.textContent === marked);
    if (again >= 0) this.activate(again);
    if (how.quiet !== true) {
      setText(this.said, this.context.speaker.count("suggestions", options.length));
    }
  }

  /** Adds options below those that are shown; these keep their place, and the marked one its mark.
   * @private
   * @param {Option[]} options */
  append(options) {
    const begin = this.shown.length;
    this.shown = [...this.shown, ...options];
    this.list.append(...options.map((option, index) =>
      optionLine(option, `${this.list.id}-${begin + index}`)));
    this.list.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    setText(this.said, this.context.speaker.count("suggestions", this.shown.length));
  }

  /** @private */
  close() {
    this.list.hidden = true;
    // The number of a list that is gone would also stay in the language of before.
    setText(this.said, "");
    this.active = -1;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  /** @private
   * @param {KeyboardEvent} event */
  key(event) {
    const isOpen = !this.list.hidden;
    const last = this.shown.length - 1;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) return void this.suggest();
      const down = event.key === "ArrowDown";
      this.activate(down ? (this.active >= last ? 0 : this.active + 1)
        : (this.active <= 0 ? last : this.active - 1));
    } else if (event.key === "Enter" && isOpen && this.active >= 0) {
      event.preventDefault();
      this.shown[this.active].choose();
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      this.close();
    } else if (event.key === "Tab" && isOpen && this.active >= 0) {
      this.shown[this.active].choose();
    }
  }

  /** @private
   * @param {number} index */
  activate(index) {
    this.active = index;
    [...this.list.children].forEach((line, number) => {
      line.setAttribute("aria-selected", String(number === index));
      if (number !== index) return;
      this.input.setAttribute("aria-activedescendant", line.id);
      line.scrollIntoView({ block: "nearest" });
    });
  }
}
