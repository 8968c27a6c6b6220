// The trips of the next hours at home. Loaded where the rider has trips.

/** @import { Context } from "../context.js" */
/** @import { TripAnswer } from "./wire.js" */
import { h, icon } from "../render.js";
import { shownTime } from "../times.js";
import { namedBadge, untilText } from "./home-card.js";
import { timeOf } from "../written-times.js";

const HOURS = 12;
const MAXIMUM_TRIPS = 2;

/** The trips that are under way or leave soon, the next one first.
 * @param {readonly TripAnswer[]} trips
 * @param {number} now the server's time, Unix milliseconds */
export function nextTrips(trips, now) {
  return trips.flatMap(({ trip, next }) => {
    if (next === undefined) return [];
    const [leaves, arrives] = [next.departure, next.arrival].map((event) => Date.parse(shownTime(event)));
    return arrives > now && leaves < now + HOURS * 3_600_000 ? [{ trip, next, leaves }] : [];
  }).sort((a, b) => a.leaves - b.leaves).slice(0, MAXIMUM_TRIPS);
}

/** Asks for the trips, and draws what is known of them at a moment of the server's clock.
 * @param {Context} context */
export function tripsAtHome(context) {
  context.saved.learnTrips().catch(() => {});
  return (/** @type {number} */ now) => drawn(context, now);
}

/** @param {Context} context
 * @param {number} now Unix milliseconds
 * @returns {HTMLElement[]} nothing without such trips */
function drawn(context, now) {
  const { speaker } = context;
  const next = nextTrips(context.saved.trips, now);
  if (next.length === 0) return [];
  return [h("section", { class: "home-group" }, h("h2", {}, speaker.say("trips.title")),
    ...next.map(({ trip, next: run, leaves }) => h("article", { class: "home-card" },
      h("a", { class: "stop-head", href: "/trips", "data-key": `trip ${trip.id}` },
        h("span", { class: "row-text" },
          h("h3", {}, speaker.say("way.title", { from: trip.from.name, to: trip.to.name })),
          h("span", { class: "hint" }, ...(run.way?.rides ?? [run]).map(({ line }) => namedBadge(context, line, undefined)),
            timeOf(run.departure, speaker), "–", timeOf(run.arrival, speaker))),
        leaves < now ? null : h("span", { class: "strong" },
          untilText(run, speaker, now, trip.route?.walkBeforeSeconds)),
        icon("chevron-right")))))];
}
