// What went wrong with a search, in a sentence with what to do next.

/** @import { Context } from "../context.js" */
/** @import { Speaker } from "../i18n.js" */
/** @import { PlaceField } from "./place-field.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { StopHit } from "./wire.js" */
import { Interception, OutsideRegion, Refusal } from "../ask.js";
import { calendarDay } from "../format.js";
import { NIGHT_ENDS, shiftedDay } from "../lines/service-time.js";
import { localMinute } from "./query.js";

/** @typedef {{sentence: string, field: PlaceField|null, isTime: boolean, day: string|null,
 *   candidates: StopHit[], isPassing: boolean}} SearchProblem
 *   `isPassing` where the server did not answer; `field` is the one to correct, `isTime` where it is the time; `day` is one with a timetable,
 *   `candidates` are what may have been meant */

/** The field that a refusal is about; among several stops on the way the one that it names.
 * @template {{value: string, name: string}} Field
 * @param {Refusal} refusal
 * @param {Field[]} fields origin, destination, stops on the way
 * @returns {Field|null} */
export function concernedField(refusal, fields) {
  const [from = null, to = null, ...vias] = fields;
  switch (refusal.problem.parameter) {
    case "from":
      return from;
    case "to":
      return to;
    case "via": {
      const detail = String(refusal.problem.detail ?? "");
      const named = vias.find(({ value, name }) =>
        [value, name].some((text) => text !== "" && detail.includes(text))
      );
      return named ?? vias.find(({ value }) => value !== "") ?? null;
    }
    default:
      return null;
  }
}

/** The day to offer where the timetable has none of what was asked: the next with service, else the
 * end of the timetable that is nearer.
 * @param {Record<string, any>} problem
 * @param {string} asked "2026-05-04"
 * @returns {string|null} */
export function offeredDay(problem, asked) {
  const { nextDay, firstDay, lastDay } = problem;
  const day = nextDay ?? (asked < (firstDay ?? "") ? firstDay : lastDay);
  return typeof day === "string" && day !== asked ? day : null;
}

/** What to say where nothing but a walk was found: that the timetable does not have the day, or that walking is quicker.
 * @param {SearchQuery} query
 * @param {Context} context
 * @returns {string} */
export function onlyWalking({ at }, { network, clock, timeZone, speaker }) {
  const asked = at ?? localMinute(clock.now(), timeZone);
  const day = asked.slice(0, 10);
  const { from, to } = network?.serviceDays ?? { from: day, to: day };
  const isNight = Number(asked.slice(11, 13)) < NIGHT_ENDS;
  if (day >= from && (isNight ? shiftedDay(day, -1) : day) <= to) return speaker.say("search.onlyWalking");
  return speaker.say("problem.outside", { from: calendarDay(from, speaker.locale), to: calendarDay(to, speaker.locale) });
}

/** Whether the rider has limited what may be found.
 * @param {SearchQuery} query */
function isFiltered(query) {
  return query.wheelchair || query.bicycle || query.fewChanges || query.vias.length > 0;
}

/** Why places could not be looked up, in a sentence.
 * @param {unknown} error
 * @param {Speaker} speaker */
export function lookUpProblem(error, speaker) {
  if (error instanceof Interception) return speaker.say("signIn.notice");
  if (error instanceof DOMException && error.name === "TimeoutError") return speaker.say("problem.silent");
  return speaker.say(error instanceof Refusal ? "failed" : "problem.offline");
}

/** @param {unknown} error
 * @param {SearchQuery} query
 * @param {PlaceField[]} fields
 * @param {Context} context
 * @returns {SearchProblem} */
export function problemOf(error, query, fields, context) {
  const { speaker } = context;
  /** @param {string} sentence
   * @param {Partial<SearchProblem>} [more]
   * @returns {SearchProblem} */
  const problem = (sentence, more = {}) =>
    ({ sentence, field: null, isTime: false, day: null, candidates: [], isPassing: false, ...more });
  if (error instanceof OutsideRegion) return problem(speaker.say("pocket.outside", { region: error.region }));
  if (!(error instanceof Refusal)) {
    const isCutOff = !(error instanceof Interception || error instanceof DOMException && error.name === "TimeoutError");
    const lack = isCutOff ? context.pocket?.lackSentence() ?? "" : "";
    return problem(`${lookUpProblem(error, speaker)} ${lack}`.trim(), { isPassing: true });
  }
  const field = concernedField(error, fields);
  const place = field?.name ?? "";
  const asked = query.at ?? localMinute(context.clock.now(), context.timeZone);
  const timeProblem = (/** @type {string} */ sentence) =>
    problem(sentence, { isTime: true, day: offeredDay(error.problem, asked.slice(0, 10)) });
  switch (error.kind) {
    case "ambiguous-place":
    case "unknown-place":
    case "no-such-coordinate":
      return problem(
        speaker.say(
          error.kind === "ambiguous-place" ? "problem.ambiguous" : "problem.unknown",
          { place },
        ),
        { field, candidates: error.problem.candidates ?? [] },
      );
    case "unserved-stop":
      return problem(speaker.say("problem.unserved", { place }), { field });
    case "nothing-nearby":
      return problem(speaker.say("problem.nothingNearby", { place }), { field });
    case "same-place":
      return problem(speaker.say("problem.samePlace"), { field });
    case "outside-timetable": {
      const { firstDay, lastDay } = error.problem;
      // Whom an old timetable on this device answers needs a newer one, and not a day in the past.
      const over = lastDay === context.network?.serviceDays?.to ? null : context.pocket?.overSentence() ?? null;
      if (over !== null) return problem(over, { isPassing: true });
      return timeProblem(
        firstDay === undefined ? speaker.say("problem.outsideUnknown") : speaker.say("problem.outside", {
          from: calendarDay(firstDay, speaker.locale),
          to: calendarDay(lastDay, speaker.locale),
        }),
      );
    }
    case "no-service":
      return timeProblem(speaker.say("problem.noService"));
    case "no-connection":
      return problem(
        speaker.say(isFiltered(query) ? "problem.filtered" : "problem.noConnection"),
      );
    case "bad-connection-id":
    case "connection-gone":
      return problem(speaker.say("problem.gone"));
    default:
      return problem(speaker.say("failed"));
  }
}
