// A connection within one town, with its stops as people there call them.

/** @import { Call, Walk, Way, WayPlace } from "./wire.js" */
import { sharedTown, withoutTown } from "../place-names.js";

/** The same connection, without the name of the town that all its stops have.
 * @param {Way} way
 * @returns {Way} */
export function shortNamed(way) {
  const names = way.legs.flatMap((leg) => leg.kind === "walk" ? [leg.from.name, leg.to.name]
    : [leg.from, ...(leg.passed ?? []), leg.to].map(({ stop }) => stop.name));
  const town = sharedTown(names);
  if (town === null) return way;
  const place = (/** @type {WayPlace} */ each) => ({ ...each, name: withoutTown(each.name, town) });
  const call = (/** @type {Call} */ each) => ({ ...each, stop: place(each.stop) });
  return {
    ...way,
    legs: way.legs.map((leg) => leg.kind === "walk"
      ? /** @type {Walk} */ ({ ...leg, from: place(leg.from), to: place(leg.to) })
      : { ...leg, from: call(leg.from), to: call(leg.to), passed: leg.passed?.map(call),
        headsign: leg.headsign === undefined ? undefined : withoutTown(leg.headsign, town) }),
    transfers: way.transfers.map((each) => ({ ...each, from: place(each.from), to: place(each.to) })),
  };
}
