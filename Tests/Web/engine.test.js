import { zoneChanges } from "../../Web/engine/host.js";
import {
  composition, decomposition, normalData, textForm, wordCategory,
} from "../../Web/engine/unicode.js";
import { equal } from "./support.js";

const seconds = (/** @type {string} */ text) => Date.parse(text) / 1000;

Deno.test("zones change their offset at the second", () => {
  const changes = zoneChanges(
    "Europe/Zurich", seconds("2026-01-01T00:00:00Z"), seconds("2027-01-01T00:00:00Z"));
  equal(changes, [
    [seconds("2026-01-01T00:00:00Z"), 3600],
    [seconds("2026-03-29T01:00:00Z"), 7200],
    [seconds("2026-10-25T01:00:00Z"), 3600],
  ]);
});

Deno.test("a zone that nobody knows has no offsets", () => {
  equal(zoneChanges("Mars/Olympus", 0, 86400), undefined);
});

Deno.test("the browser's tables tell which marks are ordered, composed and parts of words", () => {
  const data = (/** @type {string} */ text) => normalData(text.codePointAt(0) ?? 0);
  // Below the letter before above it, both after a letter; precomposed letters start a combination.
  equal([data("\u0323") >> 3 < data("\u0301") >> 3, data("e") >> 3, data("é") >> 3], [true, 0, 0]);
  equal([data("e") & 3, data("é") & 3, data("\u0301") & 3, data("\u212b") & 3], [0, 1, 2, 3]);
  equal(composition(0x65, 0x301), 0xe9);
  equal(composition(0x71, 0x301), -1);
  equal(decomposition(0x1ec7), "e\u0323\u0302");
  equal(decomposition(0x65), "");
  equal([..."a٣ー·™ "].map((text) => wordCategory(text.codePointAt(0) ?? 0)), [1, 1, 1, 0, 2, 0]);
  equal(textForm(3, "ΣÄ"), "σä");
});
