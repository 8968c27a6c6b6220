// The map screen: the map, the vehicles above it, the controls, and the card of the selection.

/** @import { Context } from "../context.js" */
/** @import { VehicleLayer as Layer } from "../map/vehicle-layer.js" */
/** @import { Place } from "../router.js" */
import { isAllowed } from "../allowed.js";
import { ask } from "../ask.js";
import { latitudeOf, longitudeOf } from "../geometry.js";
import { AddressWriter } from "../map/address-writer.js";
import { Basemap } from "../map/basemap.js";
import { bringIntoView } from "../map/bring.js";
import { Card } from "../map/card.js";
import { mapControls } from "../map/controls.js";
import { loadMapLibrary } from "../map/library.js";
import { namesIn } from "../map/names.js";
import { Note } from "../map/note.js";
import { StopRing } from "../map/stop-ring.js";
import { VehicleLayer } from "../map/vehicle-layer.js";
import { h, setText } from "../render.js";
import { mapAddress } from "../router.js";
import { whileSeen } from "../seen.js";
import { isDark } from "../settings.js";
import { statusLine } from "../status.js";

/** @typedef {Extract<Place, {screen: "map"}>} MapPlace */

const TAP_RADIUS = 14;

/** The map screen, kept while others are shown. */
export class MapScreen extends Basemap {
  /** @param {Context} context */
  constructor(context) {
    super(context);
    this.canvas = h("canvas", { class: "vehicles", "aria-hidden": "true" });
    this.status = statusLine(context, "/settings?to=vehicles");
    this.invented = h("p", { class: "invented", hidden: true });
    this.lineChip = h("div", { class: "line-chip", hidden: true });
    this.note = new Note();
    this.help = h("p", { class: "unseen", id: "map-help" });
    this.card = new Card(context, {
      onClose: () => this.choose(null, null),
      onFollow: (follow) => this.follow(follow),
    });
    this.controls = mapControls(context, {
      zoom: (step) => this.map?.easeTo({ zoom: this.map.getZoom() + step }),
      north: () => this.map?.easeTo({ bearing: 0 }),
      whole: () => this.showWhole(true),
      find: () => this.run(import("../map/finder.js"), "openFinder"),
      locate: () => this.run(import("../map/location.js"), "showLocation"),
      keep: () => this.run(import("../keep/keep-sheet.js"), "showKeep"),
      list: () => context.navigate("/list"),
      help: () => context.navigate("/help"),
    });
    this.heading = h("h1", { class: "unseen" });
    const top = h("div", { class: "map-top" }, this.status.element, this.invented, this.lineChip);
    this.element = h(
      "section",
      { class: "screen map-screen" },
      this.heading,
      h("div", { class: "map-area" }, this.holder, this.canvas),
      this.help,
      // By keyboard it follows the map on which it was chosen.
      this.card.element,
      top,
      this.controls.element,
      this.note.element,
    );
    /** @type {Layer|null} */
    this.layer = null;
    /** @type {import("../map/finder.js").Finder|undefined} */
    this.finder = undefined;
    /** @private @type {string|null} */
    this.vehicle = null;
    /** The chosen stop. @type {string|null} */
    this.stop = null;
    this.ring = new StopRing();
    this.address = new AddressWriter(() => this.writeAddress());
    /** Where the address's vehicle is searched until it is found or known to be missing.
     * @private @type {"view"|"everywhere"|null} */
    this.seeking = null;
    this.active = false;
    /** @private */
    this.bringing = false;
    /** @private @type {Promise<void>|undefined} */
    this.opening = undefined;
  }

  /** @param {MapPlace} place
   * @param {AbortSignal} seen */
  async show(place, seen) {
    this.active = true;
    whileSeen(1000, () => this.map !== null && this.showChosen(), seen);
    const isKnown = place.vehicle === null || this.context.fleet.vehicles.has(place.vehicle);
    this.seeking = isKnown ? null : place.view === null ? "everywhere" : "view";
    this.translate();
    if (this.map === null) {
      this.wanted = place;
      this.opening ??= this.open(place);
      await this.opening;
      if (!this.active) return;
      place = this.wanted ?? place;
    }
    this.layer?.start();
    this.map.resize();
    this.cover();
    if (place.view !== null && !this.isAt(place.view)) {
      const { latitude, longitude, zoom } = place.view;
      this.map.jumpTo({ center: [longitude, latitude], zoom });
    }
    if (place.line !== this.line) await this.focusLine(place.line, place.view === null);
    if (place.vehicle !== this.vehicle || place.stop !== this.stop) {
      this.choose(place.vehicle, place.stop, { bring: place.view === null });
    }
  }

  hide() {
    this.active = false;
    this.finder?.close();
    this.layer?.stop();
  }

  /** @private */
  cover() {
    this.context.cover(this.seeking === "everywhere" ? null : this.context.view);
  }

