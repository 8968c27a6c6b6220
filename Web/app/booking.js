// What riders have to do so that a vehicle on request stops.

/** @import { Speaker } from "./i18n.js" */
/** @import { Bookable } from "./search/wire.js" */
import { webLink } from "./alerts.js";
import { localTime } from "./format.js";
import { h } from "./render.js";

/** @typedef {{day: string, now: number}} BookingMoment the day on which the vehicle stops, and the server's
 *   time, Unix milliseconds */

/** A time in the stop's time zone, with its day if that is another one.
 * @param {string} moment ISO 8601 with offset
 * @param {string} day
 * @param {string} locale */
function momentText(moment, day, locale) {
  const clock = localTime(moment, locale);
  const date = moment.slice(0, 10);
  if (date === day) return clock;
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
  return `${format.format(new Date(`${date}T00:00:00Z`))}, ${clock}`;
}

/** The deadline for a call or a booking, in a few words; null where a vehicle stops anyway.
 * @param {Bookable} call
 * @param {BookingMoment} moment
 * @param {Speaker} speaker
 * @returns {{text: string, tone: "plain"|"warn"}|null} */
export function bookingRemark({ onRequest, booking }, { day, now }, speaker) {
  const asked = onRequest === undefined ? null : speaker.say(`board.${onRequest}`);
  const { latest } = booking ?? {};
  // Non-breaking spaces keep a phone number on one line.
  const phone = booking?.phone?.replaceAll(" ", "\u00a0");
  if (latest === undefined) {
    if (booking === undefined || onRequest === "coordinateWithDriver") {
      return asked === null ? null : { text: asked, tone: "plain" };
    }
    const text = phone === undefined ? speaker.say("booking.before") : speaker.say("booking.call", { phone });
    return { text, tone: "plain" };
  }
  const time = momentText(latest, day, speaker.locale);
  if (Date.parse(latest) < now) return { text: speaker.say("booking.over", { time }), tone: "warn" };
  const text = phone === undefined ? speaker.say("booking.by", { time }) : speaker.say("booking.callBy", { phone, time });
  return { text, tone: "plain" };
}

/** The number to dial: in "+41 (0)44 …" the zero is only for callers within the country.
 * @param {string} phone */
function dialled(phone) {
  const number = phone.trim().startsWith("+") ? phone.replaceAll("(0)", "") : phone;
  return `tel:${number.replaceAll(/[^+\d]/g, "")}`;
}

/** The same with the operator's message, and the phone number and addresses as links.
 * @param {Bookable} call
 * @param {BookingMoment} moment
 * @param {Speaker} speaker
 * @param {(text: string) => string} [labelled] prefixes the text with its subject
 * @returns {HTMLElement|null} null where a vehicle stops anyway */
export function bookingNote(call, moment, speaker, labelled = (text) => text) {
  const remark = bookingRemark(call, moment, speaker);
  if (remark === null) return null;
  const { earliest, phone, message, bookingURL = "", infoURL = "" } = call.booking ?? {};
  const isEarly = earliest !== undefined && moment.now < Date.parse(earliest);
  const links = [
    phone === undefined || !/\d/.test(phone) ? null : h("p", {}, h("a", { href: dialled(phone) }, phone)),
    webLink(bookingURL, speaker.say("booking.book")),
    webLink(infoURL, speaker.say("booking.more")),
  ].filter((link) => link !== null);
  return h(
    "div",
    { class: "booking" },
    h("span", { class: `remark ${remark.tone}` }, labelled(remark.text)),
    isEarly ? h("p", {}, speaker.say("booking.from", { time: momentText(earliest, moment.day, speaker.locale) })) : null,
    message === undefined ? null : h("p", {}, message),
    links.length === 0 ? null : h("div", { class: "booking-links" }, ...links),
  );
}
