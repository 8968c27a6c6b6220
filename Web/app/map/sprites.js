// Pictures of vehicles, drawn once for each line, delay and state and kept; and how a vehicle is painted with them.

/** @typedef {import("../delay.js").DelayLook} DelayLook */
/** @import { Shown } from "../live/fleet.js" */
/** @import { Camera } from "./camera.js" */
/** @import { IsNamed, Shift } from "./room.js" */
import { readableColours } from "../badge.js";
import { delayClass, delayMark } from "../delay.js";
import { NO_SHIFT, badgeText } from "./room.js";

/** @typedef {{name: string, colour: string, textColour: string, kind: DelayLook, mark: string,
 *   fresh: "live"|"old"|"stale", size: "dot"|"small"|"full"}} Look */
/** `x` and `y` are where the vehicle's place is in the picture, all in CSS pixels.
 * `half` is half the badge, which the direction pointer keeps clear of.
 * @typedef {{image: HTMLCanvasElement|ImageBitmap, x: number, y: number, width: number, height: number,
 *   halfWidth: number, halfHeight: number}} Sprite */
/** What a vehicle was drawn with last.
 * @typedef {{sprites: Sprites, fresh: Look["fresh"], size: Look["size"], sprite: Sprite}} Drawn */
/** What a picture is of, and how: `dense` is the canvas's pixels in one of CSS, `now` the server's time or null where
 * vehicles are shown as they were reported, `badges` who is one, and how far from its place.
 * @typedef {{context: CanvasRenderingContext2D, camera: Camera, dense: number, now: number|null, isNamed: IsNamed,
 *   sprites: Sprites, dark: boolean, badges: ReadonlyMap<string, Shift>}} Scene */
/** @typedef {{outline: string, onTime: string, late: string, much: string, early: string, mark: string,
 *   stale: string}} Colours */

/** @type {Colours} */
const lightColours = {
  outline: "#ffffff",
  onTime: "#14763f",
  late: "#7a5200",
  much: "#b3201a",
  early: "#5a3fb0",
  mark: "#ffffff",
  stale: "#6b7078",
};
/** @type {Colours} */
const darkColours = {
  outline: "#0d0f11",
  onTime: "#5fd393",
  late: "#f0c36a",
  much: "#ff8a7d",
  early: "#bba6ff",
  mark: "#15171a",
  stale: "#9aa0a8",
};

const FONT = "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const MAXIMUM_SPRITES = 3000;
/** The opacity of a dot on a name, so that the name stays readable. */
const SEEN_THROUGH = 0.5;

/** @param {Shown} shown
 * @param {Look["size"]} size
 * @returns {Look} */
function lookOf({ fresh, vehicle: { vehicle } }, size) {
  return {
    name: badgeText(vehicle.line),
    colour: vehicle.colour,
    textColour: vehicle.textColour,
    kind: delayClass(vehicle.delaySeconds),
    mark: delayMark(vehicle.delaySeconds),
    fresh,
    size,
  };
}

/** Makes and keeps sprites for one screen density and theme. */
export class Sprites {
  /** @param {{ratio: number, dark: boolean}} options */
  constructor(options) {
    this.ratio = options.ratio;
    this.colours = options.dark ? darkColours : lightColours;
    /** @private @type {Map<string, Sprite>} */
    this.cache = new Map();
  }

  /** @param {Shown} shown keeps its sprite, so that a vehicle of unchanged looks is not looked up
   * @param {Look["size"]} size
   * @returns {Sprite} */
  of(shown, size) {
    const { drawn, fresh } = shown;
    if (drawn?.sprites === this && drawn.fresh === fresh && drawn.size === size) return drawn.sprite;
    const sprite = this.badge(lookOf(shown, size));
    shown.drawn = { sprites: this, fresh, size, sprite };
    return sprite;
  }

  /** @param {Look} look
   * @returns {Sprite} */
  badge(look) {
    const { name, colour, textColour, kind, mark, fresh, size } = look;
    const key = size === "dot"
      ? `${colour}|${kind}|${fresh}`
      : `${name}|${colour}|${textColour}|${kind}|${mark}|${fresh}|${size}`;
    let sprite = this.cache.get(key);
    if (sprite === undefined) {
      if (this.cache.size >= MAXIMUM_SPRITES) this.cache.clear();
      sprite = size === "dot" ? this.dot(look) : this.plate(look);
      this.cache.set(key, sprite);
    }
    return sprite;
  }

  /** The pointer that is turned to the direction of travel; it points north.
   * @param {string} colour
   * @param {string} textColour
   * @returns {Sprite} */
  pointer(colour, textColour) {
    const key = `pointer|${colour}`;
    const kept = this.cache.get(key);
    if (kept !== undefined) return kept;
    const { fill } = readableColours(colour, textColour);
    const sprite = this.picture(26, 22, (context) => {
      context.beginPath();
      context.moveTo(13, 4);
      context.lineTo(21, 18);
      context.lineTo(5, 18);
      context.closePath();
      context.lineJoin = "round";
      context.strokeStyle = this.colours.outline;
      context.lineWidth = 4;
      context.stroke();
      context.fillStyle = fill;
      context.fill();
    });
    sprite.x = 13;
    sprite.y = 18;
    this.cache.set(key, sprite);
    return sprite;
  }

