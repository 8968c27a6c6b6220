import { foreignStyle, layersOf } from "../../Web/app/map/foreign-tiles.js";
import { equal, holdsTrue } from "./support.js";

/** A field of Protocol Buffers with bytes.
 * @param {number} field
 * @param {readonly number[]} bytes
 * @returns {number[]} */
const part = (field, bytes) => [field * 8 + 2, bytes.length, ...bytes];
const text = (/** @type {string} */ name) => [...new TextEncoder().encode(name)];
/** @param {...string} names */
const tile = (...names) => new Uint8Array(names.flatMap((name) =>
  // The version stands before the name, and the extent behind it.
  part(3, [15 * 8, 2, ...part(1, text(name)), 5 * 8, 0x80, 0x20])));

Deno.test("the layers of a tile are read from its bytes, and damaged ones end the list", () => {
  equal(layersOf(tile("water", "transportation")), ["water", "transportation"]);
  equal(layersOf(new Uint8Array()), []);
  const whole = tile("water", "roads");
  for (let length = 0; length < whole.length; length += 1) {
    const names = layersOf(whole.subarray(0, length));
    holdsTrue(["", "water"].includes(names.join()), `${length} bytes give ${names}`);
  }
  equal(layersOf(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff])), []);
});

Deno.test("each known making is drawn from its own layers, with water, roads and names", () => {
  for (const [names, roads, places] of /** @type {[string[], string, string][]} */ ([
    [["water", "transportation"], "transportation", "place"],
    [["earth", "roads", "landuse"], "roads", "places"],
    [["streets", "water_polygons"], "streets", "place_labels"],
  ])) {
    const tiles = foreignStyle(names, 13);
    const look = { dark: false, language: "de" };
    const layers = /** @type {any[]} */ ([...tiles.streetLayers(look), ...tiles.streetNames(look)]);
    const of = (/** @type {string} */ layer) => layers.filter((each) => each["source-layer"] === layer).length;
    holdsTrue(of(roads) >= 4 && of(places) === 2, `${names}: ${layers.map(({ id }) => id)}`);
    equal([tiles.maxzoom, new Set(layers.map(({ id }) => id)).size], [13, layers.length]);
  }
});
