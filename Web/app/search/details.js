// A connection with everything that is known of it: rides, stops passed, transfers, walks.

/** @import { Speaker } from "../i18n.js" */
/** @import { Call, Ride, Walk, WayPlace, Way, Alert } from "./wire.js" */
import { alertList } from "../alerts.js";
import { delayChip, lineBadge } from "../badge.js";
import { delayOf } from "../delay.js";
import { bookingNote } from "../booking.js";
import { distance, duration, localTime } from "../format.js";
import { namedMode } from "../named-mode.js";
import { occupancyRemark } from "../occupancy.js";
import { h, icon } from "../render.js";
import { ownNameOf } from "../rider/home-and-work.js";
import { namedDay } from "./named-day.js";
import { coordinateName, coordinateValue } from "./places.js";
import { localMinute } from "./query.js";
import { boardAddress, tripAddress } from "../router.js";
import { shortNamed } from "./short-names.js";
import { aboutMark, bestTime, certaintyOf, platformText, rhythmText, shownTime } from "../times.js";
import { walkFold } from "./walk-steps.js";
import {
  alertsOf, changesText, isSamePlace, partsOf, ridesOf, shownSeconds, transferText, troubleText,
} from "./way.js";
import { timeOf } from "../written-times.js";

/** What a place is called.
 * @param {WayPlace} place
 * @param {Speaker} speaker */
export function placeName(place, speaker) {
  const { name, latitude, longitude } = place;
  if (name !== "" || latitude === undefined || longitude === undefined) return name;
  return ownNameOf(coordinateValue({ latitude, longitude }), speaker) ??
    coordinateName({ latitude, longitude }, speaker.say("way.here"));
}

/** @param {WayPlace} place
 * @param {Speaker} speaker */
function placeLink(place, speaker) {
  const name = placeName(place, speaker);
  return place.id === undefined ? h("span", {}, name) : h("a", { href: boardAddress(place.id) }, name);
}

/** Identifies a walk among those of its connection.
 * @param {Walk} walk */
export function walkKey({ departure }) {
  return `walk-${departure}`;
}

/** @param {Walk} walk
 * @param {Speaker} speaker */
function walkText(walk, speaker) {
  return speaker.say((walk.riddenMetres ?? 0) > 0 ? "way.ride" : "way.walk", {
    duration: duration(walk.seconds, speaker.locale),
    distance: distance(walk.metres, speaker.locale),
  });
}

/** @param {Call} call
 * @param {Ride} ride
 * @param {Speaker} speaker */
function platformOf(call, ride, speaker) {
  if (call.platform === undefined) return null;
  const before = call.scheduledPlatform;
  return h(
    "span",
    { class: "way-platform" },
    platformText(call.platform, ride.line.mode, speaker),
    before === undefined ? null
      : h("strong", { class: "bad" }, ` ${speaker.say("way.platformBefore", { platform: before })}`),
  );
}

/** Where a ride begins or ends.
 * @param {Call} call
 * @param {Ride} ride
 * @param {Speaker} speaker
 * @param {number} now the server's time, Unix milliseconds */
function endOf(call, ride, speaker, now) {
  const event = call.departure ?? call.arrival;
  const day = (event?.scheduled ?? bestTime(event)).slice(0, 10);
  const isVoid = ride.cancelled || call.skipped;
  return h(
    "div",
    { class: "way-stop" },
    timeOf(event, speaker, { void: isVoid }),
    h(
      "div",
      { class: "way-place" },
      h("span", { class: "way-name" }, placeLink(call.stop, speaker)),
      platformOf(call, ride, speaker),
      call.skipped ? h("span", { class: "remark bad" }, speaker.say("way.skipped")) : null,
      isVoid ? null : certaintyOf(event, speaker, { leaves: call === ride.from }),
      isVoid ? null : occupancyRemark(call.occupancy, speaker),
      isVoid || ride.staysSeated && call === ride.from ? null : bookingNote(call, { day, now }, speaker),
    ),
    !isVoid && event?.delaySeconds !== undefined
      ? delayChip(delayOf(event), speaker, { words: false }) : null,
  );
}

