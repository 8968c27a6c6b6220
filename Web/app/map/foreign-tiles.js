// The style for an operator's own tiles: OpenMapTiles (tilemaker, Planetiler), Protomaps and Shortbread. Layers that it does
// not know are not drawn. Fetched only if the tiles are not Takt's.

/** @import { StreetPalette } from "./style.js" */
import { ask } from "../ask.js";
import { FONT, OWN, SOURCE, paletteOf, wide } from "./style.js";

/** @typedef {{maxzoom: number, streetLayers: (look: {dark: boolean, language: string}) => object[],
 *   streetNames: (look: {dark: boolean, language: string}) => object[]}} ForeignTiles */

/** Half the side of a small box, in degrees. */
const AROUND = 1e-4;

const MAJOR = ["motorway", "trunk", "primary", "secondary", "highway", "major_road", "medium_road"];
const PATHS = ["path", "track", "footway", "steps", "cycleway", "bridleway", "pedestrian"];
const RAILS = ["rail", "transit", "light_rail", "subway", "narrow_gauge", "tram", "funicular"];
/** Kinds in a layer of roads that are neither roads, paths nor rails. */
const OTHER = ["ferry", "aerialway", "pier", "aeroway", "runway", "taxiway"];
const GREEN = [
  "grass", "wood", "forest", "park", "garden", "meadow", "cemetery", "nature_reserve", "golf_course", "pitch", "recreation_ground",
  "village_green", "scrub", "farmland", "orchard", "national_park", "protected_area",
];
const BUILT = ["residential", "commercial", "industrial", "retail", "suburb", "quarter", "neighbourhood", "school", "university", "hospital"];
const TOWNS = ["city", "town", "locality"];

/** A feature's kind by one of these properties; Shortbread marks rails by `rail`. */
const KIND = ["coalesce", ["get", "kind"], ["get", "class"], ""];
const isOf = (/** @type {readonly string[]} */ kinds) => ["in", KIND, ["literal", kinds]];
const IS_RAIL = ["any", ["==", ["get", "rail"], true], isOf(RAILS)];

/** Finds the style for the tiles around a place; null for Takt's own, or without a tile.
 * @param {string} template their address
 * @param {{latitude: number, longitude: number}} place
 * @returns {Promise<ForeignTiles|null>} */
export async function foreignTiles(template, { latitude, longitude }) {
  const box = [longitude - AROUND, latitude - AROUND, longitude + AROUND, latitude + AROUND].map((each) => each.toFixed(5)).join();
  const { tiles } = await ask(`/tiles?bbox=${box}`);
  const deepest = tiles.at(-1);
  if (deepest === undefined) return null;
  const { x, y, z } = deepest;
  const response = await fetch(template.replace("{z}", z).replace("{x}", x).replace("{y}", y));
  const names = layersOf(new Uint8Array(await response.arrayBuffer()));
  if (names.length === 0 || names.some((name) => OWN.includes(name))) return null;
  return foreignStyle(names, z);
}

/** @param {readonly string[]} names the names of a tile's layers, by which its schema is recognised
 * @param {number} maxzoom
 * @returns {ForeignTiles} */
export function foreignStyle(names, maxzoom) {
  const isShortbread = names.some((name) => ["streets", "ocean", "water_polygons", "street_labels"].includes(name));
  const isOpenMapTiles = names.some((name) => ["transportation", "landcover", "water_name", "transportation_name"].includes(name));
  const layers = isShortbread
    ? { water: ["ocean", "water_polygons"], rivers: "water_lines", areas: ["land", "sites"], buildings: "buildings", roads: "streets", roadNames: "street_labels",
      places: "place_labels" }
    : isOpenMapTiles
    ? { water: ["water"], rivers: "waterway", areas: ["landcover", "landuse", "park"], buildings: "building", roads: "transportation",
      roadNames: "transportation_name", places: "place" }
    : { water: ["water"], rivers: "water", areas: ["landuse", "landcover"], buildings: "buildings", roads: "roads", roadNames: "roads", places: "places" };
  return {
    maxzoom,
    streetLayers: ({ dark }) => drawn(layers, paletteOf(dark)),
    streetNames: ({ dark, language }) => named(layers, paletteOf(dark), language),
  };
}

/** The layers by their contents.
 * @typedef {{water: string[], rivers: string, areas: string[], buildings: string, roads: string, roadNames: string, places: string}} Layers */

/** @param {Layers} layers
 * @param {StreetPalette} palette */
