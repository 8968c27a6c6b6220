// Times with their expectations, and platforms, shared by boards and connections.

/** @import { Speaker } from "./i18n.js" */
/** @import { Mode } from "./types.js" */
/** @import { Event } from "./search/wire.js" */
import { delayKind, delayOf } from "./delay.js";
import { duration, localTime } from "./format.js";
import { h } from "./render.js";

/** The best known time: expected, otherwise scheduled; empty if neither is known.
 * @param {Event|undefined} event */
export function bestTime(event) {
  return event?.expected ?? event?.scheduled ?? "";
}

/** The displayed time: a punctual vehicle keeps the timetable's minute.
 * @param {Event|undefined} event */
export function shownTime(event) {
  const isOnTime = delayKind(delayOf(event)) === "onTime";
  return isOnTime && event?.scheduled !== undefined ? event.scheduled : bestTime(event);
}

/** The minute of a time as displayed.
 * @param {string} text ISO 8601 with offset
 * @returns {number} Unix milliseconds; NaN without a time */
export function minuteOf(text) {
  return Math.floor(Date.parse(text) / MINUTE) * MINUTE;
}

/** The number of whole minutes left. Everything that leaves in the same minute is equally far away.
 * @param {number} minute from `minuteOf`
 * @param {number} now Unix milliseconds */
export function minutesLeft(minute, now) {
  return Math.floor((minute - now) / MINUTE);
}

/** Sorts by the displayed times, so that 08:01 is never below 08:02. Calls in the same minute keep the server's order.
 * @template {Event} Call
 * @param {readonly Call[]} calls
 * @returns {Call[]} */
export function inShownOrder(calls) {
  const minute = (/** @type {Call} */ call) => minuteOf(shownTime(call));
  return [...calls].sort((a, b) => minute(a) - minute(b) || 0);
}

/** The properties of a run without exact times.
 * @typedef {{approximate?: boolean, estimated?: boolean, headwaySeconds?: number}} Rhythm */

/** "about", before an approximate time; null for others.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function aboutMark(run, speaker) {
  return run?.approximate ? h("span", { class: "call-about" }, speaker.say("board.approximate")) : null;
}

/** The headway of a run, as in "every 12 min"; null if unknown.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function rhythmText(run, speaker) {
  if (run?.headwaySeconds === undefined) return null;
  const seconds = Math.max(60, Math.round(run.headwaySeconds / 60) * 60);
  return speaker.say("line.every", { duration: duration(seconds, speaker.locale) });
}

/** The text in place of an unknown delay: whether the time is from the timetable or an estimate.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function planText(run, speaker) {
  return speaker.say(run?.estimated ? "board.estimated" : "way.timetable");
}

const MINUTE = 60_000;
/** A shorter span says no more than the displayed minute. */
const SHORTEST_SPAN_MINUTES = 2;

/** The span of minutes within which the event happens in eight of ten cases, rounded outwards; null if it is unknown or
 * says no more than the time itself.
 * @param {Event|undefined} event
 * @returns {{from: string, to: string}|null} ISO 8601 with offset */
export function probableSpan(event) {
  if (event?.expectedEarliest === undefined || event.expectedLatest === undefined) return null;
  const length = Date.parse(event.expectedLatest) - Date.parse(event.expectedEarliest);
  if (!(length >= SHORTEST_SPAN_MINUTES * MINUTE)) return null;
  return { from: event.expectedEarliest, to: withMinutesUp(event.expectedLatest) };
}

/** The same time, rounded up to a whole minute.
 * @param {string} text ISO 8601 with offset */
function withMinutesUp(text) {
  if (text.slice(17, 19) === "00") return text;
  const local = new Date(Date.parse(`${text.slice(0, 19)}Z`) + MINUTE);
  return `${local.toISOString().slice(0, 17)}00${text.slice(19)}`;
}

/** Whether riders should be there in an earlier minute than the displayed time. For a slight delay the timetable's
 * minute is displayed, and riders are never asked to come after it.
 * @param {Event|undefined} event */
export function earlierThanShown(event) {
  return event?.leaveBy !== undefined && minuteOf(event.leaveBy) < minuteOf(shownTime(event)) ? event.leaveBy : null;
}

/** The uncertainty of a time in small print: the span, and when to be there; null if neither is known.
 * @param {Event|undefined} event
 * @param {Speaker} speaker
 * @param {{leaves: boolean}} options whether it is a departure, for which the rider has to be there */
export function certaintyOf(event, speaker, { leaves }) {
  const span = probableSpan(event);
  const leaveBy = leaves ? earlierThanShown(event) : null;
  if (span === null && leaveBy === null) return null;
  const time = (/** @type {string} */ text) => localTime(text, speaker.locale);
  return h(
    "span",
    { class: "certainty" },
    span === null ? null : h("span", { class: "unseen" }, `${speaker.say("certain.span")} `),
    span === null ? null : `${time(span.from)}–${time(span.to)}`,
    span !== null && leaveBy !== null ? " · " : null,
    leaveBy === null ? null : speaker.say("certain.leaveBy", { time: time(leaveBy) }),
  );
}

/** @type {ReadonlySet<Mode>} */
const ON_TRACKS = new Set(["rail", "subway", "monorail"]);

/** @param {string} platform
 * @param {Mode} mode of the vehicle that calls there
 * @param {Speaker} speaker */
export function platformText(platform, mode, speaker) {
  return speaker.say(ON_TRACKS.has(mode) ? "way.track" : "way.stand", { platform });
}
