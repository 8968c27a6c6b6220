// The stops that the rider keeps at home with their departures. They stay on this device.

/** @import { Store } from "../store.js" */
import { KEPT_STOPS_KEY, browserStore } from "../store.js";

/** The largest number, since each is polled while home is visible. */
export const MAXIMUM_KEPT_STOPS = 8;

/** @typedef {{id: string, name: string}} KeptStop */

/** The stored stops in order, read each time because another tab may have changed them.
 * @param {Store|null} [store]
 * @returns {KeptStop[]} */
export function keptStops(store = browserStore()) {
  try {
    const stored = JSON.parse(store?.getItem(KEPT_STOPS_KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((each) => typeof each?.id === "string" && typeof each?.name === "string")
      .slice(0, MAXIMUM_KEPT_STOPS);
  } catch {
    return [];
  }
}

/** Adds stops to the stored ones, as far as there is room.
 * @param {KeptStop[]} stops
 * @param {Store|null} [store]
 * @returns {number} how many of them are stored now; fails where nothing can be stored */
export function keepStops(stops, store = browserStore()) {
  const kept = keptStops(store);
  const isKnown = new Set(kept.map(({ id }) => id));
  for (const { id, name } of stops) {
    if (isKnown.has(id) || kept.length >= MAXIMUM_KEPT_STOPS) continue;
    isKnown.add(id);
    kept.push({ id, name });
  }
  store?.setItem(KEPT_STOPS_KEY, JSON.stringify(kept));
  return new Set(stops.map(({ id }) => id).filter((id) => isKnown.has(id))).size;
}

/** @param {string} id
 * @param {Store|null} [store] */
export function isKept(id, store = browserStore()) {
  return keptStops(store).some((each) => each.id === id);
}

/** The name under which a stop is stored; null if it is not.
 * @param {string} id */
export function keptName(id) {
  return keptStops().find((each) => each.id === id)?.name ?? null;
}

/** Adds or removes a stop. If there are too many, the oldest one is removed.
 * @param {KeptStop} stop
 * @param {Store|null} [store]
 * @returns {boolean} whether it is stored now */
export function toggleKept({ id, name }, store = browserStore()) {
  const before = keptStops(store);
  const others = before.filter((each) => each.id !== id);
  const isNew = others.length === before.length;
  const kept = isNew ? [...others, { id, name }].slice(-MAXIMUM_KEPT_STOPS) : others;
  try {
    store?.setItem(KEPT_STOPS_KEY, JSON.stringify(kept));
  } catch {
    return !isNew;
  }
  return isNew;
}
