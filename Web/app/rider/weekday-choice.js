// The choice of weekdays for a reminder or a trip at a time of day.

/** @import { Speaker } from "../i18n.js" */
import { h, setText } from "../render.js";
import { WEEK, dayName, minuteOf } from "./weekdays.js";

const WORKDAYS = [1, 2, 3, 4, 5];
/** The nights after workdays, by the day on which clocks show them. */
const WORKNIGHTS = [2, 3, 4, 5, 6];
/** Until then riders count the night to the day before, minutes after midnight; later they are early. */
const NIGHT_ENDS = 4 * 60;

/** @param {number|null} minute after midnight */
const isNight = (minute) => minute !== null && minute < NIGHT_ENDS;

/** The weekdays that are offered for what someone found on a day: workdays with the nights after them, else that day alone.
 * @param {number} day from 1 (Monday)
 * @param {number|null} minute after midnight */
export function usualDays(day, minute) {
  const usual = isNight(minute) ? WORKNIGHTS : WORKDAYS;
  return usual.includes(day) ? usual : [day];
}

/** Seven toggle buttons, one for each weekday; for a time at night with what a weekday means then.
 * @param {Speaker} speaker
 * @param {HTMLInputElement|string} time "00:30", or the field for it
 * @param {readonly number[]} chosen
 * @param {(days: number[]) => void} onChange */
export function weekdayChoice(speaker, time, chosen, onChange) {
  const days = new Set(chosen);
  const meaning = h("p", { class: "hint", role: "status" });
  const explain = () => {
    const day = WEEK.find((each) => days.has(each));
    const named = (/** @type {number} */ each) => dayName(each, speaker.locale, "long");
    const minute = minuteOf(typeof time === "string" ? time : time.value);
    setText(meaning, day === undefined || !isNight(minute) ? ""
      : speaker.say("days.night", { before: named(day - 1), day: named(day) }));
    meaning.hidden = meaning.textContent === "";
  };
  if (typeof time !== "string") time.addEventListener("input", explain);
  explain();
  return h("div", { class: "weekday-choice" },
    h("div", { class: "weekdays", role: "group", "aria-label": speaker.say("days.label") }, ...WEEK.map((day) => {
      const button = h("button", {
        type: "button",
        "aria-pressed": String(days.has(day)),
        "aria-label": dayName(day, speaker.locale, "long"),
        onclick: () => {
          if (!days.delete(day)) days.add(day);
          button.setAttribute("aria-pressed", String(days.has(day)));
          explain();
          onChange(WEEK.filter((each) => days.has(each)));
        },
      }, dayName(day, speaker.locale, "short"));
      return button;
    })), meaning);
}
