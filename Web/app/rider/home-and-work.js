// The rider's home and work, offered first where a place is asked for. They stay on this device: the server learns of
// them only as an end of a search.

/** @import { Speaker } from "../i18n.js" */
/** @import { ChosenPlace } from "../search/places.js" */
/** @import { Store } from "../store.js" */
import { browserStore } from "../store.js";

const KEY = "takt.homeAndWork";

/** In the order in which they are offered. */
export const OWN_PLACES = /** @type {const} */ (["home", "work"]);

/** @typedef {typeof OWN_PLACES[number]} OwnPlace */

/** Those that are kept. Read anew each time: another tab may have kept one.
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

/** Keeps a place as home or work, or with null none.
 * @param {OwnPlace} which
 * @param {ChosenPlace|null} place
 * @param {Store|null} [store]
 * @returns {boolean} whether that could be stored */
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

/** What a place is called where it is home or work; undefined where it is neither.
 * @param {string} value as a search has it
 * @param {Speaker} speaker
 * @param {Store|null} [store]
 * @returns {string|undefined} */
export function ownNameOf(value, speaker, store = browserStore()) {
  const kept = homeAndWork(store);
  const which = OWN_PLACES.find((each) => kept[each]?.value === value);
  return which === undefined ? undefined : speaker.say(`own.${which}`);
}
