// How a vehicle is painted: as a dot, or as a badge with a pointer.

/** @import { Shown } from "../live/fleet.js" */
/** @import { Camera } from "./camera.js" */
/** @import { IsNamed, Shift } from "./room.js" */
/** @import { Look, Sprite, Sprites } from "./sprites.js" */
import { NO_SHIFT } from "./room.js";
import { lookOf } from "./sprites.js";

/** What a picture is of, and how: `dense` is the canvas's pixels in one of CSS, `now` the server's time or null where
 * vehicles are shown as they were reported, `badges` who is one, and how far from its place.
 * @typedef {{context: CanvasRenderingContext2D, camera: Camera, dense: number, now: number|null, isNamed: IsNamed,
 *   sprites: Sprites, dark: boolean, badges: ReadonlyMap<string, Shift>}} Scene */

/** The opacity of a dot on a name, so that the name stays readable. */
const SEEN_THROUGH = 0.5;

/** @param {Scene} scene
 * @param {Shown} shown */
export function paintDot({ context, sprites, dense }, shown) {
  const { image, x, y, width, height } = sprites.of(shown, "dot");
  context.globalAlpha = opacityOf(shown.fresh);
  context.drawImage(image, Math.round(shown.x * dense) / dense - x, Math.round(shown.y * dense) / dense - y, width, height);
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
  const alpha = opacityOf(fresh);
  const isOnName = (size === "dot" || isBeside) && isNamed(shown.x, shown.y, shown.x, shown.y);
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

/** @param {Shown["fresh"]} fresh */
function opacityOf(fresh) {
  return fresh === "stale" ? 0.75 : fresh === "old" ? 0.7 : 1;
}
