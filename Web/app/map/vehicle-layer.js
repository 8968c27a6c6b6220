// The vehicles: a transparent canvas above the map, so that the map itself rests.

/** @import { Fleet, Place, Shown } from "../live/fleet.js" */
/** @import { Camera } from "./camera.js" */
/** @import { IsNamed, Shift } from "./room.js" */
/** @import { Scene } from "./sprites.js" */
import { freshness } from "../delay.js";
import { isDark } from "../settings.js";
import { ahead, asTransform, covers, projection, shiftBetween } from "./camera.js";
import { ChosenFew } from "./chosen-few.js";
import { NO_SHIFT, PORTION, inSight, withRoom } from "./room.js";
import { Sprites, paintVehicle } from "./sprites.js";

/** By how many pixels the picture is larger than the view on every side: it moves with the map. */
const OVERHANG = 96;
/** The next picture is begun when only this many of these pixels are left at an edge. */
const LEFT = 36;
/** Vehicles up to this many pixels beyond the edge of the picture reach into it. */
const MARGIN = 30;
const TAP_RADIUS = 22;
/** More vehicles in view than this are all dots. */
const MAXIMUM_BADGES = 2000;
/** Painting takes about this share of the time at most. */
const PAINTING_SHARE = 0.25;
/** Milliseconds of each frame for the next picture while the map moves: at most, at least, and with the map's own. */
const SLICE = 3;
const LEAST = 2;
const FRAME = 5;
/** Badges are smaller where they would cover more than this share of the canvas. */
const SMALL_FROM_SHARE = 0.05;
const BADGE_AREA = 30 * 26;
/** @type {ReadonlyMap<string, Shift>} */
const NONE = new Map();

/** The time between two pictures, by zoom: a vehicle moves about a pixel in it.
 * @param {number} zoom
 * @param {{reducedMotion: boolean, clockSpeed: number}} options
 * @returns {number} milliseconds */
export function redrawInterval(zoom, options) {
  if (options.reducedMotion) return 1000;
  const steps = [[10, 400], [13, 180], [15, 60], [16, 50]];
  let interval = zoom <= 10 ? 400 : 50;
  for (let index = 0; index + 1 < steps.length; index += 1) {
    const [fromZoom, from] = steps[index];
    const [toZoom, to] = steps[index + 1];
    if (zoom < fromZoom || zoom > toZoom) continue;
    interval = from + ((to - from) * (zoom - fromZoom)) / (toZoom - fromZoom);
  }
  return Math.max(50, interval / Math.max(1, options.clockSpeed));
}

/** Draws the fleet. */
export class VehicleLayer {
  /** @param {{canvas: HTMLCanvasElement, fleet: Fleet, camera: () => Camera,
   *   clock: {now: () => number, speed: number}, steady: () => number,
   *   settings: import("../settings.js").Settings,
   *   names: (camera: Camera) => IsNamed, isMoving: () => boolean,
   *   onDrawn: (layer: VehicleLayer) => void}} options */
  constructor(options) {
    this.options = options;
    options.canvas.style.setProperty("--overhang", `${OVERHANG}px`);
    this.dark = isDark(options.settings.values.theme);
    /** @private */
    this.few = new ChosenFew();
    this.sprites = new Sprites({ ratio: ratio(), dark: this.dark });
    /** The vehicle to stand out. @type {string|null} */
    this.selected = null;
    /** The only line to show. @type {string|null} */
    this.line = null;
    /** What the last picture shows, in drawing order. @type {Shown[]} */
    this.shown = [];
    /** @private The vehicles that were drawn as badges, and how far from their places. @type {ReadonlyMap<string, Shift>} */
    this.badges = NONE;
    /** How many of them are inside the canvas and not only near it. */
    this.inside = 0;
    /** How many are in view and not shown, because the rider wants fewer. */
    this.hidden = 0;
    /** @private */
    this.fingerprint = 0;
    /** @private */
    this.timer = 0;
    /** @private how many milliseconds the last picture took that was painted at once */
    this.cost = 0;
    /** @private what the last picture was drawn for. @type {Camera|null} */
    this.drawnFor = null;
    /** @private @type {Place} */
    this.place = { x: 0, y: 0 };
    /** @private the next picture, which a moving map paints in slices. @type {Generator<true|void>|null} */
    this.coming = null;
    /** @private whether it has gone on in this frame. */
    this.isFollowed = false;
    /** @private where that is painted. @type {HTMLCanvasElement|null} */
    this.easel = null;
  }