function drawn({ water, rivers, areas, buildings, roads }, palette) {
  const area = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {string} */ colour, /** @type {object} */ rest = {}) => ({
    id: `streets-${id}-${layer}`, type: "fill", source: SOURCE, "source-layer": layer, paint: { "fill-color": colour }, ...rest,
  });
  const line = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {object} */ paint, /** @type {object} */ rest) => ({
    id: `streets-${id}`, type: "line", source: SOURCE, "source-layer": layer, layout: { "line-cap": "round", "line-join": "round" }, paint, ...rest,
  });
  const isRoad = ["!", ["any", IS_RAIL, isOf([...PATHS, ...OTHER])]];
  const isMajor = isOf(MAJOR);
  return [
    ...areas.map((layer) => area("built", layer, palette.built, { filter: isOf(BUILT) })),
    ...areas.map((layer) => area("green", layer, palette.green, { filter: layer === "park" ? true : isOf(GREEN) })),
    ...water.map((layer) => area("water", layer, palette.water, { filter: ["==", ["geometry-type"], "Polygon"] })),
    line("waterways", rivers, { "line-color": palette.water, "line-width": wide(true, 0.6, 3, 0.6, 3) },
      { filter: ["==", ["geometry-type"], "LineString"] }),
    area("buildings", buildings, palette.building, { minzoom: 14 }),
    line("paths", roads, { "line-color": palette.path, "line-width": wide(true, 0.4, 1.6, 0.4, 1.6), "line-dasharray": [2, 1.5] },
      { minzoom: 14, filter: isOf(PATHS) }),
    line("minor", roads, { "line-color": palette.road, "line-width": wide(true, 0.3, 8, 0.3, 8) }, { filter: ["all", isRoad, ["!", isMajor]] }),
    line("major", roads, { "line-color": palette.major, "line-width": wide(true, 1.2, 12, 1.2, 12) }, { filter: ["all", isRoad, isMajor] }),
    line("rails", roads, { "line-color": palette.rail, "line-width": wide(true, 0.6, 1.8, 0.6, 1.8) }, { filter: IS_RAIL }),
  ];
}

/** @param {Layers} layers
 * @param {StreetPalette} palette
 * @param {string} language */
function named({ roadNames, places }, palette, language) {
  const short = language.slice(0, 2);
  const field = ["coalesce", ["get", `name:${short}`], ["get", `name_${short}`], ["get", "name"], ["get", "name:latin"], ""];
  const names = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {object} */ layout, /** @type {object} */ rest) => ({
    id: `streets-${id}`, type: "symbol", source: SOURCE, "source-layer": layer, ...rest,
    layout: { "text-field": field, "text-font": FONT, "text-padding": 8, ...layout },
    paint: { "text-color": palette.quiet, "text-halo-color": palette.halo, "text-halo-width": 1.4 },
  });
  const isTown = isOf(TOWNS);
  return [
    names("road-names", roadNames, { "symbol-placement": "line", "symbol-spacing": 400, "text-size": 12, "text-max-angle": 30 },
      { minzoom: 14, filter: ["!", isOf(OTHER)] }),
    names("quarters", places, { "text-size": 12, "text-max-width": 8 }, { minzoom: 11, maxzoom: 16, filter: ["!", isTown] }),
    names("places", places, { "text-size": ["interpolate", ["linear"], ["zoom"], 7, 12, 13, 17], "text-max-width": 8 },
      { maxzoom: 14, filter: isTown }),
  ];
}

/** Reads the names of a tile's layers from its Protocol Buffers message: layers are field 3, their names field 1.
 * @param {Uint8Array} bytes
 * @returns {string[]} the names up to the first invalid byte */
export function layersOf(bytes) {
  /** @type {string[]} */
  const names = [];
  for (const { field, part } of fieldsOf(bytes)) {
    if (field !== 3 || part === null) continue;
    for (const inner of fieldsOf(part)) {
      if (inner.field !== 1 || inner.part === null) continue;
      names.push(new TextDecoder().decode(inner.part));
      break;
    }
  }
  return names;
}

/** @param {Uint8Array} bytes
 * @returns {Generator<{field: number, part: Uint8Array|null}>} `part` is null for a number */
function* fieldsOf(bytes) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; at < bytes.length && factor < 2 ** 49; factor *= 128) {
      const byte = bytes[at];
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return NaN;
  };
  const skipped = [0, 8, 0, 0, 0, 4];
  while (at < bytes.length) {
    const key = number();
    const [field, wire] = [Math.floor(key / 8), key % 8];
    if (wire === 2) {
      const length = number();
      if (!(at + length <= bytes.length)) return;
      yield { field, part: bytes.subarray(at, at + length) };
      at += length;
    } else if (wire === 0) {
      number();
      yield { field, part: null };
    } else if (skipped[wire] > 0) at += skipped[wire];
    else return;
  }
}
