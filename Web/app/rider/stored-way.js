// The stored form of a saved connection, shown when nothing newer is available.

/** @import { Context } from "../context.js" */
/** @import { DrawnLeg } from "../search/way-features.js" */
/** @import { SavedDeparture, SavedRide } from "./wire.js" */
import { duration, localTime } from "../format.js";
import { h, icon } from "../render.js";
import { shownTime } from "../times.js";
import { lineChain, lineNamed } from "./home-card.js";

/** @param {Context} context
 * @param {string} id of the connection
 * @returns {{title: string, element: HTMLElement, legs: DrawnLeg[]}|null} null if it is not stored; its `legs` for a
 *   map */
export function storedWay(context, id) {
  const { saved, speaker } = context;
  const { nearby, other } = saved.home.answer;
  for (const each of [...nearby, ...other]) {
    for (const route of each.routes) {
      const departure = route.departures.find(({ connection }) => connection === id);
      const stored = saved.find(each.id)?.routes.find((one) => one.id === route.id);
      if (departure === undefined || stored === undefined) continue;
      const title = speaker.say("way.title", { from: each.from.name, to: each.to.name });
      const legs = stored.rides.map((ride) => drawnRide(ride, context));
      return { title, legs, element: h("div", { class: "stored-way" },
        lineChain(context, route),
        ...stored.rides.map((ride, at) => ridePart(ride, departure, at, context))) };
    }
  }
  return null;
}

/** @param {SavedRide} ride
 * @param {Context} context
 * @returns {DrawnLeg} */
function drawnRide(ride, context) {
  const colour = lineNamed(context, ride.line, ride.mode)?.colour ?? "";
  return { kind: "ride", line: { colour }, from: { stop: ride.from }, to: { stop: ride.to } };
}

/** @param {SavedRide} ride
 * @param {SavedDeparture} departure
 * @param {number} at the ride's index
 * @param {Context} context */
function ridePart(ride, departure, at, { speaker }) {
  const run = departure.rides[at];
  const time = (/** @type {import("../search/wire.js").Event|undefined} */ event) => {
    const text = shownTime(event);
    return h("span", { class: "time" }, text === "" ? "–" : localTime(text, speaker.locale));
  };
  return h("ol", {},
    h("li", {}, time(run?.departure), h("span", { class: "strong" }, ride.from.name)),
    ...ride.passed.map((name) => h("li", { class: "hint" }, h("span", { class: "time" }), name)),
    h("li", {}, time(run?.arrival), h("span", { class: "strong" }, ride.to.name)),
    h("li", { class: "hint" }, h("span", { class: "time" }, icon("clock-outline")),
      speaker.say("saved.took", { duration: duration(ride.seconds, speaker.locale) })));
}
