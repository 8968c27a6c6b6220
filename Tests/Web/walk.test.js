import { loadParts, Speaker } from "../../Web/app/i18n.js";
import { stepText, statedSteps, walkRemarks } from "../../Web/app/search/walk-steps.js";
import { equal } from "./support.js";

/** @import { Walk, WalkStep } from "../../Web/app/search/wire.js" */

/** @param {"en"|"de"|"fr"|"it"} language */
const speaking = async (language) => new Speaker(language, `${language}-CH-u-ms-metric`, await loadParts(language, ["streets"]));

/** @param {WalkStep["turn"]} turn
 * @param {number} metres
 * @param {Partial<WalkStep>} [more]
 * @returns {WalkStep} */
const step = (turn, metres, more = {}) => ({ turn, way: "street", metres, latitude: 47, longitude: 8, ...more });

/** @param {Partial<Walk>} more
 * @returns {Walk} */
const walk = (more) => ({
  kind: "walk", from: { name: "A" }, to: { name: "B" }, departure: "", arrival: "", seconds: 60, metres: 80, ...more,
});

Deno.test("a step is described with its turn, its way and its length, in each language", async () => {
  const left = step("left", 118, { name: "Stow Hill" });
  const said = { en: "Left into Stow Hill, 120 m", de: "Links auf Stow Hill, 120 m", fr: "À gauche sur Stow Hill, 120 m",
    it: "A sinistra in Stow Hill, 120 m" };
  for (const [language, text] of Object.entries(said)) {
    equal(stepText(left, await speaking(/** @type {"en"} */ (language))).replaceAll(/\s/g, " "), text);
  }
});

Deno.test("stairs, lifts, crossings and platforms are named as such, whatever the turn", async () => {
  const speaker = await speaking("en");
  const text = (/** @type {Partial<WalkStep>} */ more, metres = 15) =>
    stepText(step("right", metres, more), speaker).replaceAll("\u00a0", " ");
  equal(text({ way: "stairs" }), "Take the stairs, 20 m");
  equal(text({ way: "stairs", name: "Hill Steps" }), "Take the stairs, Hill Steps, 20 m");
  equal(text({ way: "stairs", name: "Hill Steps", level: 1 }), "Take the stairs to level 1, 20 m");
  equal(text({ way: "escalator" }, 3), "Take the escalator");
  equal(text({ way: "escalator", level: 0 }, 0), "Take the escalator to level 0");
  equal(text({ way: "lift" }, 0), "Take the lift");
  equal(text({ way: "lift", level: -2 }, 0), "Take the lift to level -2");
  equal(text({ way: "crossing" }), "Cross the road");
  equal(text({ way: "crossing", name: "Kingsway" }), "Cross Kingsway");
  equal(text({ way: "platform" }, 60), "Along the platform, 60 m");
  equal(text({ way: "footway" }, 60), "Right onto the path, 60 m");
  equal(text({}, 60), "Right, 60 m");
  equal(text({ name: "Mill Lane" }, 3), "Right into Mill Lane");
});

Deno.test("a bicycle is pushed where it is not ridden", async () => {
  const speaker = await speaking("en");
  equal(stepText(step("right", 60, { pushed: true }), speaker).replaceAll("\u00a0", " "), "Right, 60 m (push the bicycle)");
  const ridden = step("depart", 10, { way: "footway" });
  const pushed = step("right", 10, { way: "footway", pushed: true });
  equal(statedSteps([ridden, pushed]), [ridden, pushed]);
});

Deno.test("a pace or two belongs to what follows, and both turns make one", () => {
  const tiny = step("slight_left", 1, { name: "Cambrian Road" });
  equal(statedSteps([step("depart", 50), tiny, step("slight_right", 122, { way: "footway" })]),
    [step("depart", 50), step("straight", 123, { way: "footway" })]);
  equal(statedSteps([step("depart", 2), step("left", 40, { name: "Mill Lane" })]), [step("depart", 42, { name: "Mill Lane" })]);
  equal(statedSteps([step("depart", 50), step("right", 3), step("right", 40)]), [step("depart", 50), step("back", 43)]);
  equal(statedSteps([step("depart", 50), step("right", 3)]), [step("depart", 50)]);
  equal(statedSteps([step("depart", 3)]), [step("depart", 3)]);
});

Deno.test("no stairs, escalator, lift or crossing is lost, however short", () => {
  for (const way of /** @type {const} */ (["stairs", "escalator", "lift", "crossing"])) {
    const steps = [step("depart", 50), step("left", 3), step("right", 2, { way }), step("left", 60)];
    equal(statedSteps(steps), [step("depart", 50), step("right", 2, { way }), step("left", 60)], way);
  }
});

Deno.test("a path that winds is one path, until a long or named part comes", () => {
  const path = (/** @type {WalkStep["turn"]} */ turn, /** @type {number} */ metres) => step(turn, metres, { way: "footway" });
  equal(statedSteps([step("depart", 50), path("right", 8), path("left", 14), path("right", 12), path("left", 80), path("right", 20)]),
    [step("depart", 50), path("right", 34), path("left", 80), path("right", 20)]);
});

Deno.test("stairs, lifts and a length that is a guess are said of the whole walk", async () => {
  const speaker = await speaking("en");
  equal(walkRemarks(walk({ estimated: false }), speaker), []);
  equal(walkRemarks(walk({}), speaker), []);
  equal(walkRemarks(walk({ stairsMetres: 4, lifts: 1 }), speaker), ["10 m of stairs", "by lift"]);
  equal(walkRemarks(walk({ lifts: 2, estimated: true }), speaker), ["by 2 lifts", "as the crow flies"]);
});
