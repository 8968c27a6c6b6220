// A picture of the map around a place, in light colours, for paper.

/** @import { Context } from "../context.js" */
import { loadStyle, sibling } from "../render.js";
import { tokenColour } from "../tokens.js";
import { Basemap } from "./basemap.js";
import { canDrawMaps, loadMapLibrary } from "./library.js";

/** The streets around, with their names. */
const ZOOM = 16;
/** Pixels for each CSS pixel: paper is finer than most screens. */
const PIXELS = 2.5;
/** What has not loaded by then is missing in the picture. */
const LONGEST_MILLISECONDS = 15_000;

class StillMap extends Basemap {
  /** @param {Context} context */
  constructor(context) {
    super(context);
    /** What it shows, in the middle. @private */
    this.place = { latitude: 0, longitude: 0 };
    this.holder.classList.add("still-map");
  }

  /** @protected
   * @override */
  get options() {
    return { interactive: false, pixelRatio: PIXELS, fadeDuration: 0, canvasContextAttributes: { preserveDrawingBuffer: true } };
  }

  /** @protected
   * @override */
  get isDark() {
    return false;
  }

  /** @protected
   * @override */
  style() {
    const style = super.style();
    const { longitude, latitude } = this.place;
    style.sources.here = { type: "geojson", data: { type: "Point", coordinates: [longitude, latitude] } };
    style.layers.push({ id: "here", type: "circle", source: "here",
      paint: { "circle-color": "transparent", "circle-radius": 13, "circle-stroke-color": tokenColour("accent"), "circle-stroke-width": 4 } });
    return style;
  }

  /** @param {{latitude: number, longitude: number}} place
   * @returns {Promise<string>} an address of the picture */
  async picture(place) {
    this.place = place;
    await this.create(await loadMapLibrary(), { ...place, zoom: ZOOM });
    const bounds = this.map.getBounds();
    const view = { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
    await this.loaded();
    await this.loadStops(view);
    await this.loaded();
    const picture = this.map.getCanvas().toDataURL();
    this.map.remove();
    this.map = null;
    return picture;
  }

  /** @private */
  async loaded() {
    const isThere = new Promise((resolve) => this.map.once("idle", resolve));
    this.map.triggerRepaint();
    await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, LONGEST_MILLISECONDS))]);
  }
}

/** One draws all pictures, one after the other. @type {StillMap|null} */
let still = null;
/** Done when the last one is drawn. @type {Promise<unknown>} */
let drawing = Promise.resolve();

/** Draws the surroundings of a place.
 * @param {Context} context
 * @param {{latitude: number, longitude: number}} place
 * @returns {Promise<{address: string, credit: Element|null}|null>} null where the browser cannot draw maps */
export async function surroundings(context, place) {
  if (!canDrawMaps()) return null;
  await loadStyle(sibling("../map.css", import.meta.url));
  const map = still ??= new StillMap(context);
  const picture = drawing.then(() => drawn(map, place));
  drawing = picture.catch(() => {});
  return { address: await picture, credit: map.holder.querySelector(".map-credit") };
}

/** @param {StillMap} map
 * @param {{latitude: number, longitude: number}} place */
async function drawn(map, place) {
  map.holder.replaceChildren();
  document.body.append(map.holder);
  try {
    return await map.picture(place);
  } finally {
    map.holder.remove();
  }
}
