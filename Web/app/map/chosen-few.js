// Which vehicles the map shows where the rider wants only some: those on screen stay, and others
// take their place only when one has left or has been silent for long.

/** @import { Shown } from "./vehicle-layer.js" */

/** Who has been outdated for so long makes room. */
const SILENT_MILLISECONDS = 30_000;

/** Keeps the choice calm from one picture to the next. */
export class ChosenFew {
  constructor() {
    /** @private who is shown @type {Set<string>} */
    this.ids = new Set();
    /** Since when each has been outdated, by the steady clock. @private @type {Map<string, number>} */
    this.outdatedSince = new Map();
  }

  /** @param {Shown[]} candidates all in view
   * @param {{most: number|null, selected: string|null, steady: number,
   *   isOutdated: (shown: Shown) => boolean, away: (shown: Shown) => number}} how `most` null is all,
   *   `away` orders those who come anew: the nearest first
   * @returns {Shown[]} */
  pick(candidates, { most, selected, steady, isOutdated, away }) {
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
    // A smaller number was set: those nearest to the middle are kept.
    if (staying.length > most) staying.sort((a, b) => away(a) - away(b));
    const kept = staying.slice(0, most);
    const room = most - kept.length;
    const others = room <= 0 ? [] : candidates
      .filter((each) => !stays(each) && !isChosen(each))
      .sort((a, b) => Number(silent.has(a.id)) - Number(silent.has(b.id)) || away(a) - away(b))
      .slice(0, room);
    const picked = [...kept, ...others];
    // Who was tapped or is linked to is shown, whatever the number.
    const one = candidates.find(isChosen);
    if (one !== undefined && !picked.includes(one)) picked.push(one);
    this.ids = new Set(picked.map(({ id }) => id));
    const here = new Set(candidates.map(({ id }) => id));
    for (const id of this.outdatedSince.keys()) if (!here.has(id)) this.outdatedSince.delete(id);
    return picked;
  }
}
