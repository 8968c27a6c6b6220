// The sheet of a place on the map that is neither a stop nor a vehicle: what it is near, and connections from and to it.
// Fetched when it is first asked for.

/** @import { Context } from "../context.js" */
/** @import { ChosenPlace } from "./places.js" */
/** @import { FoundPlace } from "./wire.js" */
/** @import { MapScreen } from "../screens/map.js" */
import { distance } from "../format.js";
import { h, icon, loadStyle, sibling } from "../render.js";
import { OWN_PLACES, homeAndWork, keepAs, ownNameOf } from "../rider/home-and-work.js";
import { boardAddress, searchAtStop } from "../router.js";
import { nearestNamed, placesNear } from "./found-places.js";
import { RecentPlaces, coordinateValue, rememberOwnPlace } from "./places.js";
import { browserStore } from "../store.js";
import { bringIntoView } from "../map/bring.js";

/** @typedef {{latitude: number, longitude: number}} Point */

const STOPS = 3;

/** Counts what makes an earlier question idle. */
let latest = 0;

/** What is around a point, and what telling it needs.
 * @param {Point} point
 * @param {Context} context */
async function surroundings(point, context) {
  const style = loadStyle(sibling("../journeys.css", import.meta.url));
  const [places] = await Promise.all([placesNear(point).catch(() => []), context.learn(["streets"]), style]);
  return places;
}

/** Shows what a point is near, unless the rider has gone on meanwhile.
 * @param {MapScreen} screen
 * @param {Point & {isOwn?: boolean}} point `isOwn` where it is the rider's own place, which is kept nowhere */
export async function showHere(screen, point) {
  const { context, map } = screen;
  latest += 1;
  const mine = latest;
  // Who taps twice wants to come nearer.
  const leave = () => latest += 1;
  map.once("dblclick", leave);
  const places = await surroundings(point, context);
  map.off("dblclick", leave);
  if (mine !== latest || !screen.active || screen.card.open) return;
  const name = nearestNamed(places)?.name;
  const { speaker } = context;
  const title = name === undefined ? speaker.say("here.point") : speaker.say("here.near", { place: name });
  if (point.isOwn) rememberOwnPlace(coordinateValue(point));
  drawSheet(screen, { point, title, places, isOwn: point.isOwn === true });
}

/** Shows a place that was found by its name.
 * @param {MapScreen} screen
 * @param {Point & {name: string}} place */
export async function showFound(screen, place) {
  const { context } = screen;
  latest += 1;
  const mine = latest;
  const places = await surroundings(place, context);
  if (mine !== latest || !screen.active) return;
  screen.choose(null, null);
  drawSheet(screen, { point: place, title: place.name, places, isOwn: false });
}

/** @param {MapScreen} screen
 * @param {{point: Point, title: string, places: FoundPlace[], isOwn: boolean}} what */
function drawSheet(screen, { point, title, places, isOwn }) {
  const { context, card, ring, map, library, note } = screen;
  const { speaker } = context;
  const recent = new RecentPlaces(browserStore());
  /** @type {ChosenPlace} */
  const place = { value: coordinateValue(point), name: title, modes: [], isAddress: true };
  const isKnown = ownNameOf(place.value, speaker) !== undefined;
  const kept = homeAndWork();
  const missing = isKnown ? [] : OWN_PLACES.filter((which) => kept[which] === undefined);
  const search = (/** @type {"from"|"to"} */ end) =>
    h("a", { class: "button", href: searchAtStop(end, place.value), "data-control": end,
      onclick: () => isOwn || isKnown || recent.add(place) }, speaker.say(`board.${end}`));
  const keep = (/** @type {"home"|"work"} */ which) =>
    h("button", { type: "button", class: "quiet", "data-control": which, onclick: () =>
      note.say(speaker.say(keepAs(which, place) ? "own.kept" : "own.failed")) },
    icon(which === "home" ? "home-outline" : "domain"), speaker.say(`here.${which}Keep`));
  const stops = places.filter(({ kind }) => kind === "stop").slice(0, STOPS);
  card.fill(title, [icon("map-marker-outline")], [
    stops.length === 0 ? null : h("h3", { class: "card-label" }, speaker.say("here.stops")),
    stops.length === 0 ? null : h("ul", { class: "card-stops" }, ...stops.map((stop) => h("li", {},
      h("a", { href: boardAddress(stop.id ?? ""), "data-control": `stop-${stop.id}` }, stop.name),
      h("span", { class: "hint" }, distance(stop.distanceMetres ?? 0, speaker.locale))))),
    h("div", { class: "card-actions" }, search("from"), search("to")),
    missing.length === 0 ? null : h("div", { class: "card-actions" }, ...missing.map(keep)),
  ]);
  screen.element.classList.add("has-card");
  ring.put(map, library, point);
  bringIntoView(map, card.element, {
    centre: [point.longitude, point.latitude], zoom: map.getZoom(), duration: 400, onlyIfHidden: true,
  });
}
