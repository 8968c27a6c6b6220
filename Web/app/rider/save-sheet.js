// Saving a found connection: with a reminder at its time on some days of the week, or without.

/** @import { Context } from "../context.js" */
/** @import { Way } from "../search/wire.js" */
import { Interception, Refusal } from "../ask.js";
import { localTime } from "../format.js";
import { h, icon, setText } from "../render.js";
import { bestTime } from "../times.js";
import { WORKDAYS, weekdayButtons } from "./weekdays.js";

/** Why it could not be saved, in a sentence.
 * @param {unknown} error
 * @param {Context} context */
export function savingProblem(error, { speaker }) {
  if (error instanceof Interception) return speaker.say("signIn.told");
  if (!(error instanceof Refusal)) return speaker.say("problem.offline");
  if (error.kind === "too-many") return speaker.say("saved.tooMany");
  if (error.kind === "connection-gone" || error.kind === "bad-connection-id") return speaker.say("problem.gone");
  return speaker.say(error.status === 404 ? "saved.nowhere" : "saved.failed");
}

/** The day of the week of a calendar day.
 * @param {string} day "2026-05-04"
 * @returns {number} from 1 (Monday) */
export function weekdayOf(day) {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7 + 1;
}

/** Asks how a connection shall be saved, and saves it.
 * @param {Way} way
 * @param {Context} context
 * @returns {Promise<"plain"|"reminded"|"planned"|null>} how it was saved, or that it was planned as a trip; null where the rider thought better of
 *   it */
export function saveSheet(way, context) {
  const { speaker, saved } = context;
  const time = way.departure.scheduled ?? bestTime(way.departure);
  const today = weekdayOf(time.slice(0, 10));
  let days = WORKDAYS.includes(today) ? WORKDAYS : [today];
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const sayProblem = (/** @type {string} */ text) => {
    setText(problem, text);
    problem.hidden = text === "";
  };

  const choice = (/** @type {string} */ value, /** @type {string} */ image, /** @type {string} */ title, /** @type {string} */ text) => {
    const input = h("input", { type: "radio", name: "reminder", value });
    const label = h("label", { class: "choice" }, input, icon(image),
      h("span", {}, h("span", { class: "strong" }, title), h("span", { class: "hint" }, text)));
    return { input, label };
  };
  const plain = choice("0", "bell-off-outline", speaker.say("save.plain"), speaker.say("save.plainHow"));
  const reminded = choice("1", "bell-outline",
    speaker.say("save.reminder", { time: localTime(time, speaker.locale) }), speaker.say("save.reminderHow"));
  const planned = choice("2", "calendar-clock-outline", speaker.say("save.trip"), speaker.say("save.tripHow"));
  plain.input.checked = true;
  const week = h("div", { class: "choice-days", hidden: true },
    weekdayButtons(speaker, days, (chosen) => days = chosen));
  for (const input of [plain.input, reminded.input, planned.input]) {
    input.addEventListener("change", () => week.hidden = !reminded.input.checked);
  }
  const cancel = h("button", { type: "button", class: "button", onclick: () => sheet.close() },
    speaker.say("save.cancel"));
  const submit = h("button", { type: "submit", class: "button primary" }, speaker.say("saved.save"));
  const title = h("h2", { id: "save-title" }, speaker.say("save.title"));
  const form = h("form", { method: "dialog" }, title,
    h("fieldset", {}, h("legend", { class: "unseen" }, speaker.say("save.title")),
      plain.label, reminded.label, week, planned.label),
    problem, h("div", { class: "sheet-actions" }, cancel, submit));
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "save-title" }, form);
  /** @type {"plain"|"reminded"|"planned"|null} */
  let done = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (reminded.input.checked && days.length === 0) return sayProblem(speaker.say("days.none"));
    submit.disabled = true;
    sayProblem("");
    try {
      const { isNew } = planned.input.checked ? await saved.schedule({ connection: way.id }, speaker.language)
        : await saved.save(way.id, reminded.input.checked ? days : [], speaker.language);
      if (isNew) await context.sync.push().catch(() => {});
      done = planned.input.checked ? "planned" : reminded.input.checked ? "reminded" : "plain";
      sheet.close();
    } catch (error) {
      sayProblem(savingProblem(error, context));
    }
    submit.disabled = false;
  });
  // Whoever taps beside the sheet wants it gone.
  sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
  document.body.append(sheet);
  sheet.showModal();
  return new Promise((resolve) => {
    sheet.addEventListener("close", () => {
      sheet.remove();
      resolve(done);
    });
  });
}
