// The map for editing a campus: its stops and routes, and the current drawing.

/** @import { Context } from "../context.js" */
/** @import { CampusRoute, CampusStop, Place } from "./wire.js" */
import { Basemap } from "../map/basemap.js";
import { canDrawMaps, loadMapLibrary } from "../map/library.js";
import { stopFeatures } from "../map/style.js";
import { loadStyle, sibling } from "../render.js";

const TAP_RADIUS = 12;
const FINEST_FIT = 16;

/** @param {Place[]} points
 * @param {boolean} closes whether the last point connects to the first
 * @returns {[number, number][]} */
export function corners(points, closes) {
  const all = points.map(({ longitude, latitude }) => /** @type {[number, number]} */ ([longitude, latitude]));
  return closes && all.length > 2 ? [...all, all[0]] : all;
}

/** @param {unknown[]} features */
function collection(features) {
  return { type: "FeatureCollection", features };
}

/** The routes as lines for the map.
 * @param {CampusRoute[]} routes */
export function routeFeatures(routes) {
  return collection(routes.filter((route) => route.points.length > 1).map((route) => ({
    type: "Feature",
    properties: { id: String(route.id), mode: "bus", colour: route.color, sortOrder: route.id },
    geometry: { type: "LineString", coordinates: corners(route.points, true) },
  })));
}

export class CampusMap extends Basemap {
  /** @param {Context} context
   * @param {{onTap: (place: Place, stop: number|null) => void, onMoved: (place: Place) => void}} options */
  constructor(context, { onTap, onMoved }) {
    super(context);
    this.onTap = onTap;
    this.onMoved = onMoved;
    this.holder.classList.add("campus-map");
    /** @private */
    this.lines = routeFeatures([]);
    /** The current drawing. @private */
    this.draft = collection([]);
    /** @private @type {any} */
    this.marker = null;
    /** @private @type {any} */
    this.library = null;
  }

  /** Creates the map and shows the existing stops and routes.
   * @param {CampusStop[]} stops
   * @param {CampusRoute[]} routes
   * @returns {Promise<boolean>} whether this browser can show a map */
  async open(stops, routes) {
    if (!canDrawMaps()) return false;
    if (this.map !== null) return true;
    const [library] = await Promise.all([loadMapLibrary(), loadStyle(sibling("../map.css", import.meta.url))]);
    this.library = library;
    this.take(stops, routes);
    await this.create(library, null);
    this.map.getCanvas().setAttribute("aria-label", this.context.speaker.say("campus.map"));
    this.map.on("click", (/** @type {any} */ event) => this.tapped(event));
    const places = [...stops, ...routes.flatMap((route) => route.points)];
    if (places.length > 0) this.fitPlaces(places);
    return true;
  }

  /** @param {CampusStop[]} stops
   * @param {CampusRoute[]} routes */
  show(stops, routes) {
    this.take(stops, routes);
    this.map?.resize();
    this.renew("stops", this.stops.data);
    this.renew("routes", this.lines);
  }

  /** Shows the current drawing: the line of a route in its colour.
   * @param {Place[]} points
   * @param {string} colour */
  draw(points, colour) {
    const properties = { colour };
    this.draft = collection([
      { type: "Feature", properties, geometry: { type: "LineString", coordinates: corners(points, true) } },
      ...points.map((point) => ({ type: "Feature", properties,
        geometry: { type: "Point", coordinates: [point.longitude, point.latitude] } })),
    ].filter(({ geometry }) => geometry.coordinates.length > 1));
    this.renew("draft", this.draft);
  }

  /** Shows the draggable pin, or removes it.
   * @param {Place|null} place */
  pin(place) {
    if (this.map === null) return;
    if (place === null) {
      this.marker?.remove();
      this.marker = null;
      return;
    }
    if (this.marker === null) {
      const marker = new this.library.Marker({ draggable: true, color: "#0b57b8" });
      marker.setLngLat([place.longitude, place.latitude]).addTo(this.map);
      marker.on("dragend", () => {
        const { lng: longitude, lat: latitude } = marker.getLngLat();
        this.onMoved({ longitude, latitude });
      });
      this.marker = marker;
    }
    this.marker.setLngLat([place.longitude, place.latitude]);
    if (!this.map.getBounds().contains([place.longitude, place.latitude])) this.look(place);
  }

  /** The centre of the visible map; null without a map.
   * @returns {Place|null} */
  middle() {
    if (this.map === null) return null;
    const { lng: longitude, lat: latitude } = this.map.getCenter();
    return { longitude, latitude };
  }

  /** @param {Place} place */
  look(place) {
    this.map?.jumpTo({ center: [place.longitude, place.latitude], zoom: Math.max(15, this.map.getZoom()) });
  }

  /** @private
   * @param {Place[]} places */
  fitPlaces(places) {
    const longitudes = places.map((place) => place.longitude);
    const latitudes = places.map((place) => place.latitude);
    this.map.fitBounds(
      [[Math.min(...longitudes), Math.min(...latitudes)], [Math.max(...longitudes), Math.max(...latitudes)]],
      { padding: 48, duration: 0, maxZoom: FINEST_FIT });
  }

  /** @private
   * @param {any} event */
  tapped(event) {
    const { x, y } = event.point;
    const box = [[x - TAP_RADIUS, y - TAP_RADIUS], [x + TAP_RADIUS, y + TAP_RADIUS]];
    const [found] = this.map.queryRenderedFeatures(box, { layers: ["stops"] });
    const { lng: longitude, lat: latitude } = event.lngLat;
    this.onTap({ longitude, latitude }, found === undefined ? null : Number(found.properties.id));
  }

  /** @private
   * @param {CampusStop[]} stops
   * @param {CampusRoute[]} routes */
  take(stops, routes) {
    const shown = stops.map(({ id, name, longitude, latitude }) =>
      ({ id: String(id), name: name ?? "", longitude, latitude, parent: null, locationType: "stop", modes: [] }));
    this.stops.data = stopFeatures(/** @type {any[]} */ (shown));
    this.lines = routeFeatures(routes);
  }

  /** @private
   * @param {string} source
   * @param {unknown} data */
  renew(source, data) {
    if (this.map === null) return;
    const there = this.map.getSource(source);
    if (there === undefined) this.restyle();
    else there.setData(data);
  }

  /** @protected
   * @override */
  style() {
    const style = super.style();
    style.sources.routes = { type: "geojson", data: this.lines };
    style.sources.draft = { type: "geojson", data: this.draft };
    const line = { id: "draft-line", type: "line", source: "draft", filter: ["==", ["geometry-type"], "LineString"],
      paint: { "line-color": ["get", "colour"], "line-width": 6, "line-dasharray": [1.6, 0.8] } };
    const points = { id: "draft-corners", type: "circle", source: "draft", filter: ["==", ["geometry-type"], "Point"],
      paint: { "circle-color": "#ffffff", "circle-stroke-color": ["get", "colour"], "circle-radius": 4,
        "circle-stroke-width": 2 } };
    style.layers.splice(style.layers.findIndex((/** @type {any} */ { id }) => id === "stops"), 0, line, points);
    return style;
  }
}