  /** @private
   * @param {Look} look
   * @returns {Sprite} */
  plate(look) {
    const scale = look.size === "small" ? 0.8 : 1;
    const font = `700 ${13 * scale}px ${FONT}`;
    const text = look.name === "" ? "•" : look.name;
    const high = 22 * scale;
    const wide = Math.max(high + 2, measured(text, font) + 12 * scale);
    const markFont = `700 ${11 * scale}px ${FONT}`;
    const markWide = look.mark === "" ? 0 : measured(look.mark, markFont) + 9 * scale;
    const margin = 16;
    const stale = look.fresh === "stale";
    const sprite = this.picture(wide + 2 * margin + markWide, high + 2 * margin, (context) => {
      const { fill, ink } = readableColours(look.colour, look.textColour);
      const box = /** @type {const} */ ([margin, margin, wide, high]);
      const corner = stale ? 2 : 6 * scale;
      context.beginPath();
      context.roundRect(margin - 2, margin - 2, wide + 4, high + 4, corner + 2);
      context.fillStyle = this.colours.outline;
      context.shadowColor = "rgba(0, 0, 0, 0.35)";
      context.shadowBlur = 4 * this.ratio;
      context.shadowOffsetY = 1 * this.ratio;
      context.fill();
      context.shadowColor = "transparent";
      context.beginPath();
      context.roundRect(...box, corner);
      if (stale) {
        context.setLineDash([3, 2.5]);
        context.strokeStyle = this.colours.stale;
        context.lineWidth = 2;
        context.stroke();
        context.setLineDash([]);
      } else {
        context.fillStyle = fill;
        context.fill();
      }
      context.font = font;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.fillStyle = stale ? this.colours.stale : ink;
      context.fillText(text, margin + wide / 2, margin + high / 2 + 0.5);
      if (stale) return;
      if (look.kind === "onTime") this.tick(context, margin + wide, margin, scale);
      if (look.mark !== "") this.mark(context, look, markFont, margin + wide, margin, scale);
    });
    sprite.x = margin + wide / 2;
    sprite.y = margin + high / 2;
    sprite.halfWidth = wide / 2;
    sprite.halfHeight = high / 2;
    return sprite;
  }

  /** On time: a small round dot at the corner.
   * @private
   * @param {CanvasRenderingContext2D} context
   * @param {number} x
   * @param {number} y
   * @param {number} scale */
  tick(context, x, y, scale) {
    disc(context, x - 1, y + 1, 5.5 * scale, this.colours.outline);
    disc(context, x - 1, y + 1, 3.8 * scale, this.colours.onTime);
  }

  /** Late or early: a pill with the minutes.
   * @private
   * @param {CanvasRenderingContext2D} context
   * @param {Look} look
   * @param {string} font
   * @param {number} x
   * @param {number} y
   * @param {number} scale */
  mark(context, look, font, x, y, scale) {
    const wide = measured(look.mark, font) + 8 * scale;
    const high = 15 * scale;
    const left = x - 7 * scale;
    const top = y - high / 2 - 1;
    context.beginPath();
    context.roundRect(left - 1.5, top - 1.5, wide + 3, high + 3, high / 2 + 1.5);
    context.fillStyle = this.colours.outline;
    context.fill();
    context.beginPath();
    context.roundRect(left, top, wide, high, high / 2);
    context.fillStyle = this.colourOf(look.kind);
    context.fill();
    context.font = font;
    context.fillStyle = this.colours.mark;
    context.fillText(look.mark, left + wide / 2, top + high / 2 + 0.5);
  }

  /** @private
   * @param {DelayLook} kind that is neither on time nor unknown */
  colourOf(kind) {
    return kind === "late much" ? this.colours.much : kind === "late" ? this.colours.late : this.colours.early;
  }

  /** Zoomed out: a disc; late ones a diamond with an amber or red rim, stale ones a hollow square.
   * @private
   * @param {Look} look
   * @returns {Sprite} */
  dot(look) {
    const sprite = this.picture(18, 18, (context) => {
      const { fill } = readableColours(look.colour, look.textColour);
      context.translate(9, 9);
      if (look.fresh === "stale") {
        context.strokeStyle = this.colours.stale;
        context.lineWidth = 1.5;
        context.strokeRect(-3.5, -3.5, 7, 7);
        return;
      }
      if (!look.kind.startsWith("late")) {
        disc(context, 0, 0, 5.5, this.colours.outline);
        disc(context, 0, 0, 4, fill);
        return;
      }
      context.rotate(Math.PI / 4);
      for (const [half, colour] of /** @type {[number, string][]} */ ([
        [5.8, this.colours.outline], [4.8, this.colourOf(look.kind)], [2.6, fill],
      ])) {
        context.fillStyle = colour;
        context.fillRect(-half, -half, 2 * half, 2 * half);
      }
    });
    sprite.x = 9;
    sprite.y = 9;
    sprite.halfWidth = 5;
    sprite.halfHeight = 5;
    return sprite;
  }

