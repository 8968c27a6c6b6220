// "You ride this every weekday at 8": one tap turns a regular ride into a trip with alerts.

/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { Suggestion } from "./wire.js" */
import { lineBadge } from "../badge.js";
import { h, icon } from "../render.js";
import { schedule } from "../rider/saving.js";
import { weekdaysText } from "../rider/weekdays.js";
import { browserStore } from "../store.js";
import { whileDisabled } from "../working.js";

const HIDDEN_KEY = "takt.diaryHidden";
const MAXIMUM_HIDDEN = 100;
const MAXIMUM_SHOWN = 2;
/** The time between the usual arrival and the requested one. */
const SPARE_MINUTES = 5;

/** Identifies a suggestion.
 * @param {Suggestion} suggestion */
function keyOf({ route, from, to, departure }) {
  return [route, from.id, to.id, departure].join("|");
}

/** @returns {string[]} */
function hidden() {
  try {
    const kept = JSON.parse(browserStore()?.getItem(HIDDEN_KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} key */
function hide(key) {
  try {
    browserStore()?.setItem(HIDDEN_KEY, JSON.stringify([...hidden(), key].slice(-MAXIMUM_HIDDEN)));
  } catch {
    // Without storage it appears again.
  }
}

/** The requested arrival, such as 08:20: a little after the usual one.
 * @param {string} arrival "08:15" */
export function arriveBy(arrival) {
  const [hours, minutes] = arrival.split(":").map(Number);
  const all = Math.min(24 * 60 - 1, hours * 60 + minutes + SPARE_MINUTES);
  return `${String(Math.floor(all / 60)).padStart(2, "0")}:${String(all % 60).padStart(2, "0")}`;
}

/** @param {DiaryScreen} screen
 * @returns {Promise<HTMLElement[]>} */
export async function suggestionCards(screen) {
  const { suggestions } = await screen.participant.request("GET", "/suggestions");
  const gone = new Set(hidden());
  return /** @type {Suggestion[]} */ (suggestions).filter((each) => !gone.has(keyOf(each))).slice(0, MAXIMUM_SHOWN)
    .map((each) => card(each, screen));
}

/** @param {Suggestion} suggestion
 * @param {DiaryScreen} screen */
function card(suggestion, { context }) {
  const { speaker, saved } = context;
  const said = h("p", { role: "status" });
  const done = () => {
    hide(keyOf(suggestion));
    element.remove();
  };
  const save = h("button", { type: "button", class: "button primary", onclick: () =>
    whileDisabled(save, async () => {
      await schedule(saved, { from: suggestion.from.id, to: suggestion.to.id, arriveBy: arriveBy(suggestion.arrival),
        weekdays: suggestion.weekdays }, speaker.language);
      hide(keyOf(suggestion));
      actions.replaceChildren(h("a", { class: "button", href: "/trips" }, speaker.say("trips.title")),
        h("a", { class: "button", href: "/settings/notifications" }, icon("bell-outline"), speaker.say("notify.title")));
      said.textContent = speaker.say("diary.scheduled");
    }).catch(() => said.textContent = speaker.say("diary.notScheduled")) }, icon("bell-outline"), speaker.say("diary.saveWithAlerts"));
  const actions = h("div", { class: "card-actions" }, save,
    h("button", { type: "button", class: "button", onclick: done }, speaker.say("diary.dismiss")));
  const element = h("section", { class: "suggestion" },
    h("p", {}, lineBadge({ ...suggestion, name: suggestion.line }), " ", h("span", { class: "strong" },
      speaker.say("way.title", { from: suggestion.from.name, to: suggestion.to.name }))),
    h("p", {}, speaker.say("diary.suggestion", { time: suggestion.departure, days: weekdaysText(suggestion.weekdays, speaker) })),
    said, actions);
  return element;
}
