// Places of all kinds as the server finds them in its own index, and those that this device knows by itself.

/** @import { Context } from "../context.js" */
/** @import { Speaker } from "../i18n.js" */
/** @import { ChosenPlace, RecentPlaces } from "./places.js" */
/** @import { FoundPlace } from "./wire.js" */
import { homeAndWork, OWN_PLACES } from "../rider/home-and-work.js";
import { keptStops } from "../rider/kept-stops.js";
import { ask } from "../ask.js";
import { folded, wordsOf } from "../words.js";
import { coordinateValue } from "./places.js";

/** What is near a point. */
const AROUND = 20;
/** A point further away from it is not near an address. Metres. */
const NEAR_METRES = 120;

/** What is around a point, the stops among it nearest first.
 * @param {{latitude: number, longitude: number}} point
 * @returns {Promise<FoundPlace[]>} */
export async function placesNear(point) {
  const { places } = await ask(`/places?near=${encodeURIComponent(coordinateValue(point))}&limit=${AROUND}`);
  return places;
}

/** What a point among places is named after: an address, else a street, else whatever is nearest; undefined where
 * nothing is near.
 * @param {readonly FoundPlace[]} places
 * @returns {FoundPlace|undefined} */
export function nearestNamed(places) {
  const near = places.filter(({ distanceMetres = 0 }) => distanceMetres <= NEAR_METRES)
    .sort((one, other) => (one.distanceMetres ?? 0) - (other.distanceMetres ?? 0));
  return near.find(({ kind }) => kind === "address") ?? near.find(({ kind }) => kind === "street") ?? near[0];
}

/** The picture of each kind. @type {Record<FoundPlace["kind"], string>} */
export const KIND_ICONS = {
  stop: "bus-stop", address: "map-marker-outline", street: "road", poi: "flag-outline", locality: "map-outline",
  postcode: "map-marker-outline",
};

/** The words for places without a name, by their category.
 * @type {Record<string, "kind.toilets"|"kind.atm"|"kind.drinkingWater">} */
const UNNAMED = { toilets: "kind.toilets", atm: "kind.atm", drinking_water: "kind.drinkingWater" };

/** What a place is called: one without a name after what it is.
 * @param {FoundPlace} place
 * @param {Speaker} speaker */
export function nameOf({ name, category }, speaker) {
  const word = name === category ? UNNAMED[name] : undefined;
  return word === undefined ? name : speaker.say(word);
}

/** What a place that was found is to a search: stops have their id, all others where they are.
 * @param {FoundPlace} place
 * @param {Speaker} speaker
 * @returns {ChosenPlace} */
export function chosenOf(place, speaker) {
  const { kind, id } = place;
  const name = nameOf(place, speaker);
  if (kind === "stop" && id !== undefined) return { value: id, name, modes: [] };
  const detail = whereOf(place);
  return { value: coordinateValue(place), name, modes: [], isAddress: true, ...(detail === "" ? {} : { detail }) };
}

/** In which part of which town a place is, and at which street one without a name.
 * @param {FoundPlace} place */
function whereOf({ kind, name, street, district, locality }) {
  const parts = [kind === "poi" ? street : undefined, district, locality].filter((each) => each !== undefined && each !== name);
  return [...new Set(parts)].join(", ");
}

/** What distinguishes a place from others of its name: its kind and where it is.
 * @param {FoundPlace} place
 * @param {Speaker} speaker */
export function detailOf(place, speaker) {
  if (place.kind === "stop") return "";
  const isNamed = nameOf(place, speaker) === place.name;
  const parts = [isNamed ? speaker.say(`kind.${place.kind}`) : "", whereOf(place)];
  // Only streets have house numbers.
  if (place.match === "number-unknown" && place.kind === "street") parts.push(speaker.say("place.noNumber"));
  return parts.filter((each) => each !== "").join(" · ");
}

/** Where the words that were typed begin words of a name, for marking.
 * @param {string} name
 * @param {string} text
 * @returns {[number, number][]} from and to, in UTF-16 units, in order */
export function highlightsOf(name, text) {
  const typed = wordsOf(text);
  return [...name.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap(({ 0: word, index }) => {
    // Letters are counted without their accents, which may be characters of their own.
    const letters = word.normalize("NFC");
    if (letters.length !== word.length) return [];
    const found = typed.filter((each) => folded(word).startsWith(each)).sort((one, other) => other.length - one.length)[0];
    return found === undefined ? [] : [/** @type {[number, number]} */ ([index, index + Math.min(found.length, word.length)])];
  });
}

/** The places of a name that this device knows by itself: home and work, what was chosen lately, what was saved.
 * @param {string} text
 * @param {{context: Context, recent: RecentPlaces}} here
 * @returns {ChosenPlace[]} each once */
export function knownPlaces(text, { context, recent }) {
  const { speaker, saved } = context;
  const kept = homeAndWork();
  const own = OWN_PLACES.flatMap((which) => {
    const place = kept[which];
    return place === undefined ? [] : [{ ...place, name: speaker.say(`own.${which}`), detail: place.name }];
  });
  const ends = saved.connections.flatMap(({ from, to, vias }) => [from, to, ...vias ?? []]);
  const stops = [...keptStops(), ...ends.flatMap(({ stop, name }) => stop ? [{ id: stop, name }] : [])]
    .map(({ id, name }) => ({ value: id, name, modes: [] }));
  const typed = wordsOf(text);
  const isMeant = (/** @type {ChosenPlace} */ { name, detail = "" }) => {
    const words = folded(`${name} ${detail}`).split(/[^\p{L}\p{N}]+/u);
    return typed.every((each) => words.some((word) => word.startsWith(each)));
  };
  const all = [...own, ...recent.all(), ...stops].filter(isMeant);
  return all.filter(({ value }, at) => all.findIndex((each) => each.value === value) === at);
}
