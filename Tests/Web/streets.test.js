import { manyLines, mapStyle, stopFeatures } from "../../Web/app/map/style.js";
import { nameIn, streetLayers, streetNames } from "../../Web/app/map/streets.js";
import { equal } from "./support.js";

const source = { type: "vector" };

/** @param {boolean} dark
 * @param {string} language */
function drawn(dark, language = "en") {
  const look = { dark, language };
  const streets = { source, layers: streetLayers(look), names: streetNames(look) };
  return mapStyle({ dark, line: null, stops: stopFeatures([]), landscape: false, streets });
}

/** @param {any} style
 * @returns {string[]} */
const ids = (style) => style.layers.map((/** @type {any} */ layer) => layer.id);

Deno.test("streets lie under the lines, and their names give way to stops, and stops to towns", () => {
  const order = ids(drawn(false));
  const streets = order.filter((id) => id.startsWith("streets-") && !id.endsWith("names"));
  equal(order[0], "background");
  equal(order.indexOf("streets-major") < order.indexOf("routes-casing"), true);
  equal(order.indexOf("streets-minor-names") > order.indexOf("routes-hanging"), true);
  equal(order.slice(-4), ["stops", "stop-names", "streets-quarters", "streets-places"]);
  equal(streets.length > 6, true);
  equal(new Set(order).size, order.length);
});

Deno.test("without tiles the style has nothing of streets", () => {
  const style = mapStyle({ dark: false, line: null, stops: stopFeatures([]), landscape: false, streets: null });
  equal(ids(style).some((id) => id.startsWith("streets-")), false);
  equal(Object.keys(style.sources), ["routes", "stops"]);
});

Deno.test("dark and light streets have the same layers in other colours", () => {
  const [light, dark] = [drawn(false), drawn(true)];
  equal(ids(light), ids(dark));
  for (const [index, layer] of light.layers.entries()) {
    if (!layer.id.startsWith("streets-")) continue;
    equal(JSON.stringify(layer.paint) === JSON.stringify(dark.layers[index].paint), false);
  }
});

Deno.test("a name is the one in the rider's language, else the local one", () => {
  equal(nameIn("fr"), ["coalesce", ["get", "name_fr"], ["get", "name"]]);
  equal(nameIn("rm"), ["get", "name"]);
});

Deno.test("stations come first, then the few stops where most lines call", () => {
  const stop = (/** @type {string} */ id, /** @type {number} */ lines, /** @type {import("../../Web/app/types.js").Mode[]} */ modes = ["bus"]) =>
    ({ id, name: id, latitude: 47, longitude: 8, locationType: "stop", wheelchair: "unknown", modes, lines });
  const few = Array.from({ length: 18 }, (_, at) => stop(`s${at}`, 1));
  const { features } = stopFeatures([...few, stop("hub", 9), stop("train", 2, ["rail"])]);
  const ranks = Object.fromEntries(features.map((/** @type {any} */ { properties }) => [properties.id, properties.rank]));
  equal([ranks.train, ranks.hub, ranks.s1], [0, 1, 2]);
  // A stop that another one represents is below it, and has no name of its own.
  const { features: twins } = stopFeatures([stop("one", 9), { ...stop("other", 9), group: "one" }]);
  equal(twins.map((/** @type {any} */ { properties }) => properties.rank), [2, 3]);
  // Where all are alike, none is a main one.
  equal([manyLines([3, 3, 3, 3]), manyLines([]), manyLines([1, 1])], [4, 2, 2]);
});
