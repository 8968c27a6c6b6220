// The lines of a place's list of suggestions.

/** @import { Context } from "../context.js" */
/** @import { Mode } from "../types.js" */
/** @import { ChosenPlace, RecentPlaces } from "./places.js" */
/** @import { OwnPlace } from "../rider/home-and-work.js" */
/** @import { Address, FoundPlace, StopHit } from "./wire.js" */
import { modeIcon } from "../badge.js";
import { distance } from "../format.js";
import { h, icon } from "../render.js";
import { OWN_PLACES, homeAndWork, keepAs } from "../rider/home-and-work.js";
import { KIND_ICONS, chosenOf, detailOf, highlightsOf, nameOf } from "./found-places.js";
import { coordinateValue, markedParts, placeOfHit } from "./places.js";
import { coordinateOf } from "./query.js";

/** A line of the list; `detail` is below the text, `hint` at its end.
 * @typedef {{text: string|Node[], image: string, modes: Mode[], hint: string, detail?: string,
 *   choose: () => void}} Option */

/** The picture of each. @type {Record<OwnPlace, string>} */
const OWN_ICONS = { home: "home-outline", work: "domain" };

/** @param {string} name
 * @param {[number, number][]} highlights */
function marked(name, highlights) {
  return markedParts(name, highlights).map((part) =>
    part.marked ? h("mark", {}, part.text) : document.createTextNode(part.text)
  );
}

/** A name with another of the same place, which is the one that was typed.
 * @param {string} name
 * @param {string|undefined} other
 * @param {(name: string) => [number, number][]} highlights of what was typed */
function namedBoth(name, other, highlights) {
  if (other === undefined || other === name) return marked(name, highlights(name));
  return [document.createTextNode(`${name} (`), ...marked(other, highlights(other)), document.createTextNode(")")];
}

/** A place of any kind.
 * @param {FoundPlace} place
 * @param {string} typed
 * @param {Context} context
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option} */
export function placeOption(place, typed, { speaker }, take) {
  const metres = place.distanceMetres;
  return {
    text: namedBoth(nameOf(place, speaker), place.matched, (name) => highlightsOf(name, typed)),
    image: KIND_ICONS[place.kind],
    modes: [],
    detail: detailOf(place, speaker),
    hint: metres === undefined ? "" : distance(metres, speaker.locale),
    choose: () => take(chosenOf(place, speaker)),
  };
}

/** A place that was chosen before.
 * @param {ChosenPlace} place
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option} */
export function chosenOption(place, take) {
  return { text: place.name, image: "history", modes: place.modes, hint: "", detail: place.detail, choose: () => take(place) };
}

/** A stop, with what was typed marked in its name.
 * @param {StopHit} hit
 * @param {Context} context
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option} */
export function stopOption(hit, context, take) {
  const metres = hit.distanceMetres;
  return {
    text: namedBoth(hit.name, hit.matched, () => hit.highlights ?? []),
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

/** Home and work, as far as they are kept.
 * @param {Context} context
 * @param {(place: ChosenPlace) => void} take
 * @returns {Option[]} */
function ownOptions({ speaker }, take) {
  const kept = homeAndWork();
  return OWN_PLACES.flatMap((which) => {
    const place = kept[which];
    if (place === undefined) return [];
    const name = speaker.say(`own.${which}`);
    return [{ text: name, image: OWN_ICONS[which], modes: [], hint: "", detail: place.name, choose: () => take({ ...place, name }) }];
  });
}

/** What keeps the place of the field as home or work, where none is kept; the settings have another.
 * @param {Context} context
 * @param {ChosenPlace|null} chosen
 * @param {() => void} done
 * @returns {Option[]} none for where the rider is, which is kept nowhere */
function keepingOptions({ speaker }, chosen, done) {
  if (chosen === null || coordinateOf(chosen.value) !== null && chosen.isAddress !== true) return [];
  const kept = homeAndWork();
  if (OWN_PLACES.some((which) => kept[which]?.value === chosen.value)) return [];
  return OWN_PLACES.filter((which) => kept[which] === undefined).map((which) => ({
    text: speaker.say(`own.${which}Keep`, { place: chosen.name }), image: OWN_ICONS[which], modes: [], hint: "",
    choose: () => {
      keepAs(which, chosen);
      done();
    },
  }));
}

/** What is offered before anything is typed: home and work, the own place, stops around it, those chosen lately.
 * @param {{context: Context, recent: RecentPlaces, nearby: StopHit[], chosen: ChosenPlace|null, isOwn: boolean,
 *   locate: () => void, take: (place: ChosenPlace) => void, kept: () => void, forget: () => void}} parts `chosen` is what the
 *   field holds; `isOwn` is where it keeps home or work itself
 * @returns {Option[]} */
export function standingOptions({ context, recent, nearby, chosen, isOwn, locate, take, kept, forget }) {
  const { speaker } = context;
  const own = new Set(Object.values(homeAndWork()).map(({ value }) => value));
  const lately = recent.all().filter(({ value }) => !own.has(value));
  const line = (/** @type {string} */ text, /** @type {string} */ image, /** @type {() => void} */ choose) =>
    ({ text, image, modes: [], hint: "", choose });
  return [
    ...(isOwn ? [] : ownOptions(context, take)),
    line(speaker.say("search.myLocation"), "crosshairs-gps", locate),
    ...nearby.map((hit) => stopOption({ ...hit, highlights: [] }, context, take)),
    ...lately.map((place) => chosenOption(place, take)),
    ...(isOwn ? [] : keepingOptions(context, chosen, kept)),
    ...(lately.length === 0 ? [] : [line(speaker.say("search.forget"), "close", forget)]),
  ];
}

/** @param {Option} option
 * @param {string} id */
export function optionLine(option, id) {
  const { text, detail = "" } = option;
  return h(
    "li",
    { id, role: "option", "aria-selected": "false", onclick: () => option.choose() },
    icon(option.image),
    h("span", { class: "suggestion-name" },
      ...(typeof text === "string" ? [text] : text),
      detail === "" ? null : h("span", { class: "suggestion-detail" }, detail)),
    h("span", { class: "suggestion-modes" }, ...option.modes.slice(0, 4).map(modeIcon)),
    option.hint === "" ? null : h("span", { class: "suggestion-hint" }, option.hint),
  );
}
