import { contrast, delaySentence, readableColours } from "../../Web/app/badge.js";
import { delayClass, delayKind, delayMark, delayOf, freshness } from "../../Web/app/delay.js";
import { Speaker } from "../../Web/app/i18n.js";
import { inShownOrder, shownTime } from "../../Web/app/times.js";
import { equal, holdsTrue } from "./support.js";

Deno.test("late and early begin at one minute", () => {
  const kinds = [-3600, -61, -60, -59, 0, 59, 60, 61, null].map((seconds) => delayKind(seconds));
  equal(kinds, [
    "early", "early", "early", "onTime", "onTime", "onTime", "late", "late", "unknown",
  ]);
});

Deno.test("the mark has whole minutes, cut and not rounded", () => {
  equal(delayMark(119), "+1");
  equal(delayMark(300), "+5");
  equal(delayMark(-130), "−2");
  equal(delayMark(59), "");
  equal(delayMark(null), "");
});

Deno.test("a position grows old here when the server is silent", () => {
  /** @param {"live"|"old"|"stale"} state
   * @param {number} age */
  const fresh = (state, age) => freshness({ state, updatedAt: 1_000_000 }, 1_000_000 + age);
  equal([fresh("live", 0), fresh("live", 90_000), fresh("live", 90_001)], ["live", "live", "old"]);
  equal([fresh("live", 300_001), fresh("old", 0), fresh("stale", 0)], ["stale", "old", "stale"]);
});

Deno.test("every badge can be read, whatever colours the feed gives", () => {
  const colours = ["#FFFFFF", "#000000", "#F2C500", "#D8232A", "#777777", "#808080", "nonsense", ""];
  for (const colour of colours) {
    for (const text of colours) {
      const { fill, ink } = readableColours(colour, text);
      holdsTrue(contrast(fill, ink) >= 4.5, `${ink} on ${fill}`);
    }
  }
});

Deno.test("the feed's own text colour is kept where it can be read", () => {
  equal(readableColours("#D8232A", "#FFFFFF"), { fill: "#D8232A", ink: "#FFFFFF" });
  equal(readableColours("#F2C500", "#FFFFFF"), { fill: "#F2C500", ink: "#000000" });
});

Deno.test("a delay and the two times around it add up, whatever the seconds are", () => {
  const day = "2026-05-04T08";
  const event = (/** @type {string} */ scheduled, /** @type {string} */ expected) => ({
    scheduled: `${day}:${scheduled}+02:00`, expected: `${day}:${expected}+02:00`,
    delaySeconds: (Date.parse(`${day}:${expected}Z`) - Date.parse(`${day}:${scheduled}Z`)) / 1000,
  });
  const speaker = new Speaker("en", "en-GB");
  for (let from = 0; from < 60; from += 7) {
    for (let late = -200; late < 400; late += 11) {
      const clock = (/** @type {number} */ seconds) => new Date(seconds * 1000).toISOString().slice(14, 19);
      const each = event(clock(1200 + from), clock(1200 + from + late));
      const minute = (/** @type {string} */ text) => Number(text.slice(14, 16));
      const shown = minute(shownTime(each)) - minute(each.scheduled);
      equal(delayOf(each), shown * 60);
      const mark = delayMark(delayOf(each));
      equal(Number(mark.replace("−", "-")) || 0, shown);
    }
  }
  equal(delayMark(delayOf(event("18:50", "20:00"))), "+2");
  equal(delayOf({ delaySeconds: 90 }), 90);
  equal(delayOf({ scheduled: `${day}:00:00Z`, expected: `${day}:05:00Z` }), null);
  equal(delaySentence(delayOf(event("18:50", "20:00")), speaker), speaker.count("minutesLate", 2));
});

Deno.test("red is for five minutes and more", () => {
  equal([59, 60, 299, 300, -300, null].map((each) => delayClass(each)),
    ["onTime", "late", "late", "late much", "early", "unknown"]);
});

Deno.test("departures are sorted by the time that is shown, though the server knows the second", () => {
  const call = (/** @type {string} */ scheduled, /** @type {string} */ expected) => ({
    scheduled: `2026-05-04T${scheduled}Z`, expected: `2026-05-04T${expected}Z`, delaySeconds: 0 });
  // On time, both keep to the timetable's minute.
  const calls = [call("08:02:00", "08:01:30"), call("08:01:00", "08:01:50")];
  equal(inShownOrder(calls).map(({ scheduled }) => scheduled.slice(11, 16)), ["08:01", "08:02"]);
});
