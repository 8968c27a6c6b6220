// The streets under the lines, from the server's vector tiles: quiet, so that lines and vehicles stand out. Names are
// drawn by MapLibre without font files. Loaded only where the server has tiles.

/** @import { StreetPalette } from "./style.js" */
import { h } from "../render.js";
import { KEPT_MAP_KEY, browserStore } from "../store.js";
import { FONT, OWN, SOURCE, paletteOf, wide } from "./style.js";

/** The languages whose names the tiles have beside the local one. */
const LANGUAGES = ["de", "fr", "it", "en"];
const LAST_ZOOM = 14;

/** The least zooms of roads' names; narrow streets are named where they are wide enough. */
const NAMED_FROM = { major: 13, minor: 15 };
const MAJOR = ["motorway", "primary", "secondary"];
const SHOPS = ["==", ["get", "kind"], "shop"];

/** All kinds of roads that our own tiles have. */
const ROADS = [...MAJOR, "tertiary", "minor", "pedestrian", "service"];

/** @param {string} template the address of a tile, as the server gives it
 * @param {number} [maxzoom] of the tiles
 * @returns {object} a MapLibre source; its addresses are whole, because a worker asks for them */
export function streetSource(template, maxzoom = LAST_ZOOM) {
  return { type: "vector", tiles: [location.origin + template], minzoom: 0, maxzoom };
}

/** Names the makers of the streets on a map, and has it ask again for tiles that did not come.
 * @param {import("./basemap.js").Basemap} basemap */
export function furnish({ map, holder, context }) {
  const credit = streetCredit(context.network?.attributions ?? []);
  if (credit !== null) holder.append(credit);
  map.on("error", (/** @type {any} */ event) => import("./missing-tiles.js").then(({ failed }) => failed(event), () => {}));
}

/** The module that reads the kept map, if one is kept. @type {typeof import("./kept-map.js")|null} */
let kept = null;

/** Loads that module; call it before `tilesNow`. */
export async function openKept() {
  if (browserStore()?.getItem(KEPT_MAP_KEY)) kept = await import("./kept-map.js").catch(() => null);
}

/** The address of the tiles to draw; undefined without any.
 * @param {import("../context.js").Context} context */
export function tilesNow(context) {
  return kept === null ? context.network?.streets?.tiles : kept.tilesNow(context);
}

/** Finds the style for tiles that are not Takt's: these have none of its layers, and no roads of its kinds.
 * @param {any} map MapLibre's
 * @param {string|undefined} template their address
 * @returns {Promise<import("./foreign-tiles.js").ForeignTiles|null>} null for Takt's own */
export async function foreignIn(map, template) {
  const loaded = (/** @type {string} */ sourceLayer) => map.querySourceFeatures(SOURCE, { sourceLayer });
  const isOwn = template === undefined || OWN.some((layer) => loaded(layer).length > 0) ||
    loaded("roads").some((/** @type {any} */ { properties }) => ROADS.includes(properties.kind));
  if (isOwn) return null;
  const { foreignTiles } = await import("./foreign-tiles.js");
  const { lat: latitude, lng: longitude } = map.getCenter();
  return await foreignTiles(template, { latitude, longitude });
}

/** @param {{dark: boolean, language: string}} state
 * @returns {object[]} the layers below the lines */
export function streetLayers(state) {
  const palette = paletteOf(state.dark);
  return [...areas(palette), ...ways(palette)];
}

/** @param {{dark: boolean, language: string}} state
 * @returns {object[]} the names, which give way to those of stops that are drawn after them */
export function streetNames(state) {
  const palette = paletteOf(state.dark);
  const name = nameIn(state.language);
  return [shopNames(palette, name), ...wayNames(palette, name), ...placeNames(palette, name)];
}

/** The name in the rider's language where it is tagged, else the local one.
 * @param {string} language
 * @returns {unknown} */
export function nameIn(language) {
  const short = language.slice(0, 2);
  const local = ["get", "name"];
  return LANGUAGES.includes(short) ? ["coalesce", ["get", `name_${short}`], local] : local;
}

/** The credit that the map's licence requires, to be read on the map.
 * @param {{organization: string, url?: string}[]} attributions those of the network
 * @returns {HTMLElement|null} null for invented streets, which have none */
function streetCredit(attributions) {
  const credit = attributions.find(({ url }) => url?.startsWith("https://www.openstreetmap.org/"));
  if (credit === undefined) return null;
  return h("p", { class: "map-credit" }, "© ", h("a", { href: credit.url, rel: "noopener", target: "_blank" }, credit.organization));
}

/** @param {...string} kinds */
function isKind(...kinds) {
  return ["in", ["get", "kind"], ["literal", kinds]];
}

