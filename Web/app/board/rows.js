// The lines of a stop board.

/** @import { Speaker } from "../i18n.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Board, BoardCall } from "../search/wire.js" */
import { delayChip, lineBadge } from "../badge.js";
import { calendarDay } from "../format.js";
import { occupancyTone } from "../occupancy.js";
import { h } from "../render.js";
import { linesAddress, tripAddress } from "../router.js";
import { bestTime, certaintyOf, platformText, timeOf } from "../times.js";

const MINUTE_MILLISECONDS = 60_000;

/** Names a call, so that a redrawn board keeps the focus where it was.
 * @param {BoardCall} call */
export function callKey(call) {
  return `${call.trip}|${call.serviceDay}|${call.scheduled ?? call.expected ?? ""}|${call.stop.id}`;
}

/** What is to be said of a call beyond its time; the grave things first.
 * @param {BoardCall} call
 * @param {Speaker} speaker
 * @returns {{text: string, tone: "bad"|"warn"|"plain"}[]} */
export function callRemarks(call, speaker) {
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
  if (call.onRequest !== undefined) add("plain", `board.${call.onRequest}`);
  return remarks;
}

/** Its run with all stops; a run that is not in the timetable has its line only.
 * @param {BoardCall} call */
function callAddress(call) {
  return call.added
    ? linesAddress(call.route)
    : tripAddress({ line: call.route, trip: call.trip, day: call.serviceDay });
}

/** Whether it has been; a begun minute still counts as now.
 * @param {BoardCall} call
 * @param {number} now Unix milliseconds */
export function isPast(call, now) {
  return Date.parse(bestTime(call)) < now - MINUTE_MILLISECONDS;
}

/** @param {BoardCall} call
 * @param {Board} board
 * @param {Speaker} speaker
 * @param {number} now the server's, Unix milliseconds */
function callRow(call, board, speaker, now) {
  const runs = call.status === "runs";
  const isArrival = board.kind === "arrivals";
  const event = {
    scheduled: call.scheduled,
    expected: call.expected,
    delaySeconds: call.delaySeconds,
  };
  const platform = call.stop.platform;
  const before = call.scheduledStop?.platform;
  const isMoved = before !== undefined && before !== platform;
  const remarks = callRemarks(call, speaker);
  const title = isArrival
    ? speaker.say("board.origin", { origin: call.origin.name })
    : call.headsign || call.destination.name;
  return h(
    "li",
    {},
    h(
      "a",
      { class: isPast(call, now) ? "row call past" : "row call", href: callAddress(call), "data-call": callKey(call) },
      h("span", { class: "call-time" },
        call.approximate ? h("span", { class: "call-about" }, speaker.say("board.approximate")) : null,
        timeOf(event, speaker, { void: !runs })),
      h("span", { class: "call-line" }, lineBadge({ ...call, name: call.line })),
      h(
        "span",
        { class: "row-text" },
        h("span", { class: "row-title" }, runs ? title : h("s", {}, title)),
        platform === undefined ? null : h(
          "span",
          { class: "row-next" },
          platformText(platform, call.mode, speaker),
          isMoved ? h("strong", { class: "bad" }, ` ${
            speaker.say("way.platformBefore", { platform: before ?? "" })
          }`) : null,
        ),
        runs && call.live ? certaintyOf(call, speaker, { leaves: !isArrival }) : null,
        remarks.length === 0 ? null : h("span", { class: "remarks" }, ...remarks.map(({ text, tone }) =>
          h("span", { class: `remark ${tone}` }, text))),
      ),
      !runs
        ? null
        : call.live && call.delaySeconds !== undefined
        ? delayChip(call.delaySeconds, speaker, { words: false })
        : h("span", { class: "call-plan" }, speaker.say("way.timetable")),
    ),
  );
}

/** All lines, with the day written where it changes.
 * @param {Board} board
 * @param {{today: string, now: number}} moment "2026-05-04" at the stop, Unix milliseconds
 * @param {Speaker} speaker
 * @returns {HTMLElement[]} sections of a day each */
export function boardSections(board, { today, now }, speaker) {
  /** @type {Map<string, BoardCall[]>} */
  const days = new Map();
  for (const call of board.calls) {
    const day = bestTime(call).slice(0, 10);
    const known = days.get(day);
    if (known === undefined) days.set(day, [call]);
    else known.push(call);
  }
  return [...days].map(([day, calls]) =>
    h(
      "section",
      { class: "group" },
      day === today || day === "" ? null : h("h2", {}, calendarDay(day, speaker.locale)),
      h("ul", { class: "calls" }, ...calls.map((call) => callRow(call, board, speaker, now))),
    )
  );
}

/** Why a board has no lines, in a sentence; empty if it has some.
 * @param {Board} board
 * @param {Speaker} speaker
 * @param {(text: string) => string} time how a time is written */
export function emptySentence(board, speaker, time) {
  const empty = board.empty;
  if (empty === undefined) return "";
  if (empty.reason === "never-served") return speaker.say("board.never");
  if (empty.reason === "outside-timetable") {
    return speaker.say("problem.outside", {
      from: calendarDay(empty.firstDay ?? "", speaker.locale),
      to: calendarDay(empty.lastDay ?? "", speaker.locale),
    });
  }
  const none = speaker.say("board.none");
  if (empty.next === undefined) return none;
  const day = calendarDay(empty.next.slice(0, 10), speaker.locale);
  return `${none} ${speaker.say("board.next", { day, time: time(empty.next) })}`;
}
