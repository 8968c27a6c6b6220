// The map under the screen: MapLibre with our style, the stops in view, and where it looks.

/** @import { Context } from "../context.js" */
/** @import { Box, Stop } from "../types.js" */
/** @import { Camera } from "./camera.js" */
import { ask } from "../ask.js";
import { bboxParameter, contains, middleBox, padded } from "../geometry.js";
import { h } from "../render.js";
import { isDark } from "../settings.js";
import { storeArea } from "./stored-area.js";
import { mapStyle, stopFeatures } from "./style.js";

const STOPS_FROM_ZOOM = 11;
const STOPS_AT_MOST = 1000;

/** What maps of the app have in common. */
export class Basemap {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.holder = h("div", { class: "map" });
    /** MapLibre's map, once it is there. @type {any} */
    this.map = null;
    /** The only line to stand out. @type {string|null} */
    this.line = null;
    /** @private */
    this.size = { width: 0, height: 0 };
    /** @protected */
    this.stops = { box: /** @type {Box|null} */ (null), data: stopFeatures([]) };
    /** @private whether the style is to be renewed when the present one is loaded */
    this.restyling = false;
    /** @protected @type {typeof import("./streets.js")|null} */
    this.streets = null;
    /** How to draw the operator's tiles, if they are not Takt's own. @private @type {import("./foreign-tiles.js").ForeignTiles|null} */
    this.foreign = null;
    /** The address of the tiles that are drawn. @private @type {string|undefined} */
    this.shownTiles = undefined;
    context.onChange(() => this.map !== null && this.shownTiles !== this.tiles && this.restyle());
  }

  /** Makes the map; without a view it shows where most of its service is.
   * @protected
   * @param {any} library MapLibre's namespace
   * @param {import("../router.js").MapView|null} view */
  async create(library, view) {
    const [bounds] = await Promise.all([view === null ? this.core() : null, this.loadStreets()]);
    const start = view !== null
      ? { center: [view.longitude, view.latitude], zoom: view.zoom }
      : bounds
      ? { bounds: [bounds.west, bounds.south, bounds.east, bounds.north],
        fitBoundsOptions: { padding: 24 } }
      : { center: [8.3, 47.2], zoom: 9 };
    this.map = new library.Map({
      container: this.holder,
      style: this.style(),
      attributionControl: false,
      maxPitch: 0,
      maxZoom: 18,
      minZoom: 5,
      fadeDuration: 100,
      dragRotate: true,
      pitchWithRotate: false,
      ...start,
      ...this.options,
    });
    this.map.touchPitch.disable();
    const measure = () => {
      this.size = { width: this.holder.clientWidth, height: this.holder.clientHeight };
    };
    this.map.on("resize", measure);
    measure();
    this.streets?.furnish(this);
    this.map.once("idle", async () => {
      this.foreign = await this.streets?.foreignIn(this.map, this.tiles).catch(() => null) ?? null;
      if (this.foreign !== null) this.restyle();
    });
  }

  /** The address of the tiles to draw; undefined without any.
   * @private */
  get tiles() {
    return this.streets?.tilesNow(this.context);
  }

  /** @protected */
  async loadStreets() {
    if (this.context.network?.streets?.tiles === undefined) return;
    this.streets = await import("./streets.js").catch(() => null);
    await this.streets?.openKept();
  }

  /** Where most of the stops are.
   * @protected */
  async core() {
    if (this.context.network?.core) return this.context.network.core;
    try {
      const { stops } = await ask(`/stops?limit=${STOPS_AT_MOST}`);
      const places = /** @type {Stop[]} */ (stops).map(({ longitude, latitude }) =>
        /** @type {[number, number]} */ ([longitude, latitude])
      );
      return middleBox(places, 0.76) ?? this.context.network?.bounds ?? null;
    } catch {
      return this.context.network?.bounds ?? null;
    }
  }

  /** Draws the map again with the present theme and line. */
  restyle() {
    // A style that is still loading cannot be changed in part.
    if (!this.map.isStyleLoaded()) {
      if (!this.restyling) this.map.once("idle", () => {
        this.restyling = false;
        this.restyle();
      });
      this.restyling = true;
      return;
    }
    this.map.setStyle(this.style());
  }

  /** @protected */
  style() {
    const { network, speaker } = this.context;
    const look = { dark: this.isDark, language: speaker.language };
    const { tiles, streets, foreign } = this;
    this.shownTiles = tiles;
    return mapStyle({
      dark: look.dark,
      line: this.line,
      stops: this.stops.data,
      landscape: network?.landscape === true && streets === null,
      streets: streets === null || tiles === undefined ? null : {
        source: streets.streetSource(tiles, foreign?.maxzoom),
        layers: (foreign ?? streets).streetLayers(look),
        names: (foreign ?? streets).streetNames(look),
      },
    });
  }

  /** More options for MapLibre's map.
   * @protected
   * @returns {object} */
  get options() {
    return {};
  }

  /** @protected */
  get isDark() {
    return isDark(this.context.settings.values.theme);
  }

  /** @protected
   * @returns {Camera} */
  camera() {
    const { lng: longitude, lat: latitude } = this.map.getCenter();
    return {
      longitude,
      latitude,
      zoom: this.map.getZoom(),
      bearing: this.map.getBearing(),
      ...this.size,
    };
  }

  /** @protected
   * @param {import("../router.js").MapView} view */
  isAt(view) {
    const { longitude, latitude, zoom } = this.camera();
    return Math.abs(longitude - view.longitude) < 2e-4 &&
      Math.abs(latitude - view.latitude) < 2e-4 && Math.abs(zoom - view.zoom) < 0.1;
  }

  /** @protected
   * @param {import("../types.js").Box} view */
  async loadStops(view) {
    if (this.map.getZoom() < STOPS_FROM_ZOOM) return;
    if (this.stops.box !== null && contains(this.stops.box, view)) return;
    const box = padded(view, 0.4);
    this.stops.box = box;
    try {
      const answer = await ask(`/stops?bbox=${bboxParameter(box)}&limit=${STOPS_AT_MOST}`);
      this.showStops(answer.stops);
      // Where more were left out, a closer view asks again.
      if (answer.more) this.stops.box = view;
      await storeArea(answer.stops);
    } catch {
      this.stops.box = null;
      // Without the server those of the last time have their names still.
      if (this.stops.data.features.length > 0) return;
      const { storedStops } = await import("./stored-stops.js");
      this.showStops(await storedStops());
    }
  }

  /** @private
   * @param {Stop[]} stops */
  showStops(stops) {
    this.stops.data = stopFeatures(stops);
    const source = this.map.getSource("stops");
    if (source === undefined) this.restyle();
    else source.setData(this.stops.data);
  }

  /** @param {import("../types.js").Box} box
   * @param {boolean} smoothly */
  fit(box, smoothly) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches || !smoothly;
    const corners = [[box.west, box.south], [box.east, box.north]];
    this.map.fitBounds(corners, { padding: 56, duration: calm ? 0 : 500, maxZoom: 15 });
  }
}