  start() {
    if (this.timer === 0) this.next();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Paints again after the room between the map's names has changed. */
  redraw() {
    this.fingerprint = 0;
    this.draw();
  }

  /** @param {boolean} dark */
  setTheme(dark) {
    this.dark = dark;
    this.sprites = new Sprites({ ratio: ratio(), dark });
    this.redraw();
  }

  /** @private */
  next() {
    const interval = redrawInterval(this.options.camera().zoom, {
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      clockSpeed: this.options.clock.speed,
    });
    const wait = Math.max(interval, this.cost / PAINTING_SHARE);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.options.isMoving()) this.coming ??= this.picture(this.options.camera(), true);
      this.step();
    }, wait);
  }

  /** @private */
  step() {
    requestAnimationFrame(() => {
      if (this.timer === 0) return;
      if (!this.options.isMoving()) this.draw();
      // Under a finger that rests the map moves, but draws no frames.
      else if (!this.isFollowed) this.follow();
      this.isFollowed = false;
      if (this.coming === null) this.next();
      else this.step();
    });
  }

  /** Keeps the picture where it belongs while the map moves: moved as a whole, which costs nothing. A part of the next
   * one is painted in each frame, so that no frame is late.
   * @param {number} [begun] when the map began to work for this frame
   * @returns {void} */
  follow(begun = this.options.steady()) {
    this.isFollowed = true;
    if (this.drawnFor === null) return this.draw();
    const camera = this.options.camera();
    if (!covers(shiftBetween(this.drawnFor, camera), camera, OVERHANG - LEFT)) {
      this.coming ??= this.picture(ahead(this.drawnFor, camera), true);
    }
    if (this.coming !== null && this.paintPart(this.coming, begun)) this.coming = null;
    this.options.canvas.style.transform = asTransform(shiftBetween(this.drawnFor, camera));
  }

  /** @private
   * @param {Generator<true|void>} coming
   * @param {number} begun
   * @returns {boolean} whether it is complete */
  paintPart(coming, begun) {
    const now = this.options.steady();
    const end = Math.max(now + LEAST, Math.min(now + SLICE, begun + FRAME));
    for (;;) {
      const { done, value } = coming.next();
      if (done === true) return true;
      if (value || this.options.steady() >= end) return false;
    }
  }

  /** Brings the picture up to date at once; paints only when something moved by a pixel. */
  draw() {
    const begun = this.options.steady();
    this.coming = null;
    for (const _ of this.picture(this.options.camera(), false));
    this.cost = this.options.steady() - begun;
  }

  /** Makes a picture of the vehicles as they are now, in portions.
   * @private
   * @param {Camera} camera the view
   * @param {boolean} isHidden whether it is seen only when complete */
  *picture(camera, isHidden) {
    const dense = ratio();
    if (this.sprites.ratio !== dense) {
      this.sprites = new Sprites({ ratio: dense, dark: this.dark });
    }
    const width = Math.round((camera.width + 2 * OVERHANG) * dense);
    const height = Math.round((camera.height + 2 * OVERHANG) * dense);
    // Without predictions a vehicle is where it was last reported.
    const now = this.options.settings.values.predictions ? this.options.clock.now() : null;
    /** @type {Shown[]} */
    const found = [];
    yield* this.collect(found, camera, now);
    this.shown = this.wanted(found, camera);
    const { canvas } = this.options;
    const fingerprint = this.print(dense);
    yield;
    if (fingerprint !== this.fingerprint || canvas.width !== width || canvas.height !== height) {
      const page = isHidden ? this.easel ??= document.createElement("canvas") : canvas;
      const context = sized(page, width, height);
      const isNamed = this.options.names(camera);
      yield;
      if (context !== null) yield* this.paint({ context, camera, dense, now, isNamed, sprites: this.sprites, dark: this.dark, badges: NONE });
      if (isHidden) {
        // The browser paints all of it now, which takes as long as a slice.
        yield true;
        const seen = sized(canvas, width, height);
        seen?.resetTransform();
        seen?.clearRect(0, 0, width, height);
        seen?.drawImage(page, 0, 0);
      }
      this.fingerprint = fingerprint;
    }
    canvas.style.transform = "";
    this.drawnFor = camera;
    this.options.onDrawn(this);
  }

  /** Finds who is in view and where.
   * @private
   * @param {Shown[]} found filled
   * @param {Camera} camera
   * @param {number|null} now the server's time that the picture is for; null is that of each report */
  *collect(found, camera, now) {
    const steady = this.options.steady();
    const { centreX, centreY, cosine, sine } = projection(camera);
    const reach = OVERHANG + MARGIN;
    const { width, height } = camera;
    const unwanted = new Set(this.options.settings.values.hiddenRoutes);
    const present = this.options.clock.now();
    let portion = 0;
    for (const vehicle of this.options.fleet.vehicles.values()) {
      portion += 1;
      if (portion % PORTION === 0) yield;
      const { vehicle: { route, updatedAt }, shown } = vehicle;
      if (this.line !== null ? route !== this.line : unwanted.has(route ?? "")) continue;
      const place = vehicle.placeAt(now ?? updatedAt, steady, this.place);
      const east = place.x - centreX;
      const south = place.y - centreY;
      shown.x = width / 2 + east * cosine - south * sine;
      shown.y = height / 2 + east * sine + south * cosine;
      if (shown.x < -reach || shown.y < -reach || shown.x > width + reach || shown.y > height + reach) continue;
      shown.fresh = freshness(vehicle.vehicle, present);
      found.push(shown);
    }
  }

  /** @private
   * @param {number} dense
   * @returns {number} differs when any vehicle moved by a pixel or changed its looks */
  print(dense) {
    let print = this.selected === null ? 17 : 31;
    for (const { x, y, id, fresh, vehicle: { vehicle } } of this.shown) {
      const looks = (vehicle.delaySeconds ?? 7) + fresh.length * 977 + (id === this.selected ? 5 : 0);
      print = (Math.imul(print, 31) + Math.round(x * dense)) | 0;
      print = (Math.imul(print, 31) + Math.round(y * dense)) | 0;
      print = (Math.imul(print, 31) + Math.round(looks)) | 0;
    }
    return print;
  }

  /** Picks as many vehicles as the rider wants to see; all of them where one line is shown alone.
   * @private
   * @param {Shown[]} found
   * @param {Camera} camera
   * @returns {Shown[]} */
  wanted(found, camera) {
    const most = this.line === null ? this.options.settings.values.vehicles : null;
    const inside = found.filter((each) => isInside(each, camera));
    const shown = most === null ? found : this.few.pick(inside, {
      most,
      selected: this.selected,
      steady: this.options.steady(),
      isOutdated: (each) => each.fresh !== "live",
      view: camera,
    });
    this.inside = most === null ? inside.length : shown.length;
    this.hidden = inside.length - this.inside;
    return shown;
  }

  /** @private
   * @param {Scene} scene */
  *paint(scene) {
    const { context, camera, dense } = scene;
    const share = (this.shown.length * BADGE_AREA) / (camera.width * camera.height);
    const size = share > SMALL_FROM_SHARE ? "small" : "full";
    context.setTransform(dense, 0, 0, dense, OVERHANG * dense, OVERHANG * dense);
    context.clearRect(-OVERHANG, -OVERHANG, camera.width + 2 * OVERHANG, camera.height + 2 * OVERHANG);
    const badges = this.shown.length > MAXIMUM_BADGES ? NONE : yield* withRoom(this.shown, {
      before: this.badges, selected: this.selected, scale: size === "small" ? 0.8 : 1, isNamed: scene.isNamed,
    });
    scene.badges = this.badges = badges;
    // Dots below badges, late ones above the others, the chosen one above all.
    /** @type {Shown[][]} */
    const layers = [[], [], [], [], []];
    for (const each of this.shown) {
      layers[each.id === this.selected ? 4 : (badges.has(each.id) ? 2 : 0) + Number(each.late)].push(each);
    }
    this.shown = layers.flat();
    yield;
    const painted = badges.size === 0 ? inSight(this.shown) : this.shown;
    yield;
    let portion = 0;
    for (const each of painted) {
      portion += 1;
      if (portion % PORTION === 0) yield;
      const chosen = each.id === this.selected;
      paintVehicle(scene, each, chosen ? "full" : badges.has(each.id) ? size : "dot", chosen);
    }
    context.globalAlpha = 1;
  }

  /** The vehicle under a finger: the nearest within reach, the topmost of equals.
   * @param {number} x
   * @param {number} y
   * @returns {string|null} */
  hit(x, y) {
    let best = null;
    let nearest = TAP_RADIUS;
    for (const each of this.shown) {
      const shift = this.badges.get(each.id) ?? NO_SHIFT;
      const distance = Math.min(Math.hypot(each.x - x, each.y - y), Math.hypot(each.x + shift.x - x, each.y + shift.y - y));
      if (distance > nearest) continue;
      nearest = distance;
      best = each.id;
    }
    return best;
  }

  /** The vehicles in view, nearest to the centre first.
   * @param {Camera} camera
   * @returns {string[]} */
  fromCentre(camera) {
    const away = (/** @type {Shown} */ each) =>
      Math.hypot(each.x - camera.width / 2, each.y - camera.height / 2);
    const inside = this.shown.filter((each) => isInside(each, camera));
    return inside.sort((a, b) => away(a) - away(b)).map((each) => each.id);
  }
}

/** @param {Shown} shown
 * @param {Camera} camera */
function isInside({ x, y }, camera) {
  return x >= 0 && y >= 0 && x <= camera.width && y <= camera.height;
}

/** The context of a canvas, which is cleared if it is of another size.
 * @param {HTMLCanvasElement} canvas
 * @param {number} width
 * @param {number} height */
function sized(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  return canvas.getContext("2d");
}

function ratio() {
  return Math.min(3, globalThis.devicePixelRatio || 1);
}