  /** @private
   * @param {number} width
   * @param {number} height
   * @param {(context: CanvasRenderingContext2D) => void} draw
   * @returns {Sprite} */
  picture(width, height, draw) {
    const sides = /** @type {const} */ ([Math.ceil(width * this.ratio), Math.ceil(height * this.ratio)]);
    // A bitmap is drawn in half the time, where a browser can make one at once.
    const page = typeof OffscreenCanvas === "function" ? new OffscreenCanvas(...sides) : document.createElement("canvas");
    [page.width, page.height] = sides;
    const context = /** @type {CanvasRenderingContext2D|null} */ (page.getContext("2d"));
    if (context !== null) {
      context.scale(this.ratio, this.ratio);
      draw(context);
    }
    const image = page instanceof HTMLCanvasElement ? page : page.transferToImageBitmap();
    return {
      image, x: 0, y: 0, halfWidth: 0, halfHeight: 0, width: sides[0] / this.ratio, height: sides[1] / this.ratio,
    };
  }
}

/** @param {Scene} scene
 * @param {Shown} shown
 * @param {Look["size"]} size
 * @param {boolean} chosen */
export function paintVehicle({ context, sprites, dense, now, camera, isNamed, dark, badges }, shown, size, chosen) {
  const { fresh, vehicle: { vehicle, trajectory } } = shown;
  const sprite = sprites.of(shown, size);
  const shift = badges.get(shown.id) ?? NO_SHIFT;
  const isBeside = shift.x !== 0 || shift.y !== 0;
  const x = Math.round((shown.x + shift.x) * dense) / dense;
  const y = Math.round((shown.y + shift.y) * dense) / dense;
  const alpha = fresh === "stale" ? 0.75 : fresh === "old" ? 0.7 : 1;
  // Without any badge there are too many vehicles to look for names below each.
  const isOnName = badges.size > 0 && (size === "dot" || isBeside) && isNamed(shown.x, shown.y, shown.x, shown.y);
  context.globalAlpha = isOnName ? alpha * SEEN_THROUGH : alpha;
  if (isBeside) {
    const dot = sprites.badge(lookOf(shown, "dot"));
    context.drawImage(dot.image, x - shift.x - dot.x, y - shift.y - dot.y, dot.width, dot.height);
    context.globalAlpha = alpha;
  }
  if (chosen) paintHalo(context, x, y, sprite, dark);
  const isPointing = size !== "dot" && !isBeside && fresh !== "stale";
  const heading = isPointing ? trajectory.headingAt(now ?? vehicle.updatedAt) : null;
  if (heading !== null) {
    const angle = ((heading - camera.bearing) * Math.PI) / 180;
    const reach = reachOf(angle, sprite);
    const pointer = sprites.pointer(vehicle.colour, vehicle.textColour);
    const scale = size === "small" ? 0.8 : 1;
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

/** @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {Sprite} sprite
 * @param {boolean} dark */
function paintHalo(context, x, y, sprite, dark) {
  const [halfWidth, halfHeight] = [sprite.halfWidth + 8, sprite.halfHeight + 8];
  context.beginPath();
  context.roundRect(x - halfWidth, y - halfHeight, 2 * halfWidth, 2 * halfHeight, 13);
  context.fillStyle = dark ? "rgba(124, 196, 255, 0.25)" : "rgba(11, 87, 184, 0.18)";
  context.fill();
  context.strokeStyle = dark ? "#7cc4ff" : "#0b57b8";
  context.lineWidth = 2.5;
  context.stroke();
}

/** How far the edge of a badge is in a direction: between its box and the ellipse in the box.
 * @param {number} angle from north, radians
 * @param {{halfWidth: number, halfHeight: number}} badge */
function reachOf(angle, badge) {
  const across = Math.abs(Math.sin(angle)) / (badge.halfWidth + 1);
  const along = Math.abs(Math.cos(angle)) / (badge.halfHeight + 1);
  return (1 / Math.max(across, along) + 1 / Math.hypot(across, along)) / 2;
}

/** @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} colour */
function disc(context, x, y, radius, colour) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** @type {CanvasRenderingContext2D|null} */
let ruler = null;

/** @param {string} text
 * @param {string} font */
function measured(text, font) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (ruler === null) return text.length * 8;
  ruler.font = font;
  return Math.ceil(ruler.measureText(text).width);
}
