// Who has room on the map: badges that do not cover one another, dots that others do not hide.

/** @import { Shown } from "./vehicle-layer.js" */

/** Pixels; badges are looked for in squares of this size. */
const CELL = 32;
/** In a square of so many pixels one dot hides the others. */
const HIDING = 3;

/** What a badge on the map says of a line: names in full would cover the others.
 * @param {string|null} line */
export const badgeText = (line) => line === null || line.length < 10 ? line ?? "" : line.slice(0, 8).trimEnd() + "…";

/** Decides who is drawn as a badge: where badges would cover one another the later ones are
 * dots. Who was a badge before stays one if it can, so that the picture is calm.
 * @param {readonly Shown[]} shown
 * @param {{before: ReadonlySet<string>, selected: string|null, scale: number}} how who was one before, who is
 *   one in any case, and how large badges are
 * @returns {Set<string>} their ids */
export function withRoom(shown, { before, selected, scale }) {
  const rank = (/** @type {Shown} */ each) => each.id === selected ? 3 : (before.has(each.id) ? 2 : 0) + (each.late ? 1 : 0);
  const queue = [...shown].sort((a, b) => rank(b) - rank(a));
  /** @type {Map<number, {x: number, y: number, half: number}[]>} */
  const taken = new Map();
  /** @type {Set<string>} */
  const badges = new Set();
  for (const { x, y, id, vehicle } of queue) {
    const half = (9 + 4 * Math.max(1, badgeText(vehicle.vehicle.line).length)) * scale * 0.8;
    const column = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    let free = true;
    for (let near = -2; near <= 2 && free; near += 1) {
      for (let above = -1; above <= 1 && free; above += 1) {
        for (const other of taken.get((column + near) * 4096 + row + above) ?? []) {
          const apart = Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= 19 * scale;
          if (!apart) free = false;
        }
      }
    }
    if (!free && id !== selected) continue;
    badges.add(id);
    const key = column * 4096 + row;
    const list = taken.get(key);
    if (list === undefined) taken.set(key, [{ x, y, half }]);
    else list.push({ x, y, half });
  }
  return badges;
}

/** Of dots those that others do not hide, in the same order: who is almost where a later one is, is not painted.
 * @template {{x: number, y: number}} Dot
 * @param {readonly Dot[]} dots
 * @returns {Dot[]} */
export function inSight(dots) {
  const taken = new Set();
  const found = [];
  for (let index = dots.length - 1; index >= 0; index -= 1) {
    const { x, y } = dots[index];
    const cell = Math.floor(x / HIDING) * 65536 + Math.floor(y / HIDING);
    if (taken.has(cell)) continue;
    taken.add(cell);
    found.push(dots[index]);
  }
  return found.reverse();
}