/** Whether the vehicle has left there, by what is expected.
 * @param {Call} call
 * @param {number} now the server's time, Unix milliseconds */
function isBehind(call, now) {
  return Date.parse(bestTime(call.departure ?? call.arrival)) < now;
}

/** Where the rider is by the clock, in words; null before a ride and after it.
 * @param {Ride} ride
 * @param {Speaker} speaker
 * @param {number} now */
export function progressOf(ride, speaker, now) {
  if (ride.cancelled || !isBehind(ride.from, now) || isBehind(ride.to, now)) return null;
  const ahead = [...(ride.passed ?? []), ride.to].filter((call) => !call.skipped && !isBehind(call, now));
  return speaker.say("way.nextStop", { stop: ahead[0]?.stop.name ?? ride.to.stop.name });
}

/** @param {Ride} ride
 * @param {Speaker} speaker
 * @param {number} now */
function passedStops(ride, speaker, now) {
  const passed = ride.passed ?? [];
  if (passed.length === 0) return null;
  return h(
    "details",
    { class: "way-passed", "data-key": `${ride.trip}|${ride.serviceDay}` },
    h("summary", {}, icon("chevron-right"), speaker.count("passed", passed.length)),
    h("ol", {}, ...passed.map((call) => h(
      "li",
      { class: isBehind(call, now) ? "behind" : null },
      timeOf(call.departure ?? call.arrival, speaker, { void: ride.cancelled || call.skipped }),
      h("span", {}, placeLink(call.stop, speaker),
        call.skipped ? h("span", { class: "remark bad" }, speaker.say("way.skipped")) : null),
    ))),
  );
}

/** Where the vehicle goes, which leads to all its stops; a run that is not in the timetable has none.
 * @param {Ride} ride
 * @param {string} headsign
 * @param {Speaker} speaker */
function runLink(ride, headsign, speaker) {
  const text = speaker.say("card.towards", { headsign });
  if (ride.added) return h("span", {}, text);
  const href = tripAddress({ line: ride.line.route, trip: ride.trip, day: ride.serviceDay });
  return h("a", { href }, text);
}

/** @param {Ride} ride
 * @param {Speaker} speaker
 * @param {number} now */
function ridePart(ride, speaker, now) {
  const others = ride.alternatives ?? [];
  const progress = progressOf(ride, speaker, now);
  const rhythm = rhythmText(ride, speaker);
  const element = h(
    "li",
    { class: ride.cancelled ? "way-ride void" : "way-ride" },
    endOf(ride.from, ride, speaker, now),
    h(
      "div",
      { class: "way-vehicle" },
      h("p", { class: "way-line" }, namedMode(ride.line.mode, speaker), lineBadge(ride.line),
        ride.headsign === undefined ? null : runLink(ride, ride.headsign, speaker)),
      progress === null ? null : h("p", { class: "remark good" }, progress),
      ride.cancelled ? h("p", { class: "remark bad" }, speaker.say("way.cancelled")) : null,
      ride.added ? h("p", { class: "remark warn" }, speaker.say("board.added")) : null,
      rhythm === null ? null : h("p", { class: "way-plan" }, rhythm),
      ride.approximate
        ? h("p", { class: "remark plain" }, speaker.say(ride.estimated ? "way.estimated" : "way.approximate")) : null,
      !ride.live && !ride.cancelled && !ride.estimated
        ? h("p", { class: "way-plan" }, speaker.say("way.timetable")) : null,
      passedStops(ride, speaker, now),
      others.length === 0 ? null : h("p", { class: "way-others" }, ...others.flatMap((other, index) => [
        index === 0 ? "" : ", ",
        speaker.say("way.or", {
          line: other.line.name,
          time: localTime(shownTime(other.from.departure), speaker.locale),
        }),
      ])),
    ),
    endOf(ride.to, ride, speaker, now),
  );
  element.style.setProperty("--line", ride.line.colour);
  return element;
}

/** A walk at an end of the connection; where it meets a ride, the ride names the stop.
 * @param {Walk} walk
 * @param {{first: boolean, last: boolean}} position
 * @param {Speaker} speaker */
