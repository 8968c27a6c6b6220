// One row of a stop board.

/** @import { Speaker } from "../i18n.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { BoardCall } from "../search/wire.js" */
import { delayChip, lineBadge } from "../badge.js";
import { delayOf } from "../delay.js";
import { occupancyTone } from "../occupancy.js";
import { withoutTown } from "../place-names.js";
import { h } from "../render.js";
import { tripAddress } from "../router.js";
import { namedDay } from "../search/named-day.js";
import {
  aboutMark, certaintyOf, minuteOf, minutesLeft, planText, platformText, rhythmText, shownTime,
} from "../times.js";
import { timeOf } from "../written-times.js";

const MINUTE_MILLISECONDS = 60_000;
/** Beyond this, the time is more useful than the remaining minutes. */
const MAXIMUM_COUNTED_MINUTES = 59;
/** Longer names of lines are written smaller, so that they stay one word. */
const LONG_LINE = 4;

/** Describes how riders make a vehicle stop; null where it stops anyway.
 * @typedef {(call: BoardCall, speaker: Speaker) => {text: string, tone: "plain"|"warn"}|null} Booked */

/** A single word, for screens that do not show the deadline.
 * @type {Booked} */
const onRequest = (call, speaker) =>
  call.onRequest === undefined ? null : { text: speaker.say(`board.${call.onRequest}`), tone: "plain" };

/** Identifies a call, so that a redrawn board keeps the focus.
 * @param {BoardCall} call */
export function callKey(call) {
  return `${call.trip}|${call.serviceDay}|${call.scheduled ?? call.expected ?? ""}|${call.stop.id}`;
}

/** Remarks on a call in addition to its time, the most severe first.
 * @param {BoardCall} call
 * @param {Speaker} speaker
 * @param {Booked} [booked]
 * @returns {{text: string, tone: "bad"|"warn"|"plain"}[]} */
export function callRemarks(call, speaker, booked = onRequest) {
  /** @type {{text: string, tone: "bad"|"warn"|"plain"}[]} */
  const remarks = [];
  /** @param {"bad"|"warn"|"plain"} tone
   * @param {MessageKey} key
   * @param {Record<string, string>} [values] */
  const add = (tone, key, values) => remarks.push({ text: speaker.say(key, values), tone });
  if (call.status === "cancelled") add("bad", "way.cancelled");
  if (call.status === "skipped") add("bad", "board.skipped");
  if (call.status === "elsewhere") add("bad", "board.elsewhere", { stop: call.stop.name });
  if (call.replacement) add("warn", "board.replacement");
  else if (call.added) add("warn", "board.added");
  if (call.last) add("warn", "board.last");
  if (call.occupancy !== undefined && call.status === "runs") {
    add(occupancyTone(call.occupancy), `occupancy.${call.occupancy}`);
  }
  const booking = call.status === "runs" ? booked(call, speaker) : null;
  if (booking !== null) remarks.push(booking);
  const rhythm = call.status === "runs" ? rhythmText(call, speaker) : null;
  if (rhythm !== null) remarks.push({ text: rhythm, tone: "plain" });
  return remarks;
}

/** The address of the run with all its stops.
 * @param {BoardCall} call */
export function callAddress(call) {
  return tripAddress({ line: call.route, trip: call.trip, day: call.serviceDay });
}

/** Whether the call is over; the current minute still counts as now.
 * @param {BoardCall} call
 * @param {number} now Unix milliseconds */
export function isPast(call, now) {
  return minuteOf(shownTime(call)) + MINUTE_MILLISECONDS < now;
}

/** The remaining minutes, in large digits; null where the time is more useful.
 * @param {number} moment the minute that is shown, Unix milliseconds
 * @param {number} now Unix milliseconds
 * @param {Speaker} speaker */
