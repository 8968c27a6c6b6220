// Saves a found connection, with or without a reminder on weekdays.

/** @import { Context } from "../context.js" */
/** @import { MessageKey, Speaker } from "../i18n.js" */
/** @import { SearchQuery } from "../search/query.js" */
/** @import { Way } from "../search/wire.js" */
/** @import { SavedConnection, SavedRoute } from "./wire.js" */
import { localTime } from "../format.js";
import { h, icon, setText } from "../render.js";
import { savedAddress } from "../router.js";
import { bestTime } from "../times.js";
import { whileDisabled } from "../working.js";
import { walkingOf } from "../search/query.js";
import { remindedTime, saveFound, savedAs, savedWith, schedule } from "./saving.js";
import { savingProblem, schedulingProblem } from "./saving-problem.js";
import { minuteOf, minuteValue, reminderText } from "./weekdays.js";
import { usualDays, weekdayChoice } from "./weekday-choice.js";

/** The weekday of a calendar day.
 * @param {string} day "2026-05-04"
 * @returns {number} from 1 (Monday) */
export function weekdayOf(day) {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7 + 1;
}

/** The fields for the arrival time, and for a single day or weekly days.
 * @param {string} arrival of the connection with its walk, ISO 8601 in local time
 * @param {Speaker} speaker
 * @returns {{element: HTMLElement, wanted: () => {arriveBy?: string, weekdays?: number[]}|{problem: MessageKey}}} `wanted` returns what the
 *   rider changed, or what is missing */
function tripWish(arrival, speaker) {
  const suggested = localMinuteUp(arrival);
  let days = usualDays(weekdayOf(arrival.slice(0, 10)), minuteOf(suggested));
  let isWeekly = false;
  const time = h("input", { type: "time", class: "time-input", id: "save-arrive-by", required: true });
  time.value = suggested;
  const week = h("div", { class: "choice-days", hidden: true }, weekdayChoice(speaker, time, days, (chosen) => days = chosen));
  const repeat = (/** @type {boolean} */ weekly) => {
    isWeekly = weekly;
    once.setAttribute("aria-pressed", String(!weekly));
    often.setAttribute("aria-pressed", String(weekly));
    week.hidden = !weekly;
  };
  const once = h("button", { type: "button", onclick: () => repeat(false) }, speaker.say("trips.once"));
  const often = h("button", { type: "button", onclick: () => repeat(true) }, speaker.say("trips.weekly"));
  repeat(false);
  const element = h("div", { class: "trip-wanted" },
    h("div", { class: "form-line" }, h("label", { class: "strong", for: "save-arrive-by" }, speaker.say("trips.arriveBy")), time),
    h("div", { class: "segments", role: "group", "aria-label": speaker.say("trips.repeat") }, once, often), week);
  const wanted = () => {
    if (minuteOf(time.value) === null) return { problem: /** @type {const} */ ("saved.noTime") };
    if (isWeekly && days.length === 0) return { problem: /** @type {const} */ ("days.none") };
    return {
      ...(time.value.slice(0, 5) === suggested ? {} : { arriveBy: time.value.slice(0, 5) }),
      ...(isWeekly ? { weekdays: [...days] } : {}),
    };
  };
  return { element, wanted };
}

/** The local minute, rounded up if there are seconds.
 * @param {string} time ISO 8601 in local time */
function localMinuteUp(time) {
  const minute = minuteOf(time.slice(11)) ?? 0;
  return minuteValue((time.slice(17, 19) === "00" ? minute : minute + 1) % 1440);
}

/** The way to a connection that is saved already, with the reminders that it has.
 * @param {{connection: SavedConnection, route: SavedRoute}} known
 * @param {Speaker} speaker
 * @param {() => void} onclick */
function savedLink({ connection, route }, speaker, onclick) {
  return h("a", { class: "choice", href: savedAddress(connection.id), onclick }, icon("bookmark-outline"),
    h("span", {}, h("span", { class: "strong" }, speaker.say("save.open")),
      ...route.reminders.map((each) => h("span", { class: "reminder-known" }, icon("bell-outline"), reminderText(each, speaker))),
      h("span", { class: "hint" }, speaker.say("save.openHow"))), icon("chevron-right"));
}

/** Asks how to save a connection, and saves it; of one that is saved already, what more is wanted.
 * @param {Way} way
 * @param {Context} context
 * @param {SearchQuery} query that found it
 * @returns {Promise<"plain"|"reminded"|"planned"|"waiting"|null>} how it was saved, that it was planned as a trip, or that it waits
 *   here for the server; null if the rider cancelled */
export function saveSheet(way, context, query) {
  const { speaker, saved } = context;
  const walking = walkingOf(query, context.settings.values.pace);
  const time = remindedTime(way);
  const arrival = way.arrival.scheduled ?? bestTime(way.arrival);
  let days = usualDays(weekdayOf(time.slice(0, 10)), minuteOf(time.slice(11)));
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
  const known = savedAs(way, saved.connections);
  const isReminded = known?.route.reminders.some(({ minute }) => minute === minuteOf(time.slice(11))) === true;
  const first = known === null ? plain : isReminded ? planned : reminded;
  first.input.checked = true;
  const week = h("div", { class: "choice-days", hidden: true },
    weekdayChoice(speaker, time.slice(11), days, (chosen) => days = chosen));
  const wish = tripWish(arrival, speaker);
  const unfold = () => {
    week.hidden = !reminded.input.checked;
    wish.element.hidden = !planned.input.checked;
  };
  unfold();
  for (const input of [plain.input, reminded.input, planned.input]) input.addEventListener("change", unfold);
  const cancel = h("button", { type: "button", class: "button", onclick: () => sheet.close() },
    speaker.say("save.cancel"));
  const submit = h("button", { type: "submit", class: "button primary" }, speaker.say(known === null ? "saved.save" : "saved.add"));
  const title = speaker.say(known === null ? "save.title" : "save.isKnown");
  const form = h("form", { method: "dialog" }, h("h2", { id: "save-title" }, title),
    known === null ? null : savedLink(known, speaker, () => sheet.close()),
    h("fieldset", {}, h("legend", { class: "unseen" }, title),
      known === null ? plain.label : null, isReminded ? null : [reminded.label, week], planned.label, wish.element),
    problem, h("div", { class: "sheet-actions" }, cancel, submit));
  const sheet = h("dialog", { class: "sheet", "aria-labelledby": "save-title" }, form);
  /** @type {"plain"|"reminded"|"planned"|"waiting"|null} */
  let done = null;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (reminded.input.checked && days.length === 0) return sayProblem(speaker.say("days.none"));
    const wanted = wish.wanted();
    if (planned.input.checked && "problem" in wanted) return sayProblem(speaker.say(wanted.problem));
    sayProblem("");
    await whileDisabled(submit, async () => {
      const { isNew, isWaiting } = planned.input.checked
        ? { ...await schedule(saved, { ...savedWith(way, walking), ...wanted }, speaker.language), isWaiting: false }
        : await saveFound(saved, way, reminded.input.checked ? days : [], { language: speaker.language, walking, isSilent: context.storedAt !== null });
      if (isNew) await context.sync.push().catch(() => {});
      done = isWaiting ? "waiting" : planned.input.checked ? "planned" : reminded.input.checked ? "reminded" : "plain";
      sheet.close();
    }).catch((error) =>
      sayProblem(planned.input.checked ? schedulingProblem(error, context, true) : savingProblem(error, context)));
  });
  // A tap outside the sheet closes it.
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