function walkPart(walk, position, speaker) {
  const end = (/** @type {WayPlace} */ place, /** @type {string} */ time) =>
    h("div", { class: "way-stop" }, timeOf({ scheduled: time }, speaker),
      h("div", { class: "way-place" },
        h("span", { class: "way-name" }, placeLink(place, speaker))));
  return h(
    "li",
    { class: "way-walk" },
    position.first ? end(walk.from, walk.departure) : null,
    isSamePlace(walk) ? null : walkFold(walk, [walkText(walk, speaker)], { speaker, key: walkKey(walk) }),
    position.last ? end(walk.to, walk.arrival) : null,
  );
}

/** @param {import("./wire.js").Transfer} transfer
 * @param {Walk|null} walk
 * @param {Speaker} speaker */
function transferPart(transfer, walk, speaker) {
  const isSigned = transfer.state === "tight" || transfer.state === "broken";
  return h(
    "li",
    { class: `way-transfer way-transfer-${transfer.state}` },
    isSigned ? icon("alert-circle-outline") : null,
    h("span", {}, transferText(transfer, speaker)),
    walk !== null && walk.seconds > 0 && !isSamePlace(walk)
      ? walkFold(walk, [walkText(walk, speaker)], { speaker, key: walkKey(walk) }) : null,
  );
}

/** The whole connection.
 * @param {Way} whole
 * @param {Alert[]} alerts
 * @param {Speaker} speaker
 * @param {number} now the server's time, Unix milliseconds
 * @returns {HTMLElement[]} */
export function wayDetails(whole, alerts, speaker, now) {
  const way = shortNamed(whole);
  const troubles = way.troubles ?? [];
  const day = shownTime(way.departure).slice(0, 10);
  const zone = speaker.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = localMinute(now, zone).slice(0, 10);
  const messages = alertList(alertsOf(way, alerts), speaker);
  const parts = partsOf(way).map((part, index, all) => {
    if (part.kind === "ride") return ridePart(part.ride, speaker, now);
    if (part.kind === "transfer") return transferPart(part.transfer, part.walk, speaker);
    const position = { first: index === 0, last: index === all.length - 1 };
    return walkPart(part.walk, position, speaker);
  });
  return [
    h("p", { class: "way-sum" },
      h("span", { class: "result-times" },
        aboutMark(ridesOf(way).find(({ approximate }) => approximate), speaker),
        timeOf(way.departure, speaker, { void: way.status !== "works" }), icon("arrow-right"),
        timeOf(way.arrival, speaker, { void: way.status !== "works" })),
      h("span", {}, namedDay(day, today, speaker.locale)),
      h("span", {}, duration(shownSeconds(way), speaker.locale)),
      h("span", {}, changesText(way, speaker)),
      way.wheelchair === undefined ? null : h("span", {},
        speaker.say(way.wheelchair === "yes" ? "way.stepFree" : "way.stepFreeUnknown")),
      way.bicycles === undefined ? null : h("span", {},
        speaker.say(way.bicycles === "yes" ? "way.bicycles" : "way.bicyclesUnknown"))),
    ...(troubles.length === 0 ? [] : [
      h("ul", { class: "troubles" }, ...troubles.map((trouble) =>
        h("li", {}, icon("alert-circle-outline"), troubleText(trouble, way, speaker)))),
    ]),
    ...(messages === null ? [] : [messages]),
    h("ol", { class: "way" }, ...parts),
  ];
}

/** Where a connection begins and where it ends.
 * @param {Way} way
 * @returns {[WayPlace, WayPlace]} */
export function endsOf(way) {
  const rides = ridesOf(way);
  const start = way.legs[0];
  const end = way.legs[way.legs.length - 1];
  return [start?.kind === "walk" ? start.from : rides[0].from.stop,
    end?.kind === "walk" ? end.to : rides[rides.length - 1].to.stop];
}

/** From where to where, for the heading.
 * @param {Way} way
 * @param {Speaker} speaker */
export function wayTitle(way, speaker) {
  const [from, to] = endsOf(way);
  return speaker.say("way.title", {
    from: placeName(from, speaker),
    to: placeName(to, speaker),
  });
}
