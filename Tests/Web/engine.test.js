import { zoneChanges } from "../../Web/engine/engine.js";
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