/** @param {StreetPalette} palette */
function areas(palette) {
  const fill = (/** @type {string} */ id, /** @type {unknown} */ colour, /** @type {object} */ rest = {}) => ({
    id: `streets-${id}`, type: "fill", source: SOURCE, "source-layer": id, paint: { "fill-color": colour }, ...rest,
  });
  return [
    fill("built", palette.built),
    fill("green", ["match", ["get", "kind"], "wood", palette.wood, "sand", palette.sand, palette.green]),
    fill("water", palette.water),
    {
      id: "streets-waterways", type: "line", source: SOURCE, "source-layer": "waterways",
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": palette.water, "line-width": wide(isKind("stream"), 0.4, 1.5, 0.8, 4) },
    },
    fill("buildings", palette.building, { minzoom: 14 }),
  ];
}

/** @param {StreetPalette} palette */
function ways(palette) {
  const round = { "line-cap": "round", "line-join": "round" };
  const roads = { type: "line", source: SOURCE, "source-layer": "roads", layout: round };
  return [
    {
      id: "streets-paths", type: "line", source: SOURCE, "source-layer": "paths", minzoom: 14,
      paint: { "line-color": palette.path, "line-width": wide(isKind("steps"), 0.4, 2.4, 0.4, 1.4), "line-dasharray": [2, 1.5] },
    },
    {
      ...roads, id: "streets-minor", filter: ["!", isKind(...MAJOR, "tertiary")],
      paint: { "line-color": palette.road, "line-width": wide(isKind("service", "pedestrian"), 0.2, 4, 0.4, 8) },
    },
    {
      ...roads, id: "streets-tertiary", filter: isKind("tertiary"),
      paint: { "line-color": palette.road, "line-width": wide(true, 0.8, 10, 0.8, 10) },
    },
    {
      ...roads, id: "streets-major", filter: isKind(...MAJOR),
      paint: { "line-color": palette.major, "line-width": wide(isKind("motorway", "primary"), 1.4, 13, 1, 11) },
    },
    {
      id: "streets-rails", type: "line", source: SOURCE, "source-layer": "rails",
      paint: { "line-color": palette.rail, "line-width": wide(isKind("tram"), 0.4, 1, 0.6, 1.8) },
    },
  ];
}

/** @param {StreetPalette} palette
 * @param {unknown} name */
function wayNames(palette, name) {
  const along = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {object} */ rest, colour = palette.quiet) => ({
    id: `streets-${id}`, type: "symbol", source: SOURCE, "source-layer": layer, ...rest,
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": 400,
      "text-field": name,
      "text-font": FONT,
      "text-size": ["interpolate", ["linear"], ["zoom"], 13, 10, 17, 13],
      "text-max-angle": 30,
      "text-padding": 8,
    },
    paint: { "text-color": colour, "text-halo-color": palette.halo, "text-halo-width": 1.4 },
  });
  return [
    along("minor-names", "roads", { minzoom: NAMED_FROM.minor, filter: ["!", isKind(...MAJOR, "tertiary", "service")] }),
    along("major-names", "roads", { minzoom: NAMED_FROM.major, filter: isKind(...MAJOR, "tertiary") }),
    along("waterway-names", "waterways", { minzoom: 13 }, palette.waterName),
  ];
}

/** A name at a point, which gives way to those of later layers.
 * @param {StreetPalette} palette
 * @param {unknown} name */
const namesAt = (palette, name) =>
  (/** @type {string} */ id, /** @type {object} */ rest, /** @type {object} */ layout, colour = palette.text) => ({
    id: `streets-${id}`, type: "symbol", source: SOURCE, ...rest,
    layout: { "text-field": name, "text-font": FONT, "text-max-width": 8, "text-padding": 10, ...layout },
    paint: { "text-color": colour, "text-halo-color": palette.halo, "text-halo-width": 1.4 },
  });

/** Shops are named where streets leave room.
 * @param {StreetPalette} palette
 * @param {unknown} name */
function shopNames(palette, name) {
  return namesAt(palette, name)("shops", { "source-layer": "pois", minzoom: 16.5, filter: SHOPS }, { "text-size": 11 }, palette.quiet);
}

/** @param {StreetPalette} palette
 * @param {unknown} name */
function placeNames(palette, name) {
  const at = namesAt(palette, name);
  const large = isKind("city", "town");
  // Parts of a town differ from stops by their letters.
  const spaced = { "text-transform": "uppercase", "text-letter-spacing": 0.08 };
  return [
    at("pois", { "source-layer": "pois", minzoom: 15, filter: ["!", SHOPS] }, { "text-size": 11 }, palette.quiet),
    at("water-names", { "source-layer": "waterNames", minzoom: 11 }, { "text-size": 12 }, palette.waterName),
    at("quarters", { "source-layer": "places", minzoom: 11, maxzoom: 15.5, filter: ["!", large] }, { "text-size": 11, ...spaced }, palette.quiet),
    // From zoom 14 on streets say where one is.
    at("places", { "source-layer": "places", maxzoom: 14, filter: large },
      { "text-size": ["interpolate", ["linear"], ["zoom"], 7, 12, 13, 17] }),
  ];
}
