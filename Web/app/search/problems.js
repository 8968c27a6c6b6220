// What went wrong with a search, in a sentence with what to do next.

/** @import { Context } from "../context.js" */
/** @import { PlaceField } from "./place-field.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { StopHit } from "./wire.js" */
import { Refusal } from "../context.js";
import { calendarDay } from "../format.js";
import { coordinateOf } from "./query.js";

/** @typedef {{sentence: string, field: PlaceField|null, candidates: StopHit[]}} SearchProblem
 *   `field` is the one to correct, `candidates` what may have been meant */

/** The field that a refusal is about: the API's sentence names the place.
 * @template {{value: string, name: string}} Field
 * @param {Refusal} refusal
 * @param {Field[]} fields in the order in which the API looks at them
 * @returns {Field|null} */
export function concernedField(refusal, fields) {
  const detail = String(refusal.problem.detail ?? "");
  if (refusal.kind === "nothing-nearby") {
    return fields.find(({ value }) => coordinateOf(value) !== null) ?? null;
  }
  return fields.find(({ value, name }) =>
    [value, name].some((text) => text !== "" && detail.includes(text))
  ) ?? null;
}

/** Whether the rider has limited what may be found.
 * @param {SearchQuery} query */
function isFiltered(query) {
  return query.wheelchair || query.bicycle || query.fewChanges || query.vias.length > 0;
}

/** @param {unknown} error
 * @param {SearchQuery} query
 * @param {PlaceField[]} fields
 * @param {Context} context
 * @returns {SearchProblem} */
export function problemOf(error, query, fields, context) {
  const { speaker, network } = context;
  /** @param {string} sentence
   * @param {PlaceField|null} [field] */
  const problem = (sentence, field = null) => ({ sentence, field, candidates: [] });
  if (!(error instanceof Refusal)) return problem(speaker.say("problem.offline"));
  const field = concernedField(error, fields);
  const place = field?.name ?? "";
  switch (error.kind) {
    case "ambiguous-place":
    case "unknown-place":
    case "no-such-coordinate":
      return {
        sentence: speaker.say(
          error.kind === "ambiguous-place" ? "problem.ambiguous" : "problem.unknown",
          { place },
        ),
        field,
        candidates: error.problem.candidates ?? [],
      };
    case "unserved-stop":
      return problem(speaker.say("problem.unserved", { place }), field);
    case "nothing-nearby":
      return problem(speaker.say("problem.nothingNearby", { place }), field);
    case "same-place":
      return problem(speaker.say("problem.samePlace"));
    case "outside-timetable": {
      const days = network?.serviceDays ?? null;
      return problem(
        days === null ? speaker.say("problem.outsideUnknown") : speaker.say("problem.outside", {
          from: calendarDay(days.from, speaker.locale),
          to: calendarDay(days.to, speaker.locale),
        }),
      );
    }
    case "no-service":
      return problem(speaker.say("problem.noService"));
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
