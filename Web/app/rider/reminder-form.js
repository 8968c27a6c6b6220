// The form of a new reminder: a time and weekdays.

/** @import { Speaker } from "../i18n.js" */
/** @import { Reminder } from "./wire.js" */
import { h, setText } from "../render.js";
import { minuteOf } from "./weekdays.js";
import { usualDays, weekdayChoice } from "./weekday-choice.js";

/** @param {Speaker} speaker
 * @param {{onAdd: (reminder: Reminder) => void, onCancel: () => void}} actions */
export function reminderForm(speaker, { onAdd, onCancel }) {
  const time = h("input", { type: "time", class: "time-input", id: "reminder-time", value: "08:00", required: true });
  let weekdays = usualDays(1, null);
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const form = h("form", { class: "reminder-new" },
    h("label", { class: "strong", for: "reminder-time" }, speaker.say("saved.reminderTime")), time,
    weekdayChoice(speaker, time, weekdays, (days) => weekdays = days), problem,
    h("div", { class: "saved-actions" },
      h("button", { type: "submit", class: "button primary" }, speaker.say("saved.add")),
      h("button", { type: "button", class: "button", onclick: onCancel }, speaker.say("save.cancel"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const minute = minuteOf(time.value);
    if (minute !== null && weekdays.length > 0) return onAdd({ minute, weekdays });
    setText(problem, speaker.say(minute === null ? "saved.noTime" : "days.none"));
    problem.hidden = false;
  });
  return form;
}
