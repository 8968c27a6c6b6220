// The vehicles: a transparent canvas above the map, so that the map itself rests.

/** @import { Fleet, FleetVehicle, Place } from "../live/fleet.js" */
import { delayKind, delayMark, freshness } from "../delay.js";
import { mercatorX, mercatorY } from "../geometry.js";
import { isDark } from "../settings.js";
import { ChosenFew } from "./chosen-few.js";
import { Sprites } from "./sprites.js";

/** Where the map looks: what MapLibre would tell.
 * @typedef {{longitude: number, latitude: number, zoom: number, bearing: number, width: number,
 *   height: number}} Camera */
/** @typedef {{x: number, y: number, heading: number|null, id: string, late: boolean,
 *   vehicle: FleetVehicle}} Shown */

const TILE = 512;
const MARGIN = 30;
const TAP_RADIUS = 22;
/** With more vehicles in view than this all are dots, and no time goes into sorting badges. */
const MOST_BADGES = 2000;
/** Painting takes at most about this share of the time, however slow the machine. */
const PAINTING_SHARE = 0.25;
/** With more than this share of the canvas under badges they are drawn smaller. */
const SMALL_FROM_SHARE = 0.05;
const BADGE_AREA = 30 * 26;

/** How long between two pictures, by zoom: a vehicle moves about a pixel in that time.
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
   *   onDrawn: (layer: VehicleLayer) => void}} options */
  constructor(options) {
    this.options = options;
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
    /** @private who was drawn as a badge. @type {Set<string>} */
    this.badges = new Set();
    /** How many of them are inside the canvas and not only near it. */
    this.inside = 0;
    /** How many are in view and not shown, because the rider wants fewer. */
    this.hidden = 0;
    /** @private */
    this.fingerprint = 0;
    /** @private */
    this.timer = 0;
    /** @private how many milliseconds the last picture took */
    this.cost = 0;
    /** @private @type {Place} */
    this.place = { x: 0, y: 0, heading: null };
  }

  start() {
    if (this.timer === 0) this.next();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** @param {boolean} dark */
  setTheme(dark) {
    this.dark = dark;
    this.sprites = new Sprites({ ratio: ratio(), dark });
    this.fingerprint = 0;
    this.draw();
  }

  /** @private */
  next() {
    const interval = redrawInterval(this.options.camera().zoom, {
      reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      clockSpeed: this.options.clock.speed,
    });
    const wait = Math.max(interval, this.cost / PAINTING_SHARE);
    this.timer = setTimeout(() => {
      requestAnimationFrame(() => {
        if (this.timer === 0) return;
        this.draw();
        this.next();
      });
    }, wait);
  }

  /** Brings the picture up to date; paints only when something moved by a pixel. */
  draw() {
    const begun = this.options.steady();
    const camera = this.options.camera();
    const { canvas } = this.options;
    const dense = ratio();
    if (this.sprites.ratio !== dense) {
      this.sprites = new Sprites({ ratio: dense, dark: this.dark });
    }
    const width = Math.round(camera.width * dense);
    const height = Math.round(camera.height * dense);
    const resized = canvas.width !== width || canvas.height !== height;
    if (resized) {
      canvas.width = width;
      canvas.height = height;
    }
    const fingerprint = this.collect(camera, dense);
    if (fingerprint !== this.fingerprint || resized) {
      this.fingerprint = fingerprint;
      this.paint(camera, dense);
    }
    this.cost = this.options.steady() - begun;
    this.options.onDrawn(this);
  }

  /** Finds who is in view and where.
   * @private
   * @param {Camera} camera
   * @param {number} dense
   * @returns {number} differs when any of them moved by a pixel or changed its looks */
  collect(camera, dense) {
    const now = this.options.clock.now();
    const steady = this.options.steady();
    const world = TILE * 2 ** camera.zoom;
    const turn = (-camera.bearing * Math.PI) / 180;
    const cosine = Math.cos(turn) * world;
    const sine = Math.sin(turn) * world;
    const centreX = mercatorX(camera.longitude);
    const centreY = mercatorY(camera.latitude);
    const { width, height } = camera;
    const { predictions, hiddenRoutes } = this.options.settings.values;
    const unwanted = new Set(hiddenRoutes);
    /** @type {Shown[]} */
    const found = [];
    for (const [id, vehicle] of this.options.fleet.vehicles) {
      const { route, delaySeconds, updatedAt } = vehicle.vehicle;
      if (this.line !== null ? route !== this.line : unwanted.has(route ?? "")) continue;
      // Without predictions a vehicle is where it was last reported.
      const place = vehicle.placeAt(predictions ? now : updatedAt, steady, this.place);
      const east = place.x - centreX;
      const south = place.y - centreY;
      const x = width / 2 + east * cosine - south * sine;
      const y = height / 2 + east * sine + south * cosine;
      if (x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN) continue;
      const late = delayKind(delaySeconds) === "late";
      const heading = place.heading === null ? null : place.heading - camera.bearing;
      found.push({ x, y, heading, id, late, vehicle });
    }
    this.shown = this.wanted(found, { camera, now, steady });
    let print = this.selected === null ? 17 : 31;
    for (const { x, y, id, vehicle: { vehicle } } of this.shown) {
      const looks = (vehicle.delaySeconds ?? 7) + freshness(vehicle, now).length * 977 +
        (id === this.selected ? 5 : 0);
      print = (Math.imul(print, 31) + Math.round(x * dense)) | 0;
      print = (Math.imul(print, 31) + Math.round(y * dense)) | 0;
      print = (Math.imul(print, 31) + Math.round(looks)) | 0;
    }
    return print;
  }

  /** As many as the rider wants to see; of a line that stands alone all.
   * @private
   * @param {Shown[]} found
   * @param {{camera: Camera, now: number, steady: number}} moment
   * @returns {Shown[]} */
  wanted(found, { camera, now, steady }) {
    const inside = found.filter((each) => isInside(each, camera));
    const most = this.line === null ? this.options.settings.values.vehicles : null;
    const shown = most === null ? found : this.few.pick(inside, {
      most,
      selected: this.selected,
      steady,
      isOutdated: (each) => freshness(each.vehicle.vehicle, now) !== "live",
      away: (each) => Math.hypot(each.x - camera.width / 2, each.y - camera.height / 2),
    });
    this.inside = most === null ? inside.length : shown.length;
    this.hidden = inside.length - this.inside;
    return shown;
  }

  /** @private
   * @param {Camera} camera
   * @param {number} dense */
  paint(camera, dense) {
    const context = this.options.canvas.getContext("2d");
    if (context === null) return;
    const now = this.options.clock.now();
    const share = (this.shown.length * BADGE_AREA) / (camera.width * camera.height);
    const size = share > SMALL_FROM_SHARE ? "small" : "full";
    context.setTransform(dense, 0, 0, dense, 0, 0);
    context.clearRect(0, 0, camera.width, camera.height);
    const badges = this.giveWay(size === "small" ? 0.8 : 1);
    // Dots below badges, late ones above the others, the chosen one above all.
    const height = (/** @type {Shown} */ each) =>
      each.id === this.selected ? 4 : (badges.has(each.id) ? 2 : 0) + Number(each.late);
    this.shown.sort((a, b) => height(a) - height(b));
    for (const each of this.shown) {
      const chosen = each.id === this.selected;
      const own = chosen ? "full" : badges.has(each.id) ? size : "dot";
      this.paintOne(context, each, { size: own, chosen, now, dense });
    }
    context.globalAlpha = 1;
  }

  /** Decides who is drawn as a badge: where badges would cover one another the later ones are
   * dots. Who was a badge before stays one if it can, so that the picture is calm.
   * @private
   * @param {number} scale
   * @returns {Set<string>} */
  giveWay(scale) {
    const before = this.badges;
    const rank = (/** @type {Shown} */ each) =>
      each.id === this.selected ? 3 : (before.has(each.id) ? 2 : 0) + (each.late ? 1 : 0);
    if (this.shown.length > MOST_BADGES) {
      this.badges = new Set();
      return this.badges;
    }
    const queue = [...this.shown].sort((a, b) => rank(b) - rank(a));
    const cell = 32;
    /** @type {Map<number, {x: number, y: number, half: number}[]>} */
    const taken = new Map();
    /** @type {Set<string>} */
    const badges = new Set();
    for (const { x, y, id, vehicle } of queue) {
      const half = (9 + 4 * Math.max(1, (vehicle.vehicle.line ?? "").length)) * scale * 0.8;
      const column = Math.floor(x / cell);
      const row = Math.floor(y / cell);
      let free = true;
      for (let near = -2; near <= 2 && free; near += 1) {
        for (let above = -1; above <= 1 && free; above += 1) {
          for (const other of taken.get((column + near) * 4096 + row + above) ?? []) {
            const apart = Math.abs(other.x - x) >= other.half + half ||
              Math.abs(other.y - y) >= 19 * scale;
            if (!apart) free = false;
          }
        }
      }
      if (!free && id !== this.selected) continue;
      badges.add(id);
      const key = column * 4096 + row;
      const list = taken.get(key);
      if (list === undefined) taken.set(key, [{ x, y, half }]);
      else list.push({ x, y, half });
    }
    this.badges = badges;
    return badges;
  }

  /** @private
   * @param {CanvasRenderingContext2D} context
   * @param {Shown} shown
   * @param {{size: "dot"|"small"|"full", chosen: boolean, now: number, dense: number}} how */
  paintOne(context, shown, how) {
    const { vehicle } = shown.vehicle;
    const fresh = freshness(vehicle, how.now);
    const sprite = this.sprites.badge({
      name: vehicle.line ?? "",
      colour: vehicle.colour,
      textColour: vehicle.textColour,
      kind: delayKind(vehicle.delaySeconds),
      mark: delayMark(vehicle.delaySeconds),
      fresh,
      size: how.size,
    });
    const x = Math.round(shown.x * how.dense) / how.dense;
    const y = Math.round(shown.y * how.dense) / how.dense;
    context.globalAlpha = fresh === "stale" ? 0.75 : fresh === "old" ? 0.7 : 1;
    if (how.chosen) this.halo(context, x, y, sprite);
    if (how.size !== "dot" && fresh !== "stale" && shown.heading !== null) {
      const angle = (shown.heading * Math.PI) / 180;
      const reach = reachOf(angle, sprite);
      const pointer = this.sprites.pointer(vehicle.colour, vehicle.textColour);
      const scale = how.size === "small" ? 0.8 : 1;
      context.save();
      context.translate(x + Math.sin(angle) * reach, y - Math.cos(angle) * reach);
      context.rotate(angle);
      context.scale(scale, scale);
      context.translate(0, 3);
      context.drawImage(pointer.image, -pointer.x, -pointer.y, pointer.width, pointer.height);
      context.restore();
    }
    context.drawImage(sprite.image, x - sprite.x, y - sprite.y, sprite.width, sprite.height);
  }

  /** @private
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {import("./sprites.js").Sprite} sprite */
  halo(context, x, y, sprite) {
    const accent = this.dark ? "#7cc4ff" : "#0b57b8";
    const [halfWidth, halfHeight] = [sprite.halfWidth + 8, sprite.halfHeight + 8];
    context.beginPath();
    context.roundRect(x - halfWidth, y - halfHeight, 2 * halfWidth, 2 * halfHeight, 13);
    context.fillStyle = this.dark ? "rgba(124, 196, 255, 0.25)" : "rgba(11, 87, 184, 0.18)";
    context.fill();
    context.strokeStyle = accent;
    context.lineWidth = 2.5;
    context.stroke();
  }

  /** The vehicle under a finger: the nearest within reach, the topmost of equals.
   * @param {number} x
   * @param {number} y
   * @returns {string|null} */
  hit(x, y) {
    let best = null;
    let nearest = TAP_RADIUS;
    for (const each of this.shown) {
      const distance = Math.hypot(each.x - x, each.y - y);
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

/** How far the edge of a badge is in a direction: between its box and the ellipse in the box.
 * @param {number} angle from north, radians
 * @param {{halfWidth: number, halfHeight: number}} badge */
function reachOf(angle, badge) {
  const across = Math.abs(Math.sin(angle)) / (badge.halfWidth + 1);
  const along = Math.abs(Math.cos(angle)) / (badge.halfHeight + 1);
  return (1 / Math.max(across, along) + 1 / Math.hypot(across, along)) / 2;
}

/** @param {Shown} shown
 * @param {Camera} camera */
function isInside({ x, y }, camera) {
  return x >= 0 && y >= 0 && x <= camera.width && y <= camera.height;
}

function ratio() {
  return Math.min(3, globalThis.devicePixelRatio || 1);
}
