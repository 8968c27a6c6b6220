// The map of a day: legs in the colours of their lines or modes, stays as dots. Everything is in the list too.

/** @import { Context } from "../context.js" */
/** @import { DiaryItem, DiaryMode } from "./wire.js" */
import { Basemap } from "../map/basemap.js";
import { canDrawMaps, loadMapLibrary } from "../map/library.js";
import { loadStyle, sibling } from "../render.js";

/** @type {Record<DiaryMode, string>} */
export const COLOURS = {
  walk: "#6b7280", run: "#8a5a00", bike: "#14763f", car: "#5a3fb0", bus: "#b3201a", tram: "#0b57b8", rail: "#16191d",
  subway: "#0f766e", ferry: "#0369a1",
};

/** The day as GeoJSON: legs, then stays above them.
 * @param {DiaryItem[]} items */
export function dayFeatures(items) {
  /** @type {any[]} */
  const features = [];
  for (const item of items) {
    if (item.kind !== "trip") continue;
    for (const leg of item.legs) {
      // A leg through a tunnel may have no place of its own.
      if (leg.geometry === undefined) continue;
      features.push({ type: "Feature", geometry: leg.geometry, properties: {
        id: leg.id, kind: "leg", colour: leg.lines?.[0]?.colour ?? COLOURS[leg.mode] ?? "#6b7280", walks: leg.mode === "walk",
      } });
    }
  }
  const named = new Set();
  for (const item of items) {
    if (item.kind !== "stay") continue;
    const name = item.name ?? item.nearStop?.name ?? "";
    features.push({ type: "Feature", geometry: { type: "Point", coordinates: [item.longitude, item.latitude] },
      // Who comes back to a place sees its name there once.
      properties: { id: item.id, kind: "stay", name: named.has(name) ? "" : name } });
    named.add(name);
  }
  return { type: "FeatureCollection", features };
}

export class DayMap extends Basemap {
  /** @param {Context} context */
  constructor(context) {
    super(context);
    this.holder.classList.add("diary-map");
    /** @private */
    this.data = dayFeatures([]);
    /** @private */
    this.pointed = "";
  }

  /** @param {DiaryItem[]} items
   * @returns {Promise<boolean>} whether there can be a map here */
  async show(items) {
    if (!canDrawMaps()) return false;
    const before = JSON.stringify(this.data);
    this.data = dayFeatures(items);
    if (this.map === null) {
      const [library] = await Promise.all([loadMapLibrary(), loadStyle(sibling("../map.css", import.meta.url))]);
      if (this.map === null) {
        await this.create(library, null);
        this.map.getCanvas().setAttribute("aria-label", this.context.speaker.say("diary.map"));
      }
    } else {
      this.map.resize();
      this.map.getSource("diary")?.setData(this.data);
    }
    if (JSON.stringify(this.data) !== before) this.fitDay();
    return true;
  }

  /** Lets a leg stand out.
   * @param {string|null} id */
  point(id) {
    if (this.map === null || this.map.getLayer("diary-legs") === undefined) return;
    this.map.setPaintProperty("diary-legs", "line-width", id === null ? 5 : ["case", ["==", ["get", "id"], id], 9, 4]);
  }

  /** @private */
  fitDay() {
    const points = this.data.features.flatMap(({ geometry }) =>
      geometry.type === "Point" ? [geometry.coordinates] : geometry.coordinates);
    if (points.length === 0) return;
    const longitudes = points.map(([longitude]) => longitude);
    const latitudes = points.map(([, latitude]) => latitude);
    this.map.fitBounds([[Math.min(...longitudes), Math.min(...latitudes)], [Math.max(...longitudes), Math.max(...latitudes)]],
      { padding: 56, duration: 0, maxZoom: 15 });
  }

  /** @protected
   * @override */
  style() {
    const style = super.style();
    const isDark = style.layers[0].paint["background-color"] < "#8";
    // The network stands back behind what was travelled.
    for (const layer of style.layers) if (layer.id === "routes" || layer.id === "routes-hanging") layer.paint["line-opacity"] = 0.12;
    style.sources.diary = { type: "geojson", data: this.data };
    const legs = ["==", ["get", "kind"], "leg"];
    style.layers.push(
      { id: "diary-casing", type: "line", source: "diary", filter: legs, layout: { "line-cap": "round", "line-join": "round" },
        paint: { "line-color": isDark ? "#f0f1f3" : "#ffffff", "line-width": 9 } },
      { id: "diary-legs", type: "line", source: "diary", filter: legs, layout: { "line-cap": "round", "line-join": "round" },
        paint: { "line-color": ["get", "colour"], "line-width": 5 } },
      { id: "diary-stays", type: "circle", source: "diary", filter: ["==", ["get", "kind"], "stay"],
        paint: { "circle-color": "#ffffff", "circle-radius": 7, "circle-stroke-color": "#16191d", "circle-stroke-width": 3 } },
      { id: "diary-names", type: "symbol", source: "diary", filter: ["==", ["get", "kind"], "stay"],
        layout: { "text-field": ["get", "name"], "text-font": ["sans-serif"], "text-size": 14,
          "text-variable-anchor": ["top", "bottom", "left", "right"], "text-radial-offset": 0.9, "text-max-width": 9 },
        paint: { "text-color": isDark ? "#f0f1f3" : "#16191d", "text-halo-color": isDark ? "#15171a" : "#ffffff", "text-halo-width": 2 } });
    return style;
  }
}
