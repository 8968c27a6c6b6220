// Explains why something cannot be saved or scheduled.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
import { Interception, Refusal } from "../ask.js";
import { calendarDay } from "../format.js";
import { minuteOf, minuteText } from "./weekdays.js";

/** The refusals with a sentence of their own. @type {ReadonlySet<string>} */
const REASONS = new Set(["same-stop", "no-line", "no-service", "too-late", "too-early", "unknown-stop"]);

/** Why something could not be saved, in a sentence.
 * @param {unknown} error
 * @param {Context} context */
export function savingProblem(error, { speaker }) {
  if (error instanceof Interception) return speaker.say("signIn.notice");
  if (!(error instanceof Refusal)) return speaker.say("problem.offline");
  if (error.kind === "too-many") return speaker.say("saved.tooMany");
  if (error.kind === "connection-gone" || error.kind === "bad-connection-id") return speaker.say("problem.gone");
  return speaker.say(error.status === 404 ? "saved.nowhere" : "saved.failed");
}

/** Why a trip cannot be made, in a sentence with the time of the vehicle to take instead, or the timetable's days if it
 * does not reach the server's day.
 * @param {{kind: string, day?: string, arrival?: string}} problem
 * @param {Context} context
 * @param {boolean} [hasLines] whether the trip has a route, which need not be direct */
export function tripProblem({ kind, day, arrival = "" }, { speaker, network }, hasLines = false) {
  if (!REASONS.has(kind)) return speaker.say("failed");
  const { from, to } = network?.serviceDays ?? { from: "", to: "9" };
  if (day !== undefined && (day < from || day > to)) {
    return speaker.say("problem.outside", { from: calendarDay(from, speaker.locale), to: calendarDay(to, speaker.locale) });
  }
  const sentence = speaker.say(kind === "no-line" && hasLines ? "trip.lineGone" : /** @type {MessageKey} */ (`trip.${kind}`));
  const minute = minuteOf(arrival.slice(11, 16));
  if (minute === null) return sentence;
  const key = kind === "too-late" ? "trip.nextArrives" : "trip.firstArrives";
  return `${sentence} ${speaker.say(key, { time: minuteText(minute, speaker.locale) })}`;
}

/** Why a trip could not be scheduled, in a sentence.
 * @param {unknown} error
 * @param {Context} context
 * @param {boolean} [hasLines] */
export function schedulingProblem(error, context, hasLines = false) {
  if (!(error instanceof Refusal) || error.status !== 422) return savingProblem(error, context);
  return tripProblem({ ...error.problem, kind: error.kind }, context, hasLines);
}
