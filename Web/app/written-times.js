// Times as riders read them, with their delay.

/** @import { Speaker } from "./i18n.js" */
/** @import { Event } from "./search/wire.js" */
import { delayClass, delayOf } from "./delay.js";
import { clockTime, localTime } from "./format.js";
import { h } from "./render.js";
import { shownTime } from "./times.js";

const HOUR_MILLISECONDS = 3_600_000;

/** The abbreviation of the time zone, such as "CEST", where the clock shows the same time twice, as it is set back; otherwise empty.
 * @param {string} text ISO 8601 with offset
 * @param {string} locale
 * @param {string|undefined} timeZone in which the text was written */
export function twiceMark(text, locale, timeZone) {
  if (timeZone === undefined) return "";
  const shown = localTime(text, locale);
  const [same, before, after] = [0, -HOUR_MILLISECONDS, HOUR_MILLISECONDS].map((shift) =>
    clockTime(Date.parse(text) + shift, locale, timeZone));
  if (same !== shown || before !== shown && after !== shown) return "";
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }).formatToParts(new Date(text));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** A time without its "AM" or "PM" if the time beside it has the same, as both have to fit on a line.
 * @param {string} text
 * @param {string} beside */
export function withoutHalf(text, beside) {
  const half = /\s[AP]M$/.exec(text)?.[0];
  return half !== undefined && beside.endsWith(half) ? text.slice(0, -half.length) : text;
}

/** A time; if the expected one differs, the scheduled one is struck through beside it.
 * @param {Event|undefined} event
 * @param {Speaker} speaker
 * @param {{void?: boolean, before?: string}} [options] with `void` the event does not happen, and its time is struck
 *   through; `before` is the time that is read right after it */
export function timeOf(event, speaker, options = {}) {
  const text = shownTime(event);
  if (text === "") return h("span", { class: "time" }, "–");
  const zone = (/** @type {string} */ each) => twiceMark(each, speaker.locale, speaker.timeZone);
  const clock = (/** @type {string} */ each) => localTime(each, speaker.locale);
  const short = (/** @type {string} */ each) =>
    options.before === undefined ? clock(each) : withoutHalf(clock(each), clock(options.before));
  const written = (/** @type {string} */ each) => `${clock(each)} ${zone(each)}`.trim();
  /** @param {string} each
   * @returns {(string|HTMLElement)[]} its zone in small print, as columns have the width of a time */
  const parts = (each) => {
    const mark = zone(each);
    return mark === "" ? [short(each)] : [`${clock(each)} `, h("small", { class: "zone" }, mark)];
  };
  const shown = written(text);
  if (options.void) return h("span", { class: "time" }, h("s", {}, ...parts(text)));
  const planned = event?.scheduled ?? text;
  const scheduled = written(planned);
  if (scheduled === shown) {
    return h("span", { class: "time" }, h("time", { datetime: text }, ...parts(text)));
  }
  return h(
    "span",
    { class: `time time-${delayClass(delayOf(event))}` },
    h("span", { class: "unseen" }, speaker.say("way.times", { scheduled, expected: shown })),
    h("s", { "aria-hidden": "true" }, ...(zone(planned) === zone(text)
      ? [withoutHalf(clock(planned), clock(text))] : parts(planned))),
    h("time", { datetime: text, "aria-hidden": "true" }, ...parts(text)),
  );
}
