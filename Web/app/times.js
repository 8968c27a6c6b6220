// A time with what is expected of it, and platforms: what boards and connections share.

/** @import { Speaker } from "./i18n.js" */
/** @import { Mode } from "./types.js" */
/** @import { Event } from "./search/wire.js" */
import { delayClass, delayKind, delayOf } from "./delay.js";
import { duration, localTime } from "./format.js";
import { h } from "./render.js";

/** The time to go by: as expected, else as scheduled; empty where neither is known.
 * @param {Event|undefined} event */
export function bestTime(event) {
  return event?.expected ?? event?.scheduled ?? "";
}

/** The time that is shown to go by: who is on time keeps to the timetable's minute.
 * @param {Event|undefined} event */
export function shownTime(event) {
  const isOnTime = delayKind(delayOf(event)) === "onTime";
  return isOnTime && event?.scheduled !== undefined ? event.scheduled : bestTime(event);
}

/** The minute of a time as it is shown.
 * @param {string} text ISO 8601 with offset
 * @returns {number} Unix milliseconds; NaN without a time */
export function minuteOf(text) {
  return Math.floor(Date.parse(text) / MINUTE) * MINUTE;
}

/** How many minutes are left: a begun one is none. All that leaves at the same minute is as far away.
 * @param {number} minute as `minuteOf` gives it
 * @param {number} now Unix milliseconds */
export function minutesLeft(minute, now) {
  return Math.floor((minute - now) / MINUTE);
}

/** In the order of the times that are shown: who leaves at 08:01 never stands below 08:02. What has the same minute
 * stays as the server has it.
 * @template {Event} Call
 * @param {readonly Call[]} calls
 * @returns {Call[]} */
export function inShownOrder(calls) {
  const minute = (/** @type {Call} */ call) => minuteOf(shownTime(call));
  return [...calls].sort((a, b) => minute(a) - minute(b) || 0);
}

/** A time: where it is expected otherwise, the scheduled one stands struck beside it.
 * @param {Event|undefined} event
 * @param {Speaker} speaker
 * @param {{void?: boolean}} [options] with `void` nothing happens at that time, and it is struck */
export function timeOf(event, speaker, options = {}) {
  const text = shownTime(event);
  if (text === "") return h("span", { class: "time" }, "–");
  const shown = localTime(text, speaker.locale);
  if (options.void) return h("span", { class: "time" }, h("s", {}, shown));
  const scheduled = event?.scheduled === undefined ? shown : localTime(event.scheduled, speaker.locale);
  if (scheduled === shown) {
    return h("span", { class: "time" }, h("time", { datetime: text }, shown));
  }
  return h(
    "span",
    { class: `time time-${delayClass(delayOf(event))}` },
    h("span", { class: "unseen" }, speaker.say("way.times", { scheduled, expected: shown })),
    h("s", { "aria-hidden": "true" }, scheduled),
    h("time", { datetime: text, "aria-hidden": "true" }, shown),
  );
}

/** What is known of a run that keeps no time to the minute.
 * @typedef {{approximate?: boolean, estimated?: boolean, headwaySeconds?: number}} Rhythm */

/** "about", before the time of a run at intervals; null for others.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function aboutMark(run, speaker) {
  return run?.approximate ? h("span", { class: "call-about" }, speaker.say("board.approximate")) : null;
}

/** How often a run at intervals comes, as in "every 12 min"; null where that is not known.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function rhythmText(run, speaker) {
  if (run?.headwaySeconds === undefined) return null;
  const seconds = Math.max(60, Math.round(run.headwaySeconds / 60) * 60);
  return speaker.say("line.every", { duration: duration(seconds, speaker.locale) });
}

/** What stands in place of how late a run is, where nothing tells that: whether a timetable or a guess has the time.
 * @param {Rhythm|undefined} run
 * @param {Speaker} speaker */
export function planText(run, speaker) {
  return speaker.say(run?.estimated ? "board.estimated" : "way.timetable");
}

const MINUTE = 60_000;
/** A span that is shorter says no more than the minute that is told. */
const SHORTEST_SPAN_MINUTES = 2;

/** Between which minutes it will probably be, eight times of ten: rounded outwards; null where that is not known or
 * says no more than the time itself.
 * @param {Event|undefined} event
 * @returns {{from: string, to: string}|null} ISO 8601 with offset */
export function probableSpan(event) {
  if (event?.expectedEarliest === undefined || event.expectedLatest === undefined) return null;
  const length = Date.parse(event.expectedLatest) - Date.parse(event.expectedEarliest);
  if (!(length >= SHORTEST_SPAN_MINUTES * MINUTE)) return null;
  return { from: event.expectedEarliest, to: withMinutesUp(event.expectedLatest) };
}

/** The same moment, or the beginning of the next minute.
 * @param {string} text ISO 8601 with offset */
function withMinutesUp(text) {
  if (text.slice(17, 19) === "00") return text;
  const local = new Date(Date.parse(`${text.slice(0, 19)}Z`) + MINUTE);
  return `${local.toISOString().slice(0, 17)}00${text.slice(19)}`;
}

/** By when to be there, where that is an earlier minute than the time that is shown: who is a little late keeps to the
 * timetable's, and nobody is told to be there after it.
 * @param {Event|undefined} event */
export function earlierThanShown(event) {
  return event?.leaveBy !== undefined && minuteOf(event.leaveBy) < minuteOf(shownTime(event)) ? event.leaveBy : null;
}

/** How sure a time is, in small print: the span, and by when to be there; null where nothing is known of it.
 * @param {Event|undefined} event
 * @param {Speaker} speaker
 * @param {{leaves: boolean}} options whether the rider leaves then, and has to be there before */
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
