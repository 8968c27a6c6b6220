// What the map of a day shows: legs in the colours of their lines or modes, stays as dots. Everything is in the list too.

/** @import { WayFeature } from "../map/way-map.js" */
/** @import { DiaryItem } from "./wire.js" */
import { legFeature, placeFeature } from "../map/way-map.js";

/** The day's legs, then its stays above them.
 * @param {DiaryItem[]} items
 * @param {(token: string) => string} colourOf of a token of app.css
 * @returns {WayFeature[]} */
export function dayFeatures(items, colourOf) {
  /** @type {WayFeature[]} */
  const features = [];
  for (const item of items) {
    if (item.kind !== "trip") continue;
    for (const leg of item.legs) {
      // A leg through a tunnel may have no place of its own.
      if (leg.geometry === undefined) continue;
      features.push(legFeature({ id: leg.id, colour: leg.lines?.[0]?.colour ?? colourOf(`mode-${leg.mode}`),
        walks: leg.mode === "walk", points: leg.geometry.coordinates }));
    }
  }
  const named = new Set();
  for (const item of items) {
    if (item.kind !== "stay") continue;
    const name = item.name ?? item.nearStop?.name ?? "";
    // Who comes back to a place sees its name there once.
    features.push(placeFeature({ id: item.id, name: named.has(name) ? "" : name, point: [item.longitude, item.latitude] }));
    named.add(name);
  }
  return features;
}
