// The vehicles: a transparent canvas above the map, so that the map itself rests.

/** @import { Fleet, FleetVehicle, Place } from "../live/fleet.js" */
/** @import { Camera } from "./camera.js" */
import { delayClass, delayKind, delayMark, freshness } from "../delay.js";
import { isDark } from "../settings.js";
import { asTransform, covers, projection, shiftBetween } from "./camera.js";
import { ChosenFew } from "./chosen-few.js";
import { badgeText, inSight, withRoom } from "./room.js";
import { Sprites } from "./sprites.js";

/** @typedef {{x: number, y: number, heading: number|null, id: string, late: boolean,
 *   fresh: "live"|"old"|"stale", vehicle: FleetVehicle}} Shown */

/** So many pixels beyond the view on every side, for the picture moves with the map. */
const OVERHANG = 64;
/** Who is so near to the picture's edge reaches into it. */
const MARGIN = 30;
const TAP_RADIUS = 22;
/** More vehicles in view than this are all dots. */
const MOST_BADGES = 2000;
/** Painting takes about this share of the time at most. */
const PAINTING_SHARE = 0.25;
/** The opacity of a dot on a name, so that the name stays readable. */
const SEEN_THROUGH = 0.5;
/** From this share of the canvas on badges are smaller. */
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
   *   isNamed: (left: number, top: number, right: number, bottom: number) => boolean,
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
    /** @private who was drawn as a badge, and how far from its place. @type {Map<string, import("./room.js").Shift>} */
    this.badges = new Map();
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
    /** @private what the last picture was drawn for, and when. @type {Camera|null} */
    this.drawnFor = null;
    /** @private */
    this.drawnAt = 0;
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

  /** Paints anew though nobody moved, as where there is room has changed. */
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
    this.timer = setTimeout(() => {
      requestAnimationFrame(() => {
        if (this.timer === 0) return;
        this.draw();
        this.next();
      });
    }, wait);
  }

  /** Keeps the picture where it belongs while the map moves: moved as a whole, which costs nothing, and painted anew
   * only where it does no longer. */
  follow() {
    const camera = this.options.camera();
    if (this.drawnFor === null) return this.draw();
    const shift = shiftBetween(this.drawnFor, camera);
    const isRested = this.options.steady() - this.drawnAt >= this.cost / PAINTING_SHARE;
    if (isRested && !covers(shift, camera, OVERHANG)) return this.draw();
    this.options.canvas.style.transform = asTransform(shift);
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
    const width = Math.round((camera.width + 2 * OVERHANG) * dense);
    const height = Math.round((camera.height + 2 * OVERHANG) * dense);
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
    canvas.style.transform = "";
    this.drawnFor = camera;
    this.drawnAt = this.options.steady();
    this.cost = this.drawnAt - begun;
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
    const { centreX, centreY, cosine, sine } = projection(camera);
    const reach = OVERHANG + MARGIN;
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
      if (x < -reach || y < -reach || x > width + reach || y > height + reach) continue;
      const late = delayKind(delaySeconds) === "late";
      const heading = place.heading === null ? null : place.heading - camera.bearing;
      found.push({ x, y, heading, id, late, fresh: freshness(vehicle.vehicle, now), vehicle });
    }
    this.shown = this.wanted(found, { camera, steady });
    let print = this.selected === null ? 17 : 31;
    for (const { x, y, id, fresh, vehicle: { vehicle } } of this.shown) {
      const looks = (vehicle.delaySeconds ?? 7) + fresh.length * 977 +
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
   * @param {{camera: Camera, steady: number}} moment
   * @returns {Shown[]} */
  wanted(found, { camera, steady }) {
    const inside = found.filter((each) => isInside(each, camera));
    const most = this.line === null ? this.options.settings.values.vehicles : null;
    const shown = most === null ? found : this.few.pick(inside, {
      most,
      selected: this.selected,
      steady,
      isOutdated: (each) => each.fresh !== "live",
      view: camera,
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
    const share = (this.shown.length * BADGE_AREA) / (camera.width * camera.height);
    const size = share > SMALL_FROM_SHARE ? "small" : "full";
    context.setTransform(dense, 0, 0, dense, OVERHANG * dense, OVERHANG * dense);
    context.clearRect(-OVERHANG, -OVERHANG, camera.width + 2 * OVERHANG, camera.height + 2 * OVERHANG);
    const badges = this.shown.length > MOST_BADGES ? new Map() : withRoom(this.shown, {
      before: this.badges, selected: this.selected, scale: size === "small" ? 0.8 : 1, isNamed: this.options.isNamed,
    });
    this.badges = badges;
    // Dots below badges, late ones above the others, the chosen one above all.
    /** @type {Shown[][]} */
    const layers = [[], [], [], [], []];
    for (const each of this.shown) {
      layers[each.id === this.selected ? 4 : (badges.has(each.id) ? 2 : 0) + Number(each.late)].push(each);
    }
    this.shown = layers.flat();
    for (const each of badges.size === 0 ? inSight(this.shown) : this.shown) {
      const chosen = each.id === this.selected;
      const own = chosen ? "full" : badges.has(each.id) ? size : "dot";
      this.paintOne(context, each, { size: own, chosen, dense });
    }
    context.globalAlpha = 1;
  }

  /** @private
   * @param {CanvasRenderingContext2D} context
   * @param {Shown} shown
   * @param {{size: "dot"|"small"|"full", chosen: boolean, dense: number}} how */
  paintOne(context, shown, how) {
    const { fresh, vehicle: { vehicle } } = shown;
    const look = {
      name: badgeText(vehicle.line),
      colour: vehicle.colour,
      textColour: vehicle.textColour,
      kind: delayClass(vehicle.delaySeconds),
      mark: delayMark(vehicle.delaySeconds),
      fresh,
      size: how.size,
    };
    const sprite = this.sprites.badge(look);
    const shift = this.badges.get(shown.id) ?? { x: 0, y: 0 };
    const isBeside = shift.x !== 0 || shift.y !== 0;
    const x = Math.round((shown.x + shift.x) * how.dense) / how.dense;
    const y = Math.round((shown.y + shift.y) * how.dense) / how.dense;
    const alpha = fresh === "stale" ? 0.75 : fresh === "old" ? 0.7 : 1;
    // Without any badge there are too many vehicles to look for names below each.
    const isOnName = this.badges.size > 0 && (how.size === "dot" || isBeside) && this.options.isNamed(shown.x, shown.y, shown.x, shown.y);
    context.globalAlpha = isOnName ? alpha * SEEN_THROUGH : alpha;
    if (isBeside) {
      const dot = this.sprites.badge({ ...look, size: "dot" });
      context.drawImage(dot.image, x - shift.x - dot.x, y - shift.y - dot.y, dot.width, dot.height);
      context.globalAlpha = alpha;
    }
    if (how.chosen) this.halo(context, x, y, sprite);
    if (how.size !== "dot" && !isBeside && fresh !== "stale" && shown.heading !== null) {
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
      const shift = this.badges.get(each.id) ?? { x: 0, y: 0 };
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
