// The rider's own place: asked for on a tap only, shown with its accuracy, kept nowhere.

/** @import { Speaker } from "../i18n.js" */
/** @import { MapScreen } from "../screens/map.js" */
import { distance } from "../format.js";
import { holds, metresPerUnit } from "../geometry.js";

/** The streets around the rider, and the stops with their names. */
const OPENING_ZOOM = 14;
/** Long enough to read the browser's question and to find the place then. */
const LONGEST_MILLISECONDS = 45_000;

/** @typedef {{longitude: number, latitude: number, accuracyMetres: number}} Location */

/** Asks the browser once.
 * @param {number} [patience] milliseconds after which no answer is one: browsers do not say that a question was
 *   closed without a word
 * @returns {Promise<Location>} fails with a message key */
export function findLocation(patience = LONGEST_MILLISECONDS) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject("map.locationFailed"), patience);
    if (!globalThis.isSecureContext) return reject("map.locationInsecure");
    if (!navigator.geolocation) return reject("map.locationFailed");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          longitude: coords.longitude,
          latitude: coords.latitude,
          accuracyMetres: coords.accuracy,
        }),
      (error) =>
        reject(
          error.code === error.PERMISSION_DENIED ? "map.locationDenied" : "map.locationFailed",
        ),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 },
    );
  });
}

/** @param {Location} location
 * @param {Speaker} speaker */
function locationSentence(location, speaker) {
  const metres = Math.max(10, location.accuracyMetres);
  return speaker.say("map.located", { distance: distance(metres, speaker.locale) });
}

/** Shows the place on a MapLibre map with a dot and a circle of its accuracy.
 * @param {any} map
 * @param {any} library MapLibre's namespace
 * @param {Location} location
 * @returns {() => void} takes it away */
function mark(map, library, location) {
  const circle = document.createElement("div");
  circle.className = "my-accuracy";
  const dot = document.createElement("div");
  dot.className = "my-place";
  const at = /** @type {[number, number]} */ ([location.longitude, location.latitude]);
  const markers = [circle, dot].map((element) =>
    new library.Marker({ element }).setLngLat(at).addTo(map)
  );
  const resize = () => {
    const world = 512 * 2 ** map.getZoom();
    const diameter = (2 * location.accuracyMetres * world) / metresPerUnit(location.latitude);
    circle.style.width = circle.style.height = `${Math.max(0, diameter)}px`;
  };
  resize();
  map.on("zoom", resize);
  return () => {
    map.off("zoom", resize);
    for (const marker of markers) marker.remove();
  };
}

/** Finds the rider once and shows the place on the map.
 * @param {any} map
 * @param {any} library
 * @param {Speaker} speaker
 * @returns {Promise<{sentence: string, location: Location|null, remove: (() => void)|undefined}>}
 *   the message for the rider, and how to take the mark away again */
async function locate(map, library, speaker) {
  try {
    const location = await findLocation();
    const remove = mark(map, library, location);
    return { sentence: locationSentence(location, speaker), location, remove };
  } catch (problem) {
    const key = typeof problem === "string" ? problem : "map.locationFailed";
    return {
      sentence: speaker.say(/** @type {any} */ (key)),
      location: null,
      remove: undefined,
    };
  }
}

/** Takes the mark of the last time away. @type {(() => void)|undefined} */
let removeMark;

/** Begins where the rider is, if that is in the network and the rider has not moved the map or chosen something meanwhile.
 * @param {MapScreen} screen */
export async function openHere(screen) {
  const { map, library, context } = screen;
  let isTouched = false;
  const touched = (/** @type {{originalEvent?: unknown}} */ event) => isTouched ||= event.originalEvent !== undefined;
  map.on("movestart", touched);
  const { location, remove } = await locate(map, library, context.speaker);
  map.off("movestart", touched);
  removeMark?.();
  removeMark = remove;
  const bounds = context.network?.bounds;
  if (location === null || isTouched || screen.card.open || !bounds) return;
  if (!holds(bounds, location.longitude, location.latitude)) return;
  map.jumpTo({ center: [location.longitude, location.latitude], zoom: Math.max(OPENING_ZOOM, map.getZoom()) });
}

/** Finds the rider once, says how well, and moves the map there.
 * @param {MapScreen} screen */
export async function showLocation(screen) {
  const { map, library, note, context } = screen;
  removeMark?.();
  const { sentence, location, remove } = await locate(map, library, context.speaker);
  removeMark = remove;
  note.say(sentence);
  if (location === null) return;
  screen.follow(false);
  const zoom = Math.max(14, map.getZoom());
  map.easeTo({ center: [location.longitude, location.latitude], zoom, duration: 500 });
  if (!context.network?.streets) return;
  screen.choose(null, null);
  const { showHere } = await import("../search/here.js");
  await showHere(screen, { ...location, isOwn: true });
}
