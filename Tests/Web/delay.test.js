import { contrast, readableColours } from "../../Web/app/badge.js";
import { delayKind, delayMark, freshness } from "../../Web/app/delay.js";
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
