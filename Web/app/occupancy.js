// The occupancy of a vehicle in words.

/** @import { Speaker } from "./i18n.js" */
/** @import { Occupancy, OccupancyStatus } from "./types.js" */
import { h } from "./render.js";

/** @type {ReadonlySet<OccupancyStatus>} */
const CROWDED = new Set(["crushedStandingRoomOnly", "full", "notAcceptingPassengers"]);

/** @param {OccupancyStatus} status */
export function occupancyTone(status) {
  return CROWDED.has(status) ? "warn" : "plain";
}

/** @param {OccupancyStatus|undefined} status
 * @param {Speaker} speaker
 * @returns {HTMLElement|null} null if unknown */
export function occupancyRemark(status, speaker) {
  return status === undefined
    ? null
    : h("span", { class: `remark ${occupancyTone(status)}` }, speaker.say(`occupancy.${status}`));
}

/** The occupancy of the vehicle, and of its carriages from the front.
 * @param {Occupancy|null} occupancy
 * @param {Speaker} speaker
 * @returns {HTMLElement|null} null if unknown */
export function occupancyList(occupancy, speaker) {
  if (occupancy === null) return null;
  const { status, percentage, carriages = [] } = occupancy;
  /** @param {OccupancyStatus|undefined} each
   * @param {number|undefined} share */
  const remarks = (each, share) => [
    occupancyRemark(each, speaker),
    share === undefined ? null : h("span", {}, ` ${(share / 100).toLocaleString(speaker.locale, { style: "percent" })}`),
  ];
  return h(
    "div",
    { class: "card-occupancy" },
    h("p", {}, ...remarks(status, percentage)),
    carriages.length === 0 ? null : h("ol", {}, ...carriages.map((carriage, index) => h(
      "li",
      {},
      h("span", {}, speaker.say("occupancy.carriage", { label: carriage.label ?? String(index + 1) }), " "),
      ...remarks(carriage.status, carriage.percentage),
    ))),
  );
}