export function countdown(moment, now, speaker) {
  const minutes = minutesLeft(moment, now);
  if (!(minutes >= -1 && minutes <= MAXIMUM_COUNTED_MINUTES)) return null;
  return h("span", { class: "countdown" }, minutes < 1 ? h("b", { class: "now" }, speaker.say("home.now")) : [h("b", {}, minutes), " min"]);
}

/** Whether riders must be there a whole minute or more before the departure.
 * @param {BoardCall} call */
function isEarly(call) {
  return call.leaveBy !== undefined && minuteOf(shownTime(call)) - minuteOf(call.leaveBy) > MINUTE_MILLISECONDS;
}

/** The day of a call that is not of today; null for others.
 * @param {BoardCall} call
 * @param {string|undefined} today "2026-05-04" at the stop; undefined where a heading says the day
 * @param {Speaker} speaker */
export function dayOf(call, today, speaker) {
  const day = shownTime(call).slice(0, 10);
  return today === undefined || day === "" || day === today ? null : namedDay(day, today, speaker.locale);
}

/** The details below the direction: platform, time span and remarks.
 * @param {BoardCall} call
 * @param {boolean} isArrival
 * @param {Speaker} speaker
 * @param {Booked} [booked] */
function details(call, isArrival, speaker, booked) {
  const { platform } = call.stop;
  const before = call.scheduledStop?.platform;
  const isMoved = before !== undefined && before !== platform;
  const isByPlan = call.status === "runs" && (!call.live || delayOf(call) === null);
  return [
    platform === undefined ? null : h("span", { class: "row-next" }, platformText(platform, call.mode, speaker),
      isMoved ? h("strong", { class: "bad" }, ` ${speaker.say("way.platformBefore", { platform: before ?? "" })}`) : null),
    isByPlan ? h("span", { class: "call-plan" }, planText(call, speaker)) : null,
    call.status === "runs" && call.live ? certaintyOf(call, speaker, { leaves: !isArrival && isEarly(call) }) : null,
    ...callRemarks(call, speaker, booked).map(({ text, tone }) => h("span", { class: `remark ${tone}` }, text)),
  ].filter((each) => each !== null);
}

/** @param {BoardCall} call
 * @param {{speaker: Speaker, now: number, town: string|null, isArrival: boolean, booked?: Booked, today?: string}} how `now` is the
 *   server's time, Unix milliseconds; `town` is left out of its stops' names; with `today`, "2026-05-04" at the stop, a call of
 *   another day says so */
export function callRow(call, { speaker, now, town, isArrival, booked, today }) {
  const runs = call.status === "runs";
  const delay = call.live ? delayOf(call) : null;
  const place = (/** @type {string} */ name) => withoutTown(name, town);
  const title = isArrival
    ? speaker.say("board.origin", { origin: place(call.origin.name) })
    : place(call.headsign || call.destination.name);
  const until = runs ? countdown(minuteOf(shownTime(call)), now, speaker) : null;
  const time = h("span", { class: "call-time" },
    aboutMark(call, speaker),
    timeOf(call, speaker, { void: !runs }));
  const day = until === null ? dayOf(call, today, speaker) : null;
  const below = [...day === null ? [] : [h("span", { class: "row-next" }, day)], ...details(call, isArrival, speaker, booked)];
  return h(
    "li",
    {},
    h(
      "a",
      { class: isPast(call, now) ? "row call past" : "row call", href: callAddress(call), "data-call": callKey(call) },
      h("span", { class: "call-until" }, until ?? time),
      h("span", { class: call.line.length > LONG_LINE ? "call-line long" : "call-line" },
        h("span", { class: "unseen" }, `${speaker.say(`mode.${call.mode}`)} `), lineBadge({ ...call, name: call.line })),
      h("span", { class: "row-text" },
        h("span", { class: "row-title" }, runs ? title : h("s", {}, title)),
        below.length === 0 ? null : h("span", { class: "call-below" }, ...below)),
      h("span", { class: "call-end" }, until === null ? null : time,
        runs && delay !== null ? delayChip(delay, speaker, { words: false }) : null),
    ),
  );
}
