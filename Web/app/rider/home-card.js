// The card of a saved connection at home, with the next departures of each route.

/** @import { Context } from "../context.js" */
/** @import { Speaker } from "../i18n.js" */
/** @import { Mode } from "../types.js" */
/** @import { RouteAtHome, SavedAtHome, SavedConnection, SavedDeparture, SavedPlace } from "./wire.js" */
import { alertList } from "../alerts.js";
import { delayChip, lineBadge, lineName } from "../badge.js";
import { delayOf } from "../delay.js";
import { calendarDay, distance, duration, localTime } from "../format.js";
import { namedMode } from "../named-mode.js";
import { sharedTown, withoutTown } from "../place-names.js";
import { h, icon } from "../render.js";
import { savedAddress } from "../router.js";
import { localMinute, searchAddress } from "../search/query.js";
import {
  aboutMark, certaintyOf, minuteOf, minutesLeft, planText, platformText, rhythmText, shownTime,
} from "../times.js";
import { reminderText } from "./weekdays.js";
import { timeOf } from "../written-times.js";

/** Departures that left longer ago are hidden. */
const GONE_MILLISECONDS = 30_000;
/** Beyond this, the time is more useful than the remaining minutes. */
const COUNTED_MINUTES = 90;
/** A rider who is nearer than this is there. */
const BESIDE_METRES = 25;
/** The number of departures after the next one. */
const MAXIMUM_LATER = 3;

/** A place as a search parameter.
 * @param {SavedPlace} place */
export function placeValue(place) {
  return place.stop ?? `${place.latitude},${place.longitude}`;
}

/** The search for a saved connection.
 * @param {{from: SavedPlace, to: SavedPlace, vias?: SavedPlace[], walking?: import("./wire.js").Walking}} saved
 * @param {Partial<import("../search/query.js").SearchQuery>} [more] */
export function savedSearch({ from, to, vias = [], walking = {} }, more = {}) {
  const { minutes: walk = null, wheelchair = false, bicycle = false } = walking;
  return searchAddress(
    { from: placeValue(from), to: placeValue(to), vias: vias.map(placeValue), walk, wheelchair, bicycle, ...more });
}

/** The network's line with that name, preferably of that mode.
 * @param {Context} context
 * @param {string} name
 * @param {Mode|undefined} mode */
export function lineNamed(context, name, mode) {
  let found;
  for (const route of context.routes.values()) {
    if (lineName(route) !== name) continue;
    if (found === undefined || route.mode === mode) found = route;
  }
  return found;
}

/** The badge of a line by name and mode, in the colours of the network's line with that name.
 * @param {Context} context
 * @param {string} name
 * @param {Mode|undefined} mode */
export function namedBadge(context, name, mode) {
  const found = lineNamed(context, name, mode);
  return lineBadge({ colour: found?.colour ?? "", textColour: found?.textColour ?? "", name });
}

/** The lines of a route in order.
 * @param {Context} context
 * @param {{lines: string[], modes: Mode[]}} route
 * @param {boolean[]} [voids] which of them are cancelled */
export function lineChain(context, { lines, modes }, voids = []) {
  return h("span", { class: "strip" }, ...lines.map((line, at) => {
    const badge = namedBadge(context, line, modes[at]);
    return h("span", { class: voids[at] ? "strip-ride void" : "strip-ride" },
      namedMode(modes[at] ?? "other", context.speaker), voids[at] ? h("s", {}, badge) : badge);
  }));
}

/** The time until departure if it is soon; where the rider walks to the stop, until they have to leave. Later than that,
 * "tomorrow" if it is not today.
 * @param {Pick<SavedDeparture, "departure">} departure
 * @param {Speaker} speaker
 * @param {number} now the server's time, Unix milliseconds
 * @param {number} [walkSeconds] to its first stop
 * @returns {string} */
