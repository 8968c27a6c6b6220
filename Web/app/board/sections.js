// A whole stop board: its days, its filter of lines, and why it is empty.

/** @import { Speaker } from "../i18n.js" */
/** @import { Board, BoardCall } from "../search/wire.js" */
import { bookingRemark } from "../booking.js";
import { calendarDay, lineOrder } from "../format.js";
import { townAround } from "../place-names.js";
import { h } from "../render.js";
import { namedDay } from "../search/named-day.js";
import { inShownOrder, shownTime } from "../times.js";
import { callRow } from "./rows.js";

/** Identifies a line at a stop. Lines with the same name, as a tram and a bus, have other colours.
 * @param {BoardCall} call */
export function lineKey({ line, colour }) {
  return `${line} ${colour}`;
}

/** The lines of a board by name, for its filter.
 * @param {readonly BoardCall[]} calls
 * @param {string} locale
 * @returns {BoardCall[]} one call of each line */
export function linesOf(calls, locale) {
  const lines = new Map(calls.map((call) => [lineKey(call), call]));
  const order = lineOrder(locale);
  return [...lines.values()].sort((a, b) => order(a.line, b.line) || order(a.colour, b.colour));
}

/** The label of a line's button: with its mode if several have its name; null if the badge suffices.
 * @param {BoardCall} call
 * @param {readonly BoardCall[]} lines
 * @param {Speaker} speaker */
export function chipLabel(call, lines, speaker) {
  const isShared = lines.some((other) => other !== call && other.line === call.line);
  return isShared ? `${speaker.say(`mode.${call.mode}`)} ${call.line}` : null;
}

/** All rows, with a heading for each day.
 * @param {Board} board
 * @param {{today: string, now: number}} moment "2026-05-04" at the stop, Unix milliseconds
 * @param {Speaker} speaker
 * @returns {HTMLElement[]} one section a day */
export function boardSections(board, { today, now }, speaker) {
  const town = townAround(board.stop.name);
  const isArrival = board.kind === "arrivals";
  const booked = (/** @type {BoardCall} */ call) =>
    bookingRemark(call, { day: (call.scheduled ?? shownTime(call)).slice(0, 10), now }, speaker);
  /** @type {Map<string, BoardCall[]>} */
  const days = new Map();
  for (const call of inShownOrder(board.calls)) {
    const day = shownTime(call).slice(0, 10);
    const known = days.get(day);
    if (known === undefined) days.set(day, [call]);
    else known.push(call);
  }
  return [...days].map(([day, calls]) =>
    h(
      "section",
      { class: "group" },
      day === today || day === "" ? null : h("h2", {}, namedDay(day, today, speaker.locale)),
      h("ul", { class: "calls" }, ...calls.map((call) => callRow(call, { speaker, now, town, isArrival, booked }))),
    )
  );
}

/** Why a board has no rows, in a sentence; empty if it has some.
 * @param {Board} board
 * @param {Speaker} speaker
 * @param {(text: string) => string} time formats a time */
export function emptySentence(board, speaker, time) {
  const empty = board.empty;
  if (empty === undefined) return "";
  if (empty.reason === "never-served") return speaker.say("board.never");
  if (empty.reason === "outside-timetable") {
    return speaker.say("board.outside", {
      from: calendarDay(empty.firstDay ?? "", speaker.locale),
      to: calendarDay(empty.lastDay ?? "", speaker.locale),
    });
  }
  const none = speaker.say("board.none");
  if (empty.next === undefined) return none;
  const day = calendarDay(empty.next.slice(0, 10), speaker.locale);
  return `${none} ${speaker.say("board.next", { day, time: time(empty.next) })}`;
}
