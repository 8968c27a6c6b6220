// A connection as an iCalendar file (RFC 5545), for the calendar that a rider has.

/** @import { Speaker } from "../i18n.js" */
/** @import { Way } from "./wire.js" */
import { localTime } from "../format.js";
import { platformText, shownTime } from "../times.js";
import { ridesOf } from "./way.js";

/** The maximum octets of a line before it is folded, with the blank at its beginning. */
const LINE_OCTETS = 75;

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
}

/** @param {string} line
 * @returns {string} in pieces that no program cuts in the middle of a letter */
function folded(line) {
  const encoder = new TextEncoder();
  const pieces = [""];
  let octets = 0;
  for (const letter of line) {
    const length = encoder.encode(letter).length;
    if (octets + length > LINE_OCTETS) {
      pieces.push(" ");
      octets = 1;
    }
    pieces[pieces.length - 1] += letter;
    octets += length;
  }
  return pieces.join("\r\n");
}

/** @param {string|number} moment ISO 8601 with offset, or Unix milliseconds */
function utc(moment) {
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The connection's rides in lines: when and where each begins and ends.
 * @param {Way} way
 * @param {Speaker} speaker */
export function itinerary(way, speaker) {
  return ridesOf(way).map((ride) => {
    const end = (/** @type {import("./wire.js").Call} */ call) => {
      const time = localTime(shownTime(call.departure ?? call.arrival), speaker.locale);
      const platform = call.platform === undefined
        ? "" : `, ${platformText(call.platform, ride.line.mode, speaker)}`;
      return `${time} ${call.stop.name}${platform}`;
    };
    const to = ride.headsign === undefined
      ? "" : ` ${speaker.say("card.towards", { headsign: ride.headsign })}`;
    return `${end(ride.from)}\n${ride.line.name}${to}\n${end(ride.to)}`;
  }).join("\n\n");
}

/** The file's text.
 * @param {Way} way
 * @param {{title: string, address: string, now: number}} about `address` opens the connection, `now`
 *   is Unix milliseconds
 * @param {Speaker} speaker */
export function calendarFile(way, { title, address, now }, speaker) {
  const first = ridesOf(way)[0];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Takt//Takt//EN",
    "BEGIN:VEVENT",
    `UID:${escaped(way.id)}@takt`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(shownTime(way.departure))}`,
    `DTEND:${utc(shownTime(way.arrival))}`,
    `SUMMARY:${escaped(title)}`,
    ...(first === undefined ? [] : [`LOCATION:${escaped(first.from.stop.name)}`]),
    `DESCRIPTION:${escaped(`${itinerary(way, speaker)}\n\n${address}`)}`,
    `URL:${address}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(folded).join("\r\n") + "\r\n";
}