  /** Updates all texts to the current language. */
  translate() {
    const { speaker, network } = this.context;
    setText(this.heading, speaker.say("map.label"));
    setText(this.help, speaker.say("map.help"));
    this.invented.hidden = network?.invented !== true;
    setText(this.invented, speaker.say("invented"));
    this.controls.translate();
    const canvas = this.map?.getCanvas();
    canvas?.setAttribute("aria-label", speaker.say("map.label"));
    if (this.line !== null) this.run(import("../map/one-line.js"), "drawLineChip");
    this.status.update(this.layer);
  }

  /** @private
   * @param {MapPlace} place */
  async open(place) {
    const library = await loadMapLibrary();
    this.library = library;
    const { settings } = this.context;
    await this.create(library, place.view);
    const layer = new VehicleLayer({
      canvas: this.canvas,
      fleet: this.context.fleet,
      camera: () => this.camera(),
      clock: this.context.clock,
      settings: this.context.settings,
      steady: () => performance.now(),
      names: (camera) => namesIn(this.map, camera),
      isMoving: () => this.map.isMoving(),
      onDrawn: () => this.drawn(),
    });
    this.layer = layer;
    const canvas = this.map.getCanvas();
    canvas.setAttribute("aria-describedby", "map-help");
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    let begun = 0;
    this.map.on("render", () => this.map.isMoving() && layer.follow(begun));
    this.map.on("move", () => {
      begun = performance.now();
      this.controls.turned(this.map.getBearing());
    });
    this.map.on("moveend", () => this.moved());
    this.map.on("resize", () => layer.draw());
    // The map may show its names at other places now.
    this.map.on("idle", () => layer.redraw());
    this.map.on("dragstart", () => this.follow(false));
    this.map.on("click", (/** @type {any} */ event) => this.tap(event.point));
    this.map.on("mousemove", (/** @type {any} */ event) => {
      canvas.style.cursor = layer.hit(event.point.x, event.point.y) === null ? "" : "pointer";
    });
    const changed = () => {
      const dark = isDark(settings.values.theme);
      if (layer.dark !== dark) {
        this.restyle();
        layer.setTheme(dark);
      }
      if (this.active) layer.draw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
    settings.onChange(changed);
    this.context.fleet.onChange(() => this.active && this.heard());
    this.translate();
    this.moved();
    if (place.view ?? place.vehicle ?? place.stop ?? place.line) return;
    isAllowed().then(async (isKnown) => isKnown && (await import("../map/location.js")).openHere(this)).catch(() => {});
  }

  /** @private */
  heard() {
    const isFound = this.context.fleet.vehicles.has(this.vehicle ?? "");
    if (this.seeking === "view" && this.vehicle !== null && !isFound) {
      this.seeking = "everywhere";
      return this.cover();
    }
    const isSettled = this.seeking !== null;
    this.seeking = null;
    this.showChosen();
    if (isSettled && !isFound) this.cover();
  }

  /** @private */
  drawn() {
    if (this.layer === null) return;
    this.status.update(this.layer);
    this.canvas.dataset.vehicles = String(this.layer.inside);
    if (!this.following || this.vehicle === null || this.map.isMoving()) return;
    const chosen = this.context.fleet.vehicles.get(this.vehicle);
    if (chosen === undefined) return;
    // Moving the map draws the vehicles, which calls this again.
    if (this.bringing) return;
    this.bringing = true;
    this.bringTo(chosen, 0);
    this.bringing = false;
  }

  /** @private */
  moved() {
    if (this.context.network === null || this.holder.clientWidth === 0) return;
    const bounds = this.map.getBounds();
    const view = {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    };
    this.context.view = view;
    if (this.active) {
      this.cover();
      this.address.soon();
      this.layer?.draw();
      this.loadStops(view);
    }
  }

  /** @private */
  writeAddress() {
    // The rider may be on the way to a screen that is still loading.
    if (!this.active || location.pathname !== "/map") return;
    const { longitude, latitude, zoom } = this.camera();
    const address = mapAddress({
      view: { longitude, latitude, zoom },
      vehicle: this.vehicle,
      stop: this.stop,
      line: this.line,
    });
    this.context.navigate(address, { replace: true });
  }

  /** @private
   * @param {{x: number, y: number}} point */
  tap(point) {
    const vehicle = this.layer?.hit(point.x, point.y) ?? null;
    if (vehicle !== null) return this.choose(vehicle, null);
    const corners = [
      [point.x - TAP_RADIUS, point.y - TAP_RADIUS],
      [point.x + TAP_RADIUS, point.y + TAP_RADIUS],
    ];
    const layers = ["stops", "stop-names"].filter((id) => this.map.getLayer(id) !== undefined);
    const [stop] = this.map.queryRenderedFeatures(corners, { layers });
    const isFree = stop === undefined && !this.card.open;
    this.choose(null, stop?.properties.id ?? null);
    // A tap on nothing closes the card, or asks what is nearby.
    if (isFree && this.context.network?.streets) {
      const { lat: latitude, lng: longitude } = this.map.unproject([point.x, point.y]);
      this.run(import("../search/here.js"), "showHere", { latitude, longitude });
    }
  }

  /** @private
   * @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || this.layer === null) return;
    event.preventDefault();
    const ids = this.layer.fromCentre(this.camera());
    const next = ids[(ids.indexOf(this.vehicle ?? "") + 1) % Math.max(1, ids.length)] ?? null;
    this.choose(next, null, { focus: false });
    if (this.card.open) setText(this.note.element, this.card.element.getAttribute("aria-label") ?? "");
  }

  /** Selects a vehicle, a stop, or nothing.
   * @param {string|null} vehicle
   * @param {string|null} stop
   * @param {{bring?: boolean, focus?: boolean}} [options] */
  choose(vehicle, stop, options = {}) {
    const closing = vehicle === null && stop === null;
    if (closing && this.card.element.contains(document.activeElement)) this.map.getCanvas().focus();
    this.vehicle = vehicle;
    this.stop = stop;
    this.seen = false;
    this.bringWhenSeen = options.bring === true;
    this.follow(false);
    this.card.hide();
    this.ring.remove();
    if (this.layer !== null) {
      this.layer.selected = vehicle;
      this.layer.draw();
    }
    this.element.classList.toggle("has-card", !closing);
    this.address.now();
    if (stop !== null) this.showStop(stop, options.bring === true);
    this.showChosen();
  }

  /** @private */
  showChosen() {
    if (this.vehicle === null) return;
    const found = this.context.fleet.vehicles.get(this.vehicle);
    // Before the first answer, an unknown vehicle has not vanished.
    const isAwaited = this.seeking !== null || this.context.connection === "connecting";
    if (found === undefined && !this.seen && isAwaited) return;
    this.card.showVehicle(found?.vehicle ?? null);
    if (found === undefined || this.seen) return;
    this.seen = true;
    this.bringTo(found, 400, !this.bringWhenSeen);
  }

  /** Moves the map so that the vehicle is in the part not covered by the card.
   * @private
   * @param {import("../live/fleet.js").FleetVehicle} vehicle
   * @param {number} duration milliseconds
   * @param {boolean} [onlyIfHidden] */
  bringTo(vehicle, duration, onlyIfHidden = false) {
    const now = this.context.clock.now();
    const { x, y } = vehicle.placeAt(now, performance.now(), { x: 0, y: 0 });
    const zoom = this.bringWhenSeen ? Math.max(13.5, this.map.getZoom()) : this.map.getZoom();
    this.bringWhenSeen = false;
    bringIntoView(this.map, this.card.element, {
      centre: [longitudeOf(x), latitudeOf(y)],
      zoom,
      duration,
      onlyIfHidden,
    });
  }

  /** @private
   * @param {string} id
   * @param {boolean} bring */
  async showStop(id, bring) {
    try {
      const [stop, { showStopSheet }] = await Promise.all([ask(`/stops/${encodeURIComponent(id)}`), import("../map/stop-sheet.js")]);
      if (this.stop !== id) return;
      showStopSheet(this, stop);
      this.ring.put(this.map, this.library, stop);
      if (bring) {
        bringIntoView(this.map, this.card.element, {
          centre: [stop.longitude, stop.latitude],
          zoom: Math.max(15, this.map.getZoom()),
          duration: 400,
          onlyIfHidden: false,
        });
      }
    } catch {
      if (this.stop === id) this.note.say(this.context.speaker.say("failed"));
    }
  }

  /** @param {boolean} follow */
  follow(follow) {
    this.following = follow;
    if (this.card.following !== follow) this.card.following = follow;
    this.showChosen();
  }

  /** @private
   * @param {boolean} smoothly */
  showWhole(smoothly) {
    const bounds = this.context.network?.bounds;
    if (!bounds) return;
    this.follow(false);
    this.fit(bounds, smoothly);
  }

  /** Shows only one line.
   * @param {string|null} line
   * @param {boolean} fit */
  focusLine(line, fit) {
    this.line = line;
    return this.run(import("../map/one-line.js"), "showLine", fit);
  }

  /** Calls a function of a module that is loaded on demand.
   * @private
   * @param {Promise<any>} module
   * @param {"showLocation"|"openFinder"|"showKeep"|"showLine"|"drawLineChip"|"showHere"|"showFound"} name
   * @param {unknown} [choice] */
  async run(module, name, choice) {
    try {
      await (await module)[name](this, choice);
    } catch {
      this.note.say(this.context.speaker.say("failed"));
    }
  }
}
