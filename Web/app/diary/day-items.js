// The items of a day in words: stays, trips with their legs, and gaps.

/** @import { Speaker } from "../i18n.js" */
/** @import { DiaryDay, DiaryItem, DiaryMode, DiaryTrip, Gap, Leg, Stay } from "./wire.js" */
import { delayChip, lineBadge } from "../badge.js";
import { whenChosen } from "../committed.js";
import { distance, duration, localTime } from "../format.js";
import { h, icon } from "../render.js";

/** The context for drawing an item, with the actions on it; `correct` is null where nothing can be corrected.
 * @typedef {{day: DiaryDay, at: number, speaker: Speaker, correct: ((correction: Record<string, unknown>) => unknown)|null,
 *   point: (id: string|null) => void}} ItemWorld */

export const MODES = /** @type {const} */ (["walk", "run", "bike", "car", "bus", "tram", "rail", "subway", "ferry"]);
/** @type {Record<DiaryMode, string>} */
const IMAGES = {
  walk: "walk", run: "run", bike: "bike", car: "car", bus: "bus", tram: "tram", rail: "train", subway: "subway-variant",
  ferry: "ferry",
};
/** A lower probability is shown. */
const SURE = 0.7;

/** @param {DiaryMode} mode */
export function diaryIcon(mode) {
  return icon(IMAGES[mode] ?? "help-circle-outline");
}

/** @param {{start: string, end: string}} span
 * @param {Speaker} speaker */
function secondsOf({ start, end }, speaker) {
  return duration(Math.max(60, (Date.parse(end) - Date.parse(start)) / 1000), speaker.locale);
}

/** @param {{start: string, end: string, continuesBefore?: boolean, continuesAfter?: boolean}} span
 * @param {Speaker} speaker */
function spanText({ start, end, continuesBefore, continuesAfter }, speaker) {
  const time = (/** @type {string} */ text) => localTime(text, speaker.locale);
  return `${continuesBefore ? "…" : time(start)} – ${continuesAfter ? "…" : time(end)}`;
}

/** A button that opens and closes a form, and has the focus when the form is sent.
 * @param {string} key
 * @param {string} label
 * @param {HTMLElement} form */
function opener(key, label, form) {
  form.hidden = true;
  form.addEventListener("submit", () => button.focus());
  const button = h("button", { type: "button", class: "quiet", "aria-expanded": "false", "data-key": key, onclick: () => {
    form.hidden = !form.hidden;
    button.setAttribute("aria-expanded", String(!form.hidden));
    if (!form.hidden) /** @type {HTMLElement|null} */ (form.querySelector("input, select"))?.focus();
  } }, label);
  return button;
}

/** @param {(event: SubmitEvent) => void} submit
 * @param {...(HTMLElement|null)} children */
function smallForm(submit, ...children) {
  const form = h("form", { class: "small-form" }, ...children);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(/** @type {SubmitEvent} */ (event));
  });
  return form;
}

/** @param {DiaryItem} item
 * @param {ItemWorld} world */
export function dayItem(item, world) {
  if (item.kind === "stay") return stayItem(item, world);
  if (item.kind === "trip") return tripItem(item, world);
  return gapItem(item, world);
}

/** Whether the item is between two trips that could be joined.
 * @param {ItemWorld} world */
function isBetweenTrips({ day, at }) {
  return day.items[at - 1]?.kind === "trip" && day.items[at + 1]?.kind === "trip";
}

/** @param {{start: string, end: string}} span
 * @param {ItemWorld} world */
function joinButton({ start, end }, world) {
  const { correct, speaker } = world;
  if (correct === null || !isBetweenTrips(world)) return null;
  return h("button", { type: "button", class: "quiet", onclick: () => correct({ kind: "join", start, end }) },
    speaker.say("diary.join"));
}

/** @param {Stay} stay
 * @param {ItemWorld} world */
function stayItem(stay, world) {
  const { speaker } = world;
  const name = stay.name ?? (stay.nearStop === undefined ? speaker.say("diary.somewhere")
    : speaker.say("diary.near", { stop: stay.nearStop.name }));
  return h("li", { class: "day-item stay", "data-item": stay.id },
    h("span", { class: "day-sign" }, icon("map-marker-outline")),
    h("div", { class: "day-what" },
      h("p", { class: stay.name === undefined ? "day-title unnamed" : "day-title" }, name),
      h("p", { class: "hint" }, `${spanText(stay, speaker)} · ${secondsOf(stay, speaker)}`),
      ...naming(stay, world)));
}

/** The button that names a stay, with its form; nothing where it cannot be named.
 * @param {Stay} stay
 * @param {ItemWorld} world */
function naming(stay, world) {
  const { speaker, correct } = world;
  if (correct === null) return [];
  const input = h("input", { class: "field", type: "text", maxlength: 80, "aria-label": speaker.say("diary.placeName"),
    value: stay.name ?? stay.nearStop?.name ?? "" });
  const everywhere = h("input", { type: "checkbox", checked: stay.named !== "stay" });
  const form = smallForm(() => correct({ kind: "name", start: stay.start, end: stay.end, name: input.value.trim(),
    everywhere: everywhere.checked }), input, h("label", { class: "check" }, everywhere, speaker.say("diary.everywhere")),
    h("button", { type: "submit", class: "button primary" }, speaker.say("diary.save")));
  return [h("div", { class: "day-actions" }, opener(`name ${stay.start}`, speaker.say(stay.name === undefined ? "diary.name" : "diary.rename"), form),
    joinButton(stay, world)), form];
}

