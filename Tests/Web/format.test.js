import { age, calendarDay, clockTime, distance, duration, lineOrder, localTime } from "../../Web/app/format.js";
import { localeIn } from "../../Web/app/region.js";
import { namedDay } from "../../Web/app/search/named-day.js";
import { twiceMark, withoutHalf } from "../../Web/app/written-times.js";
import { equal } from "./support.js";

/** Intl separates numbers and units by spaces of several kinds.
 * @param {string} text */
const plain = (text) => text.replace(/\s/g, " ");

Deno.test("times are those of the network's zone, not of this machine", () => {
  const moment = "2026-05-04T06:03:00Z";
  equal(clockTime(moment, "de-CH", "Europe/Zurich"), "08:03");
  equal(clockTime(moment, "de-CH", "America/Santiago"), "02:03");
  equal(clockTime(Date.parse(moment), "en-GB", "Europe/Zurich"), "08:03");
  equal(plain(clockTime(moment, "en-US", "Europe/Zurich")), "8:03 AM");
});

Deno.test("no line break parts a time, and two beside each other have one AM or PM", () => {
  const morning = clockTime("2026-05-04T12:03:00Z", "en-US", "America/New_York");
  equal(/ |\u202f/.test(morning), false);
  const times = ["2026-05-04T15:58:00Z", "2026-05-04T16:03:00Z", "2026-05-04T16:05:00Z"]
    .map((each) => clockTime(each, "en-US", "America/New_York"));
  equal(plain(withoutHalf(times[0], times[1])), "11:58 AM");
  equal(plain(withoutHalf(times[1], times[2])), "12:03");
  equal(withoutHalf("08:03", "08:05"), "08:03");
});

Deno.test("times keep summer and winter apart", () => {
  equal(clockTime("2026-01-04T06:03:00Z", "de-CH", "Europe/Zurich"), "07:03");
  equal(clockTime("2026-10-25T00:30:00Z", "de-CH", "Europe/Zurich"), "02:30");
  equal(clockTime("2026-10-25T01:30:00Z", "de-CH", "Europe/Zurich"), "02:30");
});

Deno.test("a service day is the same day everywhere", () => {
  equal(calendarDay("2026-05-04", "en-GB"), "4 May 2026");
  equal(calendarDay("2026-05-04", "de-CH"), "04.05.2026");
});

Deno.test("a network's place decides about miles and clocks, the rider about the language", () => {
  equal(["en-US", "en", "en-GB", "en-AU", "de-CH", "de-US", "fr", "it-IT"].map((each) => localeIn(each, "Europe/Zurich")), [
    "en-GB-u-ms-metric", "en-GB-u-ms-metric", "en-GB-u-ms-metric", "en-AU-u-ms-metric", "de-CH-u-ms-metric",
    "de-u-ms-metric", "fr-u-ms-metric", "it-IT-u-ms-metric"]);
  equal(["en-GB", "de-CH"].map((each) => localeIn(each, "America/New_York")), ["en-US-u-ms-ussystem", "de-CH-u-ms-ussystem"]);
  equal(localeIn("en-US", "America/Porto_Velho"), "en-GB-u-ms-metric");
  equal(localeIn("fr", "Europe/London"), "fr-u-ms-uksystem");
  const moment = "2026-05-04T16:03:00Z";
  const shown = (/** @type {string} */ locale, /** @type {string} */ zone) =>
    `${plain(clockTime(moment, localeIn(locale, zone), zone))}, ${plain(distance(1609.344, localeIn(locale, zone)))}`;
  equal(shown("en-US", "Europe/Zurich"), "18:03, 1.6 km");
  equal(shown("en-GB", "America/New_York"), "12:03 PM, 1 mi");
  equal(shown("de-CH", "America/New_York"), "12:03, 1 mi");
});

