// Who has room on the map: badges that do not cover one another, dots that others do not hide.

/** @import { Shown } from "../live/fleet.js" */

/** Pixels; the widest badge, with nine letters and as large as any, has no more. */
const WIDEST = 72;
/** In a square of this many pixels one dot hides the others. */
const HIDING = 3;

/** The number of vehicles that are worked on between two looks at the clock. */
export const PORTION = 128;

/** What a badge on the map says of a line: names in full would cover the others.
 * @param {string|null} line */
export const badgeText = (line) => line === null || line.length < 10 ? line ?? "" : line.slice(0, 8).trimEnd() + "…";

/** Where a badge is moved to beside its vehicle, in its heights, where it would cover a name: above, below, and
 * to the sides.
 * @type {readonly (readonly [number, number])[]} */
const BESIDE = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const HEIGHT = 19;

/** Whether a name is in a box of the view.
 * @typedef {(left: number, top: number, right: number, bottom: number) => boolean} IsNamed */
/** How far a badge is from its vehicle's place, in pixels.
 * @typedef {{x: number, y: number}} Shift */
/** @type {Shift} */
export const NO_SHIFT = { x: 0, y: 0 };

/** Decides who is drawn as a badge: where badges would cover one another the later ones are
 * dots. Who was a badge before stays one if it can, where it was, so that the picture is calm. One that would
 * cover a name is beside its vehicle, and where that is taken too the vehicle is a dot.
 * @param {readonly Shown[]} shown
 * @param {{before: ReadonlyMap<string, Shift>, selected: string|null, scale: number, isNamed: IsNamed}} how who was
 *   one before, who is one in any case, how large badges are
 * @returns {Generator<void, Map<string, Shift>>} by their ids, after all portions */
export function* withRoom(shown, { before, selected, scale, isNamed }) {
  const ranks = shown.map(({ id, late }) => id === selected ? 3 : (before.has(id) ? 2 : 0) + Number(late));
  const queue = [3, 2, 1, 0].flatMap((rank) => shown.filter((_, index) => ranks[index] === rank));
  /** @type {Map<number, {x: number, y: number, half: number}[]>} */
  const taken = new Map();
  const cell = (/** @type {number} */ x, /** @type {number} */ y) => Math.floor(x / WIDEST) * 4096 + Math.floor(y / HEIGHT);
  const isFree = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ half) => {
    const own = cell(x, y);
    for (let near = -4096; near <= 4096; near += 4096) {
      for (let above = -1; above <= 1; above += 1) {
        const others = taken.get(own + near + above);
        if (others === undefined) continue;
        for (const other of others) {
          if (Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < HEIGHT * scale) return false;
        }
      }
    }
    return true;
  };
  /** @type {Map<string, Shift>} */
  const badges = new Map();
  for (const [index, { x, y, id, vehicle }] of queue.entries()) {
    if (index % PORTION === 0) yield;
    const half = (9 + 4 * Math.max(1, badgeText(vehicle.vehicle.line).length)) * scale * 0.8;
    const isChosen = id === selected;
    if (!isChosen && !isFree(x, y, half)) continue;
    // Beside one another badges may touch; a name is to be left whole.
    const [wide, high] = [half * 1.25 + 2, HEIGHT * scale * 0.65];
    const covers = (/** @type {Shift} */ by) =>
      isNamed(x + by.x - wide, y + by.y - high, x + by.x + wide, y + by.y + high);
    /** @type {Shift|undefined} */
    let shift = { x: 0, y: 0 };
    if (!isChosen && covers(shift)) {
      const places = BESIDE.map(([across, down]) => ({ x: across * (half * 1.25 + 7), y: down * 1.2 * HEIGHT * scale }));
      const last = before.get(id);
      if (last !== undefined && (last.x !== 0 || last.y !== 0)) places.unshift(last);
      shift = places.find((each) => isFree(x + each.x, y + each.y, half) && !covers(each));
    }
    if (shift === undefined) continue;
    badges.set(id, shift);
    const place = { x: x + shift.x, y: y + shift.y, half };
    const key = cell(place.x, place.y);
    const list = taken.get(key);
    if (list === undefined) taken.set(key, [place]);
    else list.push(place);
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