/** @param {Gap} gap
 * @param {ItemWorld} world */
function gapItem(gap, world) {
  const { speaker } = world;
  return h("li", { class: "day-item gap" },
    h("span", { class: "day-sign" }, icon(gap.reason === "deleted" ? "delete-outline" : "wifi-off")),
    h("div", { class: "day-what" },
      h("p", { class: "day-title" }, speaker.say(`gap.${gap.reason}`)),
      h("p", { class: "hint" }, `${spanText(gap, speaker)} · ${secondsOf(gap, speaker)}`),
      world.correct !== null && gap.reason === "silence" ? h("div", { class: "day-actions" }, joinButton(gap, world)) : null));
}

/** @param {DiaryTrip} trip
 * @param {ItemWorld} world */
function tripItem(trip, world) {
  const { speaker } = world;
  return h("li", { class: "day-item trip", "data-item": trip.id },
    h("span", { class: "day-sign" }, icon("routes")),
    h("div", { class: "day-what" },
      h("p", { class: "day-title" }, `${distance(trip.distanceMetres, speaker.locale)} · ${duration(trip.seconds, speaker.locale)}`),
      h("p", { class: "hint" }, spanText(trip, speaker)),
      h("ol", { class: "legs" }, ...trip.legs.map((leg) => legItem(leg, world))),
      ...splitting(trip, world)));
}

/** The button that splits a trip, with its form; nothing where it cannot be split.
 * @param {DiaryTrip} trip
 * @param {ItemWorld} world */
function splitting(trip, { speaker, correct }) {
  if (correct === null) return [];
  const time = h("input", { class: "time-input", type: "time", required: true, "aria-label": speaker.say("diary.splitAt"),
    min: trip.start.slice(11, 16), max: trip.end.slice(11, 16) });
  const middle = new Date((Date.parse(trip.start) + Date.parse(trip.end)) / 2 + offsetMilliseconds(trip.start));
  time.value = middle.toISOString().slice(11, 16);
  const form = smallForm(() => correct({ kind: "split", start: momentIn(trip, time.value) }),
    h("label", {}, speaker.say("diary.splitAt")), time,
    h("button", { type: "submit", class: "button primary" }, speaker.say("diary.split")));
  return [h("div", { class: "day-actions" }, opener(`split ${trip.start}`, speaker.say("diary.splitTrip"), form)), form];
}

/** The UTC offset of a time with an offset, in milliseconds.
 * @param {string} text ISO 8601 */
function offsetMilliseconds(text) {
  return Date.parse(`${text.slice(0, 19)}Z`) - Date.parse(text);
}

/** The time of a trip at which the clock shows these minutes; on the next day if it passes midnight.
 * @param {{start: string, end: string}} trip
 * @param {string} clock "08:15"
 * @returns {string} ISO 8601 with the offset of the trip's start */
export function momentIn({ start }, clock) {
  const offset = start.slice(19);
  const same = `${start.slice(0, 10)}T${clock}:00${offset}`;
  if (Date.parse(same) >= Date.parse(start)) return same;
  const next = new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return `${next}T${clock}:00${offset}`;
}

/** The field that corrects the mode of a leg.
 * @param {Leg} leg
 * @param {Speaker} speaker
 * @param {(correction: Record<string, unknown>) => unknown} correct */
function modeSelect(leg, speaker, correct) {
  const select = h("select", { class: "mode-select", "data-key": `mode ${leg.start}`, "aria-label": speaker.say("diary.modeOf", {
    time: localTime(leg.start, speaker.locale) }) },
    ...MODES.map((mode) => h("option", { value: mode, selected: mode === leg.mode }, speaker.say(`ridden.${mode}`))));
  whenChosen(select, () => correct({ kind: "mode", start: leg.start, end: leg.end, mode: select.value }));
  return select;
}

/** @param {Leg} leg
 * @param {ItemWorld} world */
function legItem(leg, { speaker, correct, point }) {
  const [line] = leg.lines ?? [];
  const isDoubtful = !leg.corrected && leg.probability < SURE;
  const doubt = leg.corrected ? speaker.say("diary.byYou") : isDoubtful ? speaker.say("diary.maybe") : "";
  const element = h("li", { class: "leg", "data-leg": leg.id },
    diaryIcon(leg.mode),
    h("div", { class: "day-what" },
      h("div", { class: "leg-line" },
        correct === null ? h("span", { class: "strong" }, speaker.say(`ridden.${leg.mode}`)) : modeSelect(leg, speaker, correct),
        line === undefined ? null : lineBadge({ ...line, name: line.line }),
        line?.delaySeconds === undefined ? null : delayChip(line.delaySeconds, speaker, { words: false }),
        doubt === "" ? null : h("span", { class: leg.corrected ? "remark good" : "remark plain" }, doubt)),
      line === undefined ? null : h("p", {}, speaker.say("way.title", { from: line.boarding.name, to: line.alighting.name }),
        line.probability < SURE && !isDoubtful ? h("span", { class: "hint" }, ` · ${speaker.say("diary.maybe")}`) : null),
      h("p", { class: "hint" }, `${spanText(leg, speaker)} · ${distance(leg.distanceMetres, speaker.locale)}`),
      (leg.gaps ?? []).length === 0 ? null : h("p", { class: "hint" }, icon("wifi-off"), ` ${speaker.say("diary.legGap", {
        span: leg.gaps?.map((gap) => spanText(gap, speaker)).join(", ") ?? "" })}`)));
  element.addEventListener("pointerenter", () => point(leg.id));
  element.addEventListener("pointerleave", () => point(null));
  return element;
}
