// Downloads of the person's data.

/** @import { DiaryScreen } from "../screens/diary.js" */
import { Refusal } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { ownZone } from "./participant.js";

export const KINDS = /** @type {const} */ ([["GeoJSON", "geojson"], ["GPX", "gpx"], ["CSV", "csv"]]);

const DAY_MILLISECONDS = 86_400_000;
/** The largest number of days in a file. */
const MAXIMUM_DAYS = 366;

/** The spans of days with a file each, since the server puts at most 400 into one.
 * @param {string} from as in 2026-05-04
 * @param {string} to
 * @returns {{from: string, to: string}[]} */
export function spansOf(from, to) {
  const day = (/** @type {number} */ time) => new Date(time).toISOString().slice(0, 10);
  const [first, last] = [from, to].map((date) => Date.parse(date));
  const spans = [];
  for (let begin = first; begin <= last; begin += MAXIMUM_DAYS * DAY_MILLISECONDS) {
    spans.push({ from: day(begin), to: day(Math.min(last, begin + (MAXIMUM_DAYS - 1) * DAY_MILLISECONDS)) });
  }
  // The server says what is wrong with others.
  return spans.length === 0 ? [{ from, to }] : spans;
}

/** Downloads a file.
 * @param {Blob} file
 * @param {string} name */
export function hand(file, name) {
  const url = URL.createObjectURL(file);
  // The link must be in the page, otherwise it may be collected before the browser reads the file.
  const link = h("a", { href: url, download: name, target: "_self", hidden: true });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {DiaryScreen} screen */
export function exportsPart({ context: { speaker }, participant }) {
  const today = new Date();
  const day = (/** @type {Date} */ date) => new Intl.DateTimeFormat("sv-SE").format(date);
  const input = (/** @type {string} */ id, /** @type {Date} */ date) => {
    const made = h("input", { id, type: "date", class: "time-input", max: day(today) });
    made.value = day(date);
    return made;
  };
  const from = input("export-from", new Date(today.getTime() - 30 * DAY_MILLISECONDS));
  const to = input("export-to", today);
  const said = h("p", { class: "hint", role: "status" });
  const button = (/** @type {string} */ name, /** @type {string} */ kind) => h("button", { type: "button", class: "button",
    "data-export": kind, onclick: async () => {
      setText(said, "");
      try {
        for (const span of spansOf(from.value, to.value)) {
          const query = new URLSearchParams({ ...span, zone: ownZone() });
          hand(await participant.file(`/days.${kind}?${query}`), `diary-${span.from}-${span.to}.${kind}`);
        }
      } catch (error) {
        const isSealed = error instanceof Refusal && error.kind === "sealed";
        setText(said, speaker.say(isSealed ? "diary.sealed" : "failed"));
      }
    } }, icon("download"), name);
  return h("section", { class: "device-part" }, h("h2", {}, speaker.say("diary.exports")),
    h("div", { class: "field-pair" },
      h("div", {}, h("label", { class: "strong", for: "export-from" }, speaker.say("diary.from")), from),
      h("div", {}, h("label", { class: "strong", for: "export-to" }, speaker.say("diary.to")), to)),
    h("div", { class: "card-actions" }, ...KINDS.map(([name, kind]) => button(name, kind))), said);
}
