// The features on the map of a day: legs in the colours of their lines or modes, stays as dots. The list has them all
// too.

/** @import { WayFeature } from "../map/way-map.js" */
/** @import { DiaryItem } from "./wire.js" */
import { legFeature, placeFeature } from "../map/way-map.js";

/** The day's legs, with its stays above them.
 * @param {DiaryItem[]} items
 * @param {(token: string) => string} colourOf the colour of a token of app.css
 * @returns {WayFeature[]} */
export function dayFeatures(items, colourOf) {
  /** @type {WayFeature[]} */
  const features = [];
  for (const item of items) {
    if (item.kind !== "trip") continue;
    for (const leg of item.legs) {
      // A leg through a tunnel may have no position.
      if (leg.geometry === undefined) continue;
      features.push(legFeature({ id: leg.id, colour: leg.lines?.[0]?.colour ?? colourOf(`mode-${leg.mode}`),
        walks: leg.mode === "walk", points: leg.geometry.coordinates }));
    }
  }
  const named = new Set();
  for (const item of items) {
    if (item.kind !== "stay") continue;
    const name = item.name ?? item.nearStop?.name ?? "";
    // A place that is visited again is labelled only once.
    features.push(placeFeature({ id: item.id, name: named.has(name) ? "" : name, point: [item.longitude, item.latitude] }));
    named.add(name);
  }
  return features;
}
