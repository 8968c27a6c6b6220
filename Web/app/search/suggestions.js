// The lines of a place's list of suggestions.

/** @import { Context } from "../context.js" */
/** @import { Mode } from "../types.js" */
/** @import { ChosenPlace, RecentPlaces } from "./places.js" */
/** @import { Address, StopHit } from "./wire.js" */
import { modeIcon } from "../badge.js";
import { distance } from "../format.js";
import { h, icon } from "../render.js";
import { coordinateValue, markedParts, placeOfHit } from "./places.js";

/** A line of the list; `hint` stands at its end.
 * @typedef {{text: string|Node[], image: string, modes: Mode[], hint: string,
 *   choose: () => void}} Option */

/** A stop, with what was typed marked in its name.
 * @param {StopHit} hit
 * @param {Context} context
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option} */
export function stopOption(hit, context, take) {
  const marks = (/** @type {string} */ name) =>
    markedParts(name, hit.highlights ?? []).map(({ text, marked }) =>
      marked ? h("mark", {}, text) : document.createTextNode(text)
    );
  const isOther = hit.matched !== undefined && hit.matched !== hit.name;
  const metres = hit.distanceMetres;
  return {
    text: isOther
      ? [document.createTextNode(`${hit.name} (`), ...marks(hit.matched ?? ""),
        document.createTextNode(")")]
      : marks(hit.name),
    image: "bus-stop",
    modes: hit.modes ?? [],
    hint: metres === undefined ? "" : distance(metres, context.speaker.locale),
    choose: () => take(placeOfHit(hit)),
  };
}

/** @param {Address} address
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option} */
export function addressOption(address, take) {
  const place = { value: coordinateValue(address), name: address.name, modes: [], isAddress: true };
  return {
    text: address.name,
    image: "map-marker-outline",
    modes: [],
    hint: "",
    choose: () => take(place),
  };
}

/** What is offered before anything is typed: the own place, stops around it, those chosen lately.
 * @param {{context: Context, recent: RecentPlaces, nearby: StopHit[], locate: () => void,
 *   take: (place: ChosenPlace) => void, forget: () => void}} parts
 * @returns {Option[]} */
export function standingOptions({ context, recent, nearby, locate, take, forget }) {
  const { speaker } = context;
  const kept = recent.all();
  const line = (/** @type {string} */ text, /** @type {string} */ image, /** @type {() => void} */ choose) =>
    ({ text, image, modes: [], hint: "", choose });
  return [
    line(speaker.say("search.myLocation"), "crosshairs-gps", locate),
    ...nearby.map((hit) => stopOption({ ...hit, highlights: [] }, context, take)),
    ...kept.map((place) =>
      ({ ...line(place.name, "history", () => take(place)), modes: place.modes })
    ),
    ...(kept.length === 0 ? [] : [line(speaker.say("search.forget"), "close", forget)]),
  ];
}

/** @param {Option} option
 * @param {string} id */
export function optionLine(option, id) {
  return h(
    "li",
    { id, role: "option", "aria-selected": "false", onclick: () => option.choose() },
    icon(option.image),
    h("span", { class: "suggestion-name" },
      ...(typeof option.text === "string" ? [option.text] : option.text)),
    h("span", { class: "suggestion-modes" }, ...option.modes.slice(0, 4).map(modeIcon)),
    option.hint === "" ? null : h("span", { class: "suggestion-hint" }, option.hint),
  );
}
