import { ChosenFew } from "../../Web/app/map/chosen-few.js";
import { DEFAULTS, Settings, checkedSettings } from "../../Web/app/settings.js";
import { clearAll } from "../../Web/app/rider/your-data.js";
import { equal } from "./support.js";

/** @import { Shown } from "../../Web/app/live/fleet.js" */

Deno.test("an invalid setting falls back to its default, and the others stay", () => {
  equal(checkedSettings(null), DEFAULTS);
  equal(checkedSettings("x"), DEFAULTS);
  equal(checkedSettings({ theme: "pink", start: "about", vehicles: 31, predictions: "yes", hiddenRoutes: 1, pace: "running" }), DEFAULTS);
  const mixed = checkedSettings({ theme: "dark", vehicles: -1, hiddenRoutes: ["a", 2], pace: "slow" });
  equal(mixed, { ...DEFAULTS, theme: "dark", hiddenRoutes: ["a"], pace: "slow" });
  equal([null, 0, 30, 1.5].map((vehicles) => checkedSettings({ vehicles }).vehicles), [null, 0, 30, 15]);
});

Deno.test("settings are kept, and last until the page is left where nothing can be kept", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const store = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  let heard = 0;
  const settings = new Settings(store);
  settings.onChange(() => heard += 1);
  settings.set({ vehicles: null });
  equal([new Settings(store).values.vehicles, heard], [null, 1]);
  kept.clear();
  settings.reload();
  equal([settings.values.vehicles, heard], [15, 2]);
  const poor = new Settings(null);
  poor.set({ theme: "dark" });
  equal(poor.values.theme, "dark");
  kept.set("takt.settings", "{");
  equal(new Settings(store).values, DEFAULTS);
});

const FROM_MIDDLE = [0, 400, -300, 200];
/** Vehicles on a line, the first in the middle, of the others those first that are further from it.
 * @param {string} names */
const around = (names) => [...names].map((id) => /** @type {Shown} */ (/** @type {unknown} */ (
  { id, x: 5000 + FROM_MIDDLE["abcd".indexOf(id)], y: 5000 })));
const VIEW = { width: 10_000, height: 10_000 };

/** @param {ChosenFew} few
 * @param {string} names
 * @param {{most?: number|null, selected?: string|null, steady?: number, outdated?: string}} [how] */
function picked(few, names, how = {}) {
  return few.pick(around(names), {
    most: how.most === undefined ? 2 : how.most,
    selected: how.selected ?? null,
    steady: how.steady ?? 0,
    isOutdated: ({ id }) => (how.outdated ?? "").includes(id),
    view: VIEW,
  }).map(({ id }) => id).sort().join("");
}

Deno.test("where nothing more can be stored, one choice does not undo another", () => {
  let isFull = false;
  const kept = new Map([["takt.settings", JSON.stringify({ theme: "light" })]]);
  const settings = new Settings({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (isFull) throw new Error("full");
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  });
  isFull = true;
  settings.set({ theme: "dark" });
  settings.set({ vehicles: 30 });
  equal([settings.values.theme, settings.values.vehicles], ["dark", 30]);
  isFull = false;
  settings.set({ vehicles: 50 });
  equal(JSON.parse(kept.get("takt.settings") ?? "").theme, "dark");
});

Deno.test("those on the map stay until they leave the view, though others come nearer", () => {
  const few = new ChosenFew();
  equal(picked(few, "abcd"), "ab");
  equal(picked(few, "dcba"), "ab");
  equal(picked(few, "dcb"), "bc");
  equal(picked(few, "dcba"), "bc");
});

Deno.test("the vehicles shown are spread over the view, and not piled where most are", () => {
  const one = (/** @type {string} */ id, /** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {Shown} */ (/** @type {unknown} */ ({ id, x, y }));
  const crowd = Array.from({ length: 200 }, (_, at) => one(`crowd ${at}`, 195 + at % 14, 390 + at % 17));
  const lone = [80, 200, 320].flatMap((x) => [150, 650].map((y) => one(`lone ${x} ${y}`, x, y)));
  const shown = new ChosenFew().pick([...crowd, ...lone], {
    most: 7, selected: null, steady: 0, isOutdated: () => false, view: { width: 400, height: 800 } });
  equal(shown.filter(({ id }) => id.startsWith("lone")).length, 6);
  equal(shown.length, 7);
});

Deno.test("an outdated vehicle makes room after half a minute and not before", () => {
  const few = new ChosenFew();
  equal(picked(few, "abc"), "ab");
  equal(picked(few, "abc", { outdated: "a", steady: 1000 }), "ab");
  equal(picked(few, "abc", { outdated: "a", steady: 30_900 }), "ab");
  equal(picked(few, "abc", { outdated: "a", steady: 31_000 }), "bc");
  equal(picked(few, "abc", { outdated: "a", steady: 32_000 }), "bc");
});

Deno.test("a vehicle that reports again in time stays", () => {
  const few = new ChosenFew();
  picked(few, "abc", { outdated: "a" });
  picked(few, "abc", { steady: 20_000 });
  equal(picked(few, "abc", { outdated: "a", steady: 40_000 }), "ab");
});

Deno.test("all are all, none is none, and the one that was chosen is always there", () => {
  equal(picked(new ChosenFew(), "abc", { most: null }), "abc");
  equal(picked(new ChosenFew(), "abc", { most: 0 }), "");
  equal(picked(new ChosenFew(), "abc", { most: 0, selected: "c" }), "c");
  equal(picked(new ChosenFew(), "abc", { most: 1, selected: "c" }), "c");
  const few = new ChosenFew();
  picked(few, "abcd", { most: 4 });
  equal(picked(few, "abcd", { most: 2 }), "ab");
});

Deno.test("clearing leaves nothing of the app but the diary, which only its person can end", async () => {
  const store = /** @type {any} */ ({ "takt.rider": "t", "takt.settings": "{}", "takt.diary": "{}", "other": "1" });
  Object.defineProperty(store, "removeItem", { value: (/** @type {string} */ key) => delete store[key] });
  await clearAll(store);
  equal(Object.keys(store), ["takt.diary", "other"]);
});