Deno.test("distances are in metres, or in miles where the network has them", () => {
  equal(plain(distance(432, "de-CH")), "430 m");
  equal(plain(distance(1540, "en-CH")), "1.5 km");
  equal(plain(distance(1609.344, "en-GB-u-ms-uksystem")), "1 mi");
  equal(plain(distance(99_440, "de-CH")), "99.4 km");
  equal(plain(distance(501_700, "it-CH")), "502 km");
  equal(plain(distance(30, "en-US-u-ms-ussystem")), "100 ft");
  equal(plain(distance(2, "de-CH")), "10 m");
  equal(plain(distance(0.5, "en-US-u-ms-ussystem")), "10 ft");
  equal(plain(distance(0, "de-CH")), "0 m");
  equal(plain(distance(1540, "en")), "1.5 km");
});

Deno.test("ages are never in the future", () => {
  equal(age(8_400, "en"), "8 seconds ago");
  equal(age(-5_000, "en"), "0 seconds ago");
  equal(age(119_000, "en"), "1 minute ago");
  equal(age(7_200_000, "de"), "vor 2 Stunden");
  equal(age(47 * 3_600_000, "en"), "47 hours ago");
  equal(age(7 * 86_400_000, "en"), "7 days ago");
});

Deno.test("lines are in the order of their numbers", () => {
  const lines = ["S10", "10", "2", "S2", "N1", "1"];
  equal(lines.sort(lineOrder("de")), ["1", "2", "10", "N1", "S2", "S10"]);
});

Deno.test("a time of the API is shown as the clocks at its stop show it", () => {
  equal(localTime("2026-05-04T08:03:59+02:00", "de-CH"), "08:03");
  equal(localTime("2026-05-04T23:03:00-05:00", "de-CH"), "23:03");
});

Deno.test("how long something takes is in minutes, from an hour on in hours and minutes", () => {
  equal(plain(duration(0, "en")), "0 min");
  equal(plain(duration(61, "en")), "2 min");
  equal(plain(duration(3900, "en-GB-u-ms-uksystem")), "1 hr 5 min", "no \"mins\"");
  equal(plain(duration(3600, "en")), "1 hr");
  equal(plain(duration(3900, "de-CH")), "1 Std. 5 Min.");
});

Deno.test("today and tomorrow are said as such, in each language, and no other day", () => {
  const words = (/** @type {string} */ day) => ["en", "de-CH", "fr-CH", "it-CH"].map((locale) => namedDay(day, "2026-05-31", locale));
  equal(words("2026-05-31"), ["Today", "Heute", "Aujourd’hui", "Oggi"]);
  equal(words("2026-06-01"), ["Tomorrow", "Morgen", "Demain", "Domani"]);
  equal(plain(namedDay("2026-06-02", "2026-05-31", "en-GB")), "Tue, 2 Jun 2026");
  equal(plain(namedDay("2026-05-30", "2026-05-31", "en-GB")), "Sat, 30 May 2026");
});

Deno.test("in the hour that comes twice, and only there, a time has its zone's abbreviation", () => {
  const marks = (/** @type {string} */ timeZone, /** @type {string[]} */ ...texts) =>
    texts.map((text) => twiceMark(`${text.slice(0, 16)}:00${text.slice(16)}`, "en-GB", timeZone));
  equal(marks("Europe/Zurich", "2021-10-31T01:59+02:00", "2021-10-31T02:00+02:00", "2021-10-31T02:30+01:00", "2021-10-31T03:00+01:00"),
    ["", "CEST", "CET", ""]);
  equal(marks("Europe/Zurich", "2022-03-27T01:59+01:00", "2022-03-27T03:00+02:00"), ["", ""], "nothing comes twice in spring");
  equal(marks("Europe/London", "2021-10-31T02:30+02:00"), [""], "the stop's zone is another one");
  equal(twiceMark("2021-10-31T02:30:00+02:00", "de-CH", "Europe/Zurich"), "MESZ");
});
