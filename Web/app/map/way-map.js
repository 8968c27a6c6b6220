// A map of a way that was or will be travelled: legs in the colours of their lines, those on foot dotted, and places.

/** @import { Context } from "../context.js" */
import { loadStyle, sibling } from "../render.js";
import { tokenColour } from "../tokens.js";
import { Basemap } from "./basemap.js";
import { canDrawMaps, loadMapLibrary } from "./library.js";
import { FONT } from "./style.js";

/** Longitude first. @typedef {[number, number]} Point */

/** A part of the way, and whether it is walked.
 * @param {{id: string, colour: string, walks: boolean, points: Point[]}} leg */
export function legFeature({ id, colour, walks, points }) {
  return { type: "Feature", geometry: { type: "LineString", coordinates: points }, properties: { id, kind: "leg", colour, walks } };
}

/** A place on the way; `kind` is "passed" where the vehicle only calls.
 * @param {{id: string, name: string, point: Point, kind?: "place"|"passed"}} place */
export function placeFeature({ id, name, point, kind = "place" }) {
  return { type: "Feature", geometry: { type: "Point", coordinates: point }, properties: { id, kind, name } };
}

/** @typedef {ReturnType<typeof legFeature>|ReturnType<typeof placeFeature>} WayFeature */

/** From how near the way is shown, and a leg of it. */
const WAY_ZOOM = 15;
const LEG_ZOOM = 17;
/** From how near the beginning of a walk's step is shown. */
const STEP_ZOOM = 18;
/** Pixels around the way: names are below their places, and the credit below those. */
const PADDING = { top: 40, bottom: 72, left: 56, right: 56 };
/** No line has this id, so that all lines are faint. */
const NO_LINE = "";

export class WayMap extends Basemap {
  /** @param {Context} context
   * @param {{isBare?: boolean}} [options] a bare map has nothing but the way, and asks the server for nothing */
  constructor(context, { isBare = false } = {}) {
    super(context);
    this.isBare = isBare;
    this.holder.classList.add("way-map");
    this.line = NO_LINE;
    /** @private */
    this.data = { type: "FeatureCollection", features: /** @type {WayFeature[]} */ ([]) };
    /** @private */
    this.label = "";
    /** @private @type {Promise<void>|undefined} */
    this.making = undefined;
    context.settings.onChange(() => this.map !== null && this.restyle());
  }

  /** @param {WayFeature[]} features
   * @param {string} label what the map is called
   * @returns {Promise<boolean>} whether there can be a map here */
  async show(features, label) {
    if (!canDrawMaps()) return false;
    const before = JSON.stringify(this.data);
    this.data = { type: "FeatureCollection", features };
    this.label = label;
    if (this.map === null) {
      const library = await this.fetch();
      this.making ??= this.create(library, null).then(() => this.watchSize());
      await this.making;
    }
    this.map.resize();
    const put = () => this.map.getSource("way").setData(this.data);
    // While its style is being loaded, the map has no source yet.
    if (this.map.getSource("way") === undefined) this.map.once("load", put);
    else put();
    this.map.getCanvas().setAttribute("aria-label", this.label);
    if (JSON.stringify(this.data) !== before) this.fitWay();
    return true;
  }

  /** Shows all of the way again where the map gets another size, as when a phone is turned.
   * @private */
  watchSize() {
    new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width === 0) return;
      this.map.resize();
      this.fitWay();
    }).observe(this.holder);
  }

  /** Fetches what a map needs, so that showing one does not.
   * @returns {Promise<any>} MapLibre's namespace */
  async fetch() {
    const [library] = await Promise.all([loadMapLibrary(), loadStyle(sibling("../map.css", import.meta.url))]);
    return library;
  }

  /** Draws the network and the streets too. */
  async dress() {
    this.isBare = false;
    if (this.map === null) return;
    await this.loadStreets();
    this.streets?.furnish(this);
    this.restyle();
  }

  /** @protected
   * @override */
  async loadStreets() {
    if (!this.isBare) await super.loadStreets();
  }

  /** @protected
   * @override */
  async core() {
    return this.isBare ? null : await super.core();
  }

  /** Lets a leg stand out.
   * @param {string|null} id */
  point(id) {
    if (this.map === null || this.map.getLayer("way-legs") === undefined) return;
    this.map.setPaintProperty("way-legs", "line-width", id === null ? 5 : ["case", ["==", ["get", "id"], id], 9, 4]);
  }

  /** Shows a leg from near, or with null all of the way again.
   * @param {string|null} id */
  look(id) {
    if (this.map === null) return;
    const leg = this.data.features.filter(({ properties }) => properties.kind === "leg" && properties.id === id);
    if (leg.length === 0) this.fitWay();
    else this.fitWay(leg, LEG_ZOOM);
  }

  /** Shows a point from near.
   * @param {number[]} point longitude first */
  lookAt(point) {
    this.map?.jumpTo({ center: point, zoom: STEP_ZOOM });
  }

  /** @private */
  fitWay(features = this.data.features, maxZoom = WAY_ZOOM) {
    const points = features.flatMap(({ geometry }) => /** @type {Point[]} */ (
      geometry.type === "Point" ? [geometry.coordinates] : geometry.coordinates));
    if (points.length === 0) return;
    const longitudes = points.map(([longitude]) => longitude);
    const latitudes = points.map(([, latitude]) => latitude);
    this.map.fitBounds([[Math.min(...longitudes), Math.min(...latitudes)], [Math.max(...longitudes), Math.max(...latitudes)]],
      { padding: PADDING, duration: 0, maxZoom });
  }

  /** @protected
   * @override */
  style() {
    // The network is drawn fainter than the way, and its names below those of the way.
    const style = super.style();
    if (this.isBare) Object.assign(style, { sources: {}, layers: style.layers.slice(0, 1) });
    const [ink, paper, surface] = ["ink", "paper", "surface"].map(tokenColour);
    style.sources.way = { type: "geojson", data: this.data };
    const kind = (/** @type {string} */ name) => ["==", ["get", "kind"], name];
    const legs = (/** @type {boolean} */ walks) => ["all", kind("leg"), walks ? ["get", "walks"] : ["!", ["get", "walks"]]];
    const layout = { "line-cap": "round", "line-join": "round" };
    const colour = ["get", "colour"];
    style.layers.push(
      { id: "way-casing", type: "line", source: "way", filter: kind("leg"), layout, paint: { "line-color": surface, "line-width": 9 } },
      { id: "way-legs", type: "line", source: "way", filter: legs(false), layout, paint: { "line-color": colour, "line-width": 5 } },
      { id: "way-walks", type: "line", source: "way", filter: legs(true), layout,
        paint: { "line-color": colour, "line-width": 5, "line-dasharray": [0, 1.6] } },
      { id: "way-passed", type: "circle", source: "way", filter: kind("passed"),
        paint: { "circle-color": surface, "circle-radius": 3, "circle-stroke-color": ink, "circle-stroke-width": 1.5 } },
      { id: "way-places", type: "circle", source: "way", filter: kind("place"),
        paint: { "circle-color": surface, "circle-radius": 7, "circle-stroke-color": ink, "circle-stroke-width": 3 } },
      { id: "way-names", type: "symbol", source: "way", filter: kind("place"),
        layout: { "text-field": ["get", "name"], "text-font": FONT, "text-size": 14,
          "text-variable-anchor": ["top", "bottom", "left", "right"], "text-radial-offset": 0.9, "text-max-width": 9 },
        paint: { "text-color": ink, "text-halo-color": paper, "text-halo-width": 2 } });
    return style;
  }
}
