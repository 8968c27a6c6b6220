import { Speaker, loadCatalogue } from "../../Web/app/i18n.js";
import { calendarFile } from "../../Web/app/search/calendar.js";
import { equal, holdsTrue } from "./support.js";

/** @import { Way } from "../../Web/app/search/wire.js" */

const speaker = new Speaker("en", "en-GB", await loadCatalogue("en", ["home", "pages", "riders"]));
/** @type {Way} */
const way = {
  id: "a,1",
  departure: { scheduled: "2026-10-25T01:50:00+02:00" },
  arrival: { scheduled: "2026-10-25T02:20:00+01:00", expected: "2026-10-25T02:25:00+01:00", delaySeconds: 300 },
  durationSeconds: 5400,
  vehicles: 1,
  walkMetres: 0,
  status: "works",
  live: false,
  transfers: [],
  legs: [{
    kind: "ride",
    trip: "t",
    serviceDay: "2026-10-24",
    line: { route: "n", name: "N1", mode: "bus", colour: "#000000", textColour: "#FFFFFF" },
    headsign: "Bad; Süd",
    from: { stop: { id: "a", name: "Zürich, Öl" }, platform: "A", skipped: false,
      departure: { scheduled: "2026-10-25T01:50:00+02:00" } },
    to: { stop: { id: "b", name: "Bad" }, skipped: false,
      arrival: { scheduled: "2026-10-25T02:20:00+01:00" } },
    cancelled: false, added: false, approximate: false, estimated: false, staysSeated: false, live: false,
    wheelchair: "unknown", bicycles: "unknown",
  }],
};
const about = { title: "Zürich – Bad", address: "https://takt.test/search?connection=a", now: 0 };
const text = calendarFile(way, about, speaker);
const lines = text.replaceAll("\r\n ", "").split("\r\n");

Deno.test("a calendar file has instants, not clock times, also in the night when clocks go back", () => {
  holdsTrue(lines.includes("DTSTART:20261024T235000Z"), text);
  holdsTrue(lines.includes("DTEND:20261025T012500Z"), text);
  holdsTrue(lines.includes("DTSTAMP:19700101T000000Z"), text);
});

Deno.test("characters of the format itself are escaped, and lines are short enough for every program", () => {
  holdsTrue(lines.includes("UID:a\\,1@takt"), text);
  holdsTrue(lines.includes("LOCATION:Zürich\\, Öl"), text);
  const description = lines.find((line) => line.startsWith("DESCRIPTION:")) ?? "";
  holdsTrue(description.includes("N1 to Bad\\; Süd\\n02:20 Bad"), description);
  holdsTrue(description.startsWith("DESCRIPTION:01:50 Zürich\\, Öl\\, Platform A\\n"), description);
  const lengths = text.split("\r\n").map((line) => new TextEncoder().encode(line).length);
  holdsTrue(Math.max(...lengths) <= 75, String(lengths));
  equal(text.endsWith("END:VCALENDAR\r\n"), true);
  equal(/[^\r]\n/.test(text), false);
});