export function untilText(departure, speaker, now, walkSeconds = 0) {
  const minutes = minutesLeft(minuteOf(shownTime(departure.departure)), now + walkSeconds * 1000);
  if (!(minutes < COUNTED_MINUTES)) {
    const isToday = shownTime(departure.departure).slice(0, 10) <= localMinute(now, speaker.timeZone).slice(0, 10);
    return isToday ? "" : new Intl.RelativeTimeFormat(speaker.locale, { numeric: "auto" }).format(1, "day");
  }
  const walks = walkSeconds > 0;
  if (minutes < 1) return speaker.say(walks ? "home.leaveNow" : "home.now");
  return speaker.say(walks ? "home.leaveIn" : "home.in", { duration: duration(minutes * 60, speaker.locale) });
}

/** The departures that have not left.
 * @param {RouteAtHome} route
 * @param {number} now Unix milliseconds */
export function stillAhead(route, now) {
  return route.departures.filter(({ departure }) =>
    Date.parse(shownTime(departure)) > now - GONE_MILLISECONDS
  );
}

/** @typedef {{context: Context, now: number, isLive: boolean, isSilent?: boolean,
 *   connection: SavedConnection|null}} CardWorld `now` is the server's time; `isLive` is false if only a stored copy
 *   can be shown, and `isSilent` says that this is because the server did not answer */

/** @param {SavedDeparture} departure
 * @param {SavedAtHome} saved */
function detailsAddress(departure, saved) {
  return savedSearch(saved, { connection: departure.connection });
}

/** The remark on a departure in addition to its time.
 * @param {SavedDeparture} departure
 * @param {Speaker} speaker */
function remarkOf({ status }, speaker) {
  if (status === "works") return null;
  return h("span", { class: "remark bad" }, speaker.say(status === "cancelled" ? "way.cancelled" : "way.broken"));
}

/** @param {SavedDeparture} departure
 * @param {SavedAtHome} saved
 * @param {CardWorld} world */
function laterLink(departure, saved, { context: { speaker }, isLive }) {
  const works = departure.status === "works";
  const time = localTime(shownTime(departure.departure), speaker.locale);
  const isOnTime = delayOf(departure.departure) === 0;
  return h("a", { class: "later-departure", href: detailsAddress(departure, saved),
    "data-key": departure.connection },
    // A "+8" beside 08:01 could be read as 08:09, so both times are shown.
    works ? (isLive ? timeOf(departure.departure, speaker) : h("span", {}, time)) : h("s", {}, time),
    works && isLive && isOnTime ? delayChip(0, speaker, { words: false }) : null,
    works ? null : h("span", { class: "unseen" },
      speaker.say(departure.status === "cancelled" ? "way.cancelled" : "way.broken")));
}

/** @param {RouteAtHome} route
 * @param {SavedAtHome} saved
 * @param {CardWorld} world */
function routeRow(route, saved, world) {
  const { context, now, isLive } = world;
  const { speaker } = context;
  const ahead = stillAhead(route, now);
  // A departure that cannot be taken is never above one that can.
  const next = ahead.find(({ status }) => status === "works") ?? ahead[0];
  const others = ahead.filter((each) => each !== next);
  const reminders = route.reminders.length === 0 ? null : h("ul", { class: "reminders" },
    ...route.reminders.map((each) => h("li", {}, icon("bell-outline"),
      h("span", { class: "unseen" }, speaker.say("home.reminder")), reminderText(each, speaker))));
  if (next === undefined) {
    return h("li", { class: "home-route" },
      h("a", { class: "home-next", href: savedAddress(saved.id), "data-key": route.id },
        lineChain(context, route), h("p", { class: "home-none" }, storedText(route, world)),
        icon("chevron-right")),
      reminders);
  }
  const works = next.status === "works";
  const { walkBeforeSeconds = 0, rides: [first] = [] } = world.connection?.routes.find(({ id }) => id === route.id) ?? {};
  const voids = route.lines.map((_, at) => next.rides[at]?.cancelled ?? !works);
  const seconds = delayOf(next.departure);
  const later = others.slice(0, MAXIMUM_LATER);
  const rough = next.rides.find(({ approximate }) => approximate);
  return h(
    "li",
    { class: "home-route" },
    h(
      "a",
      { class: "home-next", href: detailsAddress(next, saved), "data-key": route.id },
      lineChain(context, route, voids),
      works && isLive ? h("span", { class: "home-until" }, untilText(next, speaker, now, walkBeforeSeconds)) : null,
      h("span", { class: "home-times" }, aboutMark(rough, speaker),
        timeOf(next.departure, speaker, { void: !works }), icon("arrow-right"),
        timeOf(next.arrival, speaker, { void: !works })),
      h("span", { class: "home-facts" },
        remarkOf(next, speaker),
        walkBeforeSeconds === 0 || first === undefined ? null : h("span", {}, speaker.say("home.walk", {
          duration: duration(walkBeforeSeconds, speaker.locale), stop: first.from.name })),
        works && isLive && seconds !== null ? delayChip(seconds, speaker, { words: false }) : null,
        works && isLive && seconds === null
          ? h("span", { class: "call-plan" }, planText(rough, speaker)) : null,
        works && rough?.headwaySeconds !== undefined ? h("span", {}, rhythmText(rough, speaker)) : null,
        next.platform === undefined ? null
          : h("span", {}, platformText(next.platform, route.modes[0] ?? "other", speaker)),
        works && isLive ? certaintyOf(next.departure, speaker, { leaves: true }) : null),
      icon("chevron-right"),
    ),
    later.length === 0 ? null : h("p", { class: "home-later" },
      h("span", {}, speaker.say("home.then")),
      ...later.map((each) => laterLink(each, saved, world))),
    reminders,
  );
}

