// The rider's home and work, the first suggestions for a place. They stay on this device: the server sees them only as
// the end of a search.

/** @import { Speaker } from "../i18n.js" */
/** @import { ChosenPlace } from "../search/places.js" */
/** @import { Store } from "../store.js" */
import { OWN_PLACES_KEY as KEY, browserStore } from "../store.js";

/** In the order of the suggestions. */
export const OWN_PLACES = /** @type {const} */ (["home", "work"]);

/** @typedef {typeof OWN_PLACES[number]} OwnPlace */

/** The stored places, read each time because another tab may have changed them.
 * @param {Store|null} [store]
 * @returns {Partial<Record<OwnPlace, ChosenPlace>>} */
export function homeAndWork(store = browserStore()) {
  try {
    const stored = JSON.parse(store?.getItem(KEY) ?? "{}");
    return Object.fromEntries(OWN_PLACES.flatMap((each) => {
      const { value, name, detail } = stored?.[each] ?? {};
      if (typeof value !== "string" || value === "" || typeof name !== "string") return [];
      const modes = Array.isArray(stored[each].modes) ? stored[each].modes : [];
      return [[each, { value, name, modes, ...(typeof detail === "string" ? { detail } : {}) }]];
    }));
  } catch {
    return {};
  }
}

/** Stores a place as home or work; null removes it.
 * @param {OwnPlace} which
 * @param {ChosenPlace|null} place
 * @param {Store|null} [store]
 * @returns {boolean} whether it was stored */
export function keepAs(which, place, store = browserStore()) {
  const { [which]: _, ...others } = homeAndWork(store);
  const kept = place === null ? others : { ...others, [which]: place };
  try {
    if (Object.keys(kept).length === 0) store?.removeItem(KEY);
    else store?.setItem(KEY, JSON.stringify(kept));
    return store !== null;
  } catch {
    return false;
  }
}

/** The name of a place that is home or work; undefined for others.
 * @param {string} value as in a search
 * @param {Speaker} speaker
 * @param {Store|null} [store]
 * @returns {string|undefined} */
export function ownNameOf(value, speaker, store = browserStore()) {
  const kept = homeAndWork(store);
  const which = OWN_PLACES.find((each) => kept[each]?.value === value);
  return which === undefined ? undefined : speaker.say(`own.${which}`);
}
