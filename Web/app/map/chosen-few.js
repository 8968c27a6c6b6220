// Which vehicles the map shows where the rider wants only some: those on screen stay, and others
// take their place only when one has left or has been silent for long.

/** @import { Shown } from "../live/fleet.js" */

/** Who has been outdated for so long makes room. */
const SILENT_MILLISECONDS = 30_000;

/** Of many those that are furthest from one another, the first in the middle of the view. An edge counts as a
 * neighbour, so that what is about to leave does not come first.
 * @param {readonly Shown[]} many
 * @param {readonly Shown[]} beside who is there already
 * @param {number} most
 * @param {{width: number, height: number}} view
 * @returns {Shown[]}
 *
 * Takes time in proportion to `most` times `many`, and only when somebody's place has become free. */
function spread(many, beside, most, { width, height }) {
  if (many.length <= most) return [...many];
  /** @type {Shown[]} */
  const found = [];
  const distances = many.map(({ x, y }) => Math.max(0, Math.min(x, y, width - x, height - y)));
  const near = (/** @type {Shown} */ one) => many.forEach(({ x, y }, at) => {
    distances[at] = Math.min(distances[at], Math.hypot(x - one.x, y - one.y));
  });
  beside.forEach(near);
  while (found.length < most) {
    let best = 0;
    for (let at = 1; at < many.length; at += 1) if (distances[at] > distances[best]) best = at;
    found.push(many[best]);
    near(many[best]);
    distances[best] = -1;
  }
  return found;
}

/** Keeps the choice calm from one picture to the next. */
export class ChosenFew {
  constructor() {
    /** @private who is shown @type {Set<string>} */
    this.ids = new Set();
    /** Since when each has been outdated, by the steady clock. @private @type {Map<string, number>} */
    this.outdatedSince = new Map();
  }

  /** @param {Shown[]} candidates all in view
   * @param {{most: number|null, selected: string|null, steady: number, isOutdated: (shown: Shown) => boolean,
   *   view: {width: number, height: number}}} how `most` null is all; those who come anew are spread over the view
   * @returns {Shown[]} */
  pick(candidates, { most, selected, steady, isOutdated, view }) {
    if (most === null) return candidates;
    const isSilent = (/** @type {Shown} */ each) => {
      if (!isOutdated(each)) {
        this.outdatedSince.delete(each.id);
        return false;
      }
      const since = this.outdatedSince.get(each.id) ?? steady;
      this.outdatedSince.set(each.id, since);
      return steady - since >= SILENT_MILLISECONDS;
    };
    const silent = new Set(candidates.filter(isSilent).map(({ id }) => id));
    const stays = (/** @type {Shown} */ each) => this.ids.has(each.id) && !silent.has(each.id);
    const isChosen = (/** @type {Shown} */ each) => each.id === selected;
    const staying = candidates.filter((each) => stays(each) || isChosen(each));
    // A smaller number was set: as many are kept as are spread best.
    const kept = staying.length > most ? spread(staying, [], most, view) : staying;
    const free = candidates.filter((each) => !stays(each) && !isChosen(each));
    const heard = spread(free.filter(({ id }) => !silent.has(id)), kept, most - kept.length, view);
    const mute = spread(free.filter(({ id }) => silent.has(id)), [...kept, ...heard],
      most - kept.length - heard.length, view);
    const picked = [...kept, ...heard, ...mute];
    // Who was tapped or is linked to is shown, whatever the number.
    const one = candidates.find(isChosen);
    if (one !== undefined && !picked.includes(one)) picked.push(one);
    this.ids = new Set(picked.map(({ id }) => id));
    const here = new Set(candidates.map(({ id }) => id));
    for (const id of this.outdatedSince.keys()) if (!here.has(id)) this.outdatedSince.delete(id);
    return picked;
  }
}