/** The stored data of a route without known departures.
 * @param {RouteAtHome} route
 * @param {CardWorld} world */
export function storedText(route, { context, connection, isLive, isSilent, now }) {
  const { speaker } = context;
  const stored = connection?.routes.find(({ id }) => id === route.id);
  const last = (context.saved.isByPhone ? context.pocket?.kept?.lastDay : context.network?.serviceDays?.to) ?? "9";
  if (isLive && !route.isUnasked && localMinute(now, context.timeZone).slice(0, 10) > last) {
    return speaker.say("home.ended", { day: calendarDay(last, speaker.locale) });
  }
  if (isLive && route.gone) return speaker.say("home.gone");
  const sentence = speaker.say(route.isUnasked ? (isSilent ? "notKnown" : "loading") : isLive && route.departures.length === 0 ? "saved.none" : "home.allGone");
  if (stored === undefined || route.isUnasked && !isSilent) return sentence;
  const riding = stored.rides.reduce((sum, { seconds }) => sum + seconds, 0);
  const changing = stored.changeSeconds.reduce((sum, seconds) => sum + seconds, 0);
  return `${sentence} ${speaker.say("home.stored", {
    duration: duration(riding + changing, speaker.locale),
  })}`;
}

/** The whole card.
 * @param {SavedAtHome} saved
 * @param {CardWorld} world */
export function homeCard(saved, world) {
  const { speaker } = world.context;
  const title = speaker.say("way.title", { from: saved.from.name, to: saved.to.name });
  const name = saved.name ?? title;
  const town = sharedTown([saved.from.name, saved.to.name]);
  const { metres = 0 } = saved;
  return h(
    "article",
    { class: "home-card", "data-saved": saved.id },
    h("header", { class: "home-card-head" },
      h("h3", {}, h("a", { href: savedSearch(saved), "data-key": `search ${saved.id}` },
        saved.name !== undefined ? saved.name : [withoutTown(saved.from.name, town), icon("arrow-right"),
          h("span", { class: "unseen" }, "–"), withoutTown(saved.to.name, town)])),
      saved.name === undefined ? null : h("p", { class: "home-ends" }, title),
      metres < BESIDE_METRES ? null
        : h("p", { class: "home-ends" }, icon("map-marker-outline"),
          speaker.say("home.away", { distance: distance(metres, speaker.locale) })),
      h("a", { class: "round", href: savedAddress(saved.id), "aria-label": speaker.say("home.edit", { name }),
        title: speaker.say("home.edit", { name }), "data-key": `edit ${saved.id}` }, icon("dots-horizontal"))),
    alertList(saved.stepFreeAlerts ?? [], speaker),
    saved.routes.length === 0
      ? h("p", { class: "home-choose" }, h("span", {}, speaker.say("home.noRoute")),
        h("a", { class: "button", href: savedSearch(saved) }, icon("magnify"), speaker.say("home.chooseRoute")))
      : h("ul", {}, ...saved.routes.map((route) => routeRow(route, saved, world))),
  );
}
