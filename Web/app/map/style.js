// Our map style: background, lines, stops, names.

/** @typedef {{background: string, water: string, street: string, park: string, casing: string, stopFill: string, stopLine: string,
 *   text: string, halo: string, lineOpacity: number}} Palette */

/** @type {Palette} */
const light = {
  background: "#f1efea",
  water: "#cfe0ea",
  street: "#e2dfd7",
  park: "#dfe8d6",
  casing: "#fbfaf8",
  stopFill: "#ffffff",
  stopLine: "#3b4047",
  text: "#2a2e34",
  halo: "#f6f5f2",
  lineOpacity: 0.85,
};

/** @type {Palette} */
const dark = {
  background: "#1a1d21",
  water: "#1c3142",
  street: "#2b3037",
  park: "#20302a",
  casing: "#24282d",
  stopFill: "#1a1d21",
  stopLine: "#c9ced6",
  text: "#d9dde3",
  halo: "#15171a",
  lineOpacity: 0.8,
};

/** The app's font, from which MapLibre draws names without font files; stations are strong. */
export const FONT = ["Inter", "sans-serif"];
const STRONG_FONT = ["Inter Semibold", "Inter", "sans-serif"];
/** The zoom from which all stops have their names; before, main ones only. */
const ALL_NAMES_FROM = 14;
/** The names of towns and their parts, which say where one is: those of stops give way to them. */
export const PLACE_NAMES = ["streets-quarters", "streets-places"];

const WIDTH = { coarse: 1.2, middle: 2.4, fine: 4.5 };

/** @param {number} extra pixels added at the finest scale
 * @returns {unknown} */
function width(extra) {
  const rail = ["case", ["in", ["get", "mode"], ["literal", ["rail", "subway"]]], 1.35, 1];
  return [
    "interpolate", ["linear"], ["zoom"],
    8, ["*", rail, WIDTH.coarse + extra / 3],
    12, ["*", rail, WIDTH.middle + extra / 2],
    16, ["*", rail, WIDTH.fine + extra],
  ];
}

/** @returns {unknown} pixels to the right, for lines on one street */
function besideOthers() {
  const widths = ["coalesce", ["get", "offset"], 0];
  return [
    "interpolate", ["linear"], ["zoom"],
    10, 0,
    12, ["*", widths, WIDTH.middle],
    16, ["*", widths, WIDTH.fine + 1],
  ];
}

/** Only the stops are known there, and not the way between them. */
const STRAIGHT = ["==", ["get", "straight"], true];
const HANGING = ["in", ["get", "mode"], ["literal", ["ferry", "aerialLift", "air"]]];

/** @param {{dark: boolean, line: string|null, stops: unknown, landscape: boolean,
 *   streets: {source: object, layers: object[], names: object[]}|null}} state `line` is the only line to stand out, `stops`
 *   the GeoJSON of the stops in view
 * @returns {any} a MapLibre style */
export function mapStyle(state) {
  const palette = state.dark ? dark : light;
  const isChosen = ["==", ["get", "id"], state.line];
  // Lines overlap, and their opacities add up: other lines are faint by their colour.
  const colour = state.line === null ? ["get", "colour"] : ["case", isChosen, ["get", "colour"], palette.street];
  const order = { "line-sort-key": ["case", isChosen, 1, ["-", 0, ["coalesce", ["get", "sortOrder"], 1000]]] };
  const round = { "line-cap": "round", "line-join": "round", ...order };
  const opacity = palette.lineOpacity;
  const names = /** @type {{id: string}[]} */ (state.streets?.names ?? []);
  const isPlace = (/** @type {{id: string}} */ { id }) => PLACE_NAMES.includes(id);
  return {
    version: 8,
    sources: {
      routes: { type: "geojson", data: "/api/v1/routes.geojson?sideBySide=true", tolerance: 0.3 },
      stops: { type: "geojson", data: state.stops },
      ...(state.landscape
        ? { landscape: { type: "geojson", data: "/api/v1/landscape.geojson" } }
        : {}),
      ...(state.streets ? { streets: state.streets.source } : {}),
    },
    layers: [
      {
        id: "background",
        type: "background",
        paint: { "background-color": palette.background },
      },
      ...(state.landscape ? landscapeLayers(palette) : []),
      ...(state.streets?.layers ?? []),
      {
        id: "routes-casing",
        type: "line",
        source: "routes",
        layout: round,
        filter: ["all", ["!", HANGING], ["!", STRAIGHT]],
        paint: {
          "line-color": palette.casing,
          "line-width": width(4),
          "line-offset": besideOthers(),
          "line-opacity": state.line === null ? 1 : ["case", isChosen, 1, 0],
        },
      },
      {
        id: "routes",
        type: "line",
        source: "routes",
        layout: round,
        filter: ["all", ["!", HANGING], ["!", STRAIGHT]],
        paint: { "line-color": colour, "line-width": width(0), "line-offset": besideOthers(), "line-opacity": opacity },
      },
      {
        id: "routes-hanging",
        type: "line",
        source: "routes",
        layout: { ...round, "line-cap": "butt" },
        filter: HANGING,
        paint: {
          "line-color": colour,
          "line-width": width(-0.5),
          "line-offset": besideOthers(),
          "line-opacity": opacity,
          "line-dasharray": [2.5, 1.5],
        },
      },
      {
        id: "routes-straight",
        type: "line",
        source: "routes",
        layout: { ...round, "line-cap": "butt" },
        filter: ["all", ["!", HANGING], STRAIGHT],
        paint: {
          "line-color": colour,
          "line-width": ["interpolate", ["linear"], ["zoom"], 8, 0.8, 16, 2],
          "line-offset": besideOthers(),
          "line-opacity": opacity,
          "line-dasharray": [4, 3],
        },
      },
      // MapLibre gives names of later layers room first.
      ...names.filter((each) => !isPlace(each)),
      stopCircles(palette),
      stopNames(palette),
      ...names.filter(isPlace),
    ],
  };
}

/** @param {Palette} palette */
function landscapeLayers(palette) {
  const kind = (/** @type {string} */ name) => ["==", ["get", "kind"], name];
  const wide = (/** @type {number} */ near) => [
    "interpolate", ["exponential", 1.6], ["zoom"], 10, 0.6, 16, near,
  ];
  const round = { "line-cap": "round", "line-join": "round" };
  const common = { source: "landscape" };
  return [
    { ...common, id: "park", type: "fill", filter: kind("park"),
      paint: { "fill-color": palette.park } },
    { ...common, id: "water", type: "fill", filter: kind("water"),
      paint: { "fill-color": palette.water } },
    { ...common, id: "river", type: "line", filter: kind("river"), layout: round,
      paint: { "line-color": palette.water, "line-width": wide(22) } },
    { ...common, id: "street", type: "line", filter: kind("street"), layout: round,
      paint: { "line-color": palette.street, "line-width": wide(11) } },
  ];
}

/** @template Value
 * @param {Value} station for the stations of trains
 * @param {Value} main for other stops where many lines call
 * @param {Value} other */
function ranked(station, main, other) {
  return ["match", ["get", "rank"], 0, station, 1, main, other];
}

/** @param {Palette} palette */
function stopCircles(palette) {
  return {
    id: "stops",
    type: "circle",
    source: "stops",
    minzoom: 11,
    layout: { "circle-sort-key": ["-", 0, ["get", "rank"]] },
    paint: {
      "circle-color": palette.stopFill,
      "circle-stroke-color": palette.stopLine,
      "circle-radius": ["interpolate", ["linear"], ["zoom"], 11, ranked(3.2, 2, 1), 13, ranked(5, 3.6, 2.2), 16, ranked(7.5, 6, 4.5)],
      "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 11, ranked(1.2, 0.9, 0.5), 13, 1.4, 16, 2],
    },
  };
}

/** @param {Palette} palette */
function stopNames(palette) {
  return {
    id: "stop-names",
    type: "symbol",
    source: "stops",
    minzoom: 11.5,
    filter: ["step", ["zoom"], ["<=", ["get", "rank"], 1], ALL_NAMES_FROM, ["<", ["get", "rank"], 3]],
    layout: {
      "text-field": ["get", "name"],
      "text-font": ["match", ["get", "rank"], 0, ["literal", STRONG_FONT], ["literal", FONT]],
      "text-size": ["interpolate", ["linear"], ["zoom"], 12, ranked(14, 12, 11), 16, ranked(18, 15, 13)],
      "text-variable-anchor": ["left", "right", "top", "bottom"],
      "text-radial-offset": 0.8,
      "text-justify": "auto",
      "text-max-width": 9,
      "text-padding": 6,
      "symbol-sort-key": ["-", ["*", 1000, ["get", "rank"]], ["get", "lines"]],
    },
    paint: {
      "text-color": palette.text,
      "text-halo-color": palette.halo,
      "text-halo-width": 1.6,
    },
  };
}

/** @param {import("../types.js").Stop[]} stops
 * @returns {{type: string, features: unknown[]}} GeoJSON for the source `stops`, without the platforms of a station */
export function stopFeatures(stops) {
  const shown = stops.filter((stop) =>
    (stop.parent ?? null) === null && (stop.locationType === "station" || stop.locationType === "stop")
  );
  const town = commonTown(shown.map((stop) => stop.name));
  const many = manyLines(shown.map((stop) => stop.lines ?? 0));
  return {
    type: "FeatureCollection",
    features: shown.map((stop) => ({
      type: "Feature",
      properties: {
        id: stop.id,
        name: stop.name.startsWith(town) ? stop.name.slice(town.length) : stop.name,
        // Of stops with one name, one bears it.
        rank: stop.group ? 3 : stop.modes.includes("rail") ? 0 : stop.locationType === "station" || (stop.lines ?? 0) >= many ? 1 : 2,
        lines: stop.lines ?? 0,
      },
      geometry: { type: "Point", coordinates: [stop.longitude, stop.latitude] },
    })),
  };
}

/** The least number of lines at the main stops of an area; at most one stop in ten is a main one.
 * @param {number[]} counts the numbers of lines at all its stops
 * @returns {number} at least 2 */
export function manyLines(counts) {
  const sorted = counts.toSorted((one, other) => other - one);
  return Math.max(1, sorted[Math.floor(sorted.length / 10)] ?? 1) + 1;
}

/** The "Town, " that most names begin with; on a map of the town it says nothing.
 * @param {string[]} names
 * @returns {string} empty where fewer than four in ten share one */
export function commonTown(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of names) {
    const comma = name.indexOf(", ");
    if (comma < 1 || comma + 2 >= name.length) continue;
    const town = name.slice(0, comma + 2);
    counts.set(town, (counts.get(town) ?? 0) + 1);
  }
  const [town, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return count >= names.length * 0.4 ? town : "";
}

/** @typedef {{water: string, waterName: string, green: string, wood: string, sand: string, built: string, building: string,
 *   road: string, major: string, path: string, rail: string, text: string, quiet: string, halo: string}} StreetPalette */

/** @type {StreetPalette} */
const lightStreets = {
  water: "#cfe0ea",
  waterName: "#4d7186",
  green: "#e3ebda",
  wood: "#d9e5cf",
  sand: "#efe9d6",
  built: "#ebe8e2",
  building: "#e2ded6",
  road: "#ffffff",
  major: "#fdf6e6",
  path: "#d5cfc3",
  rail: "#c9c6c0",
  text: "#565b63",
  quiet: "#6a6f77",
  halo: "#f6f5f2",
};

/** @type {StreetPalette} */
const darkStreets = {
  water: "#1c3142",
  waterName: "#86a8c0",
  green: "#1d2a25",
  wood: "#1f2f27",
  sand: "#2a2a24",
  built: "#1f2226",
  building: "#262a2f",
  road: "#2e333a",
  major: "#383e46",
  path: "#33383f",
  rail: "#3c424a",
  text: "#a3a9b2",
  quiet: "#8d949e",
  halo: "#15171a",
};

/** The name of the tiles' source on the map. */
export const SOURCE = "streets";
/** Layers that only our own tiles have. */
export const OWN = ["waterways", "rails", "paths", "built", "green"];

/** @param {boolean} isDark
 * @returns {StreetPalette} */
export const paletteOf = (isDark) => isDark ? darkStreets : lightStreets;

/** A width that grows with the map: `small` at zoom 10 and `large` at zoom 16 for features that the condition holds for,
 * other widths for the rest.
 * @param {unknown} condition
 * @param {number} small
 * @param {number} large
 * @param {number} otherSmall
 * @param {number} otherLarge */
export function wide(condition, small, large, otherSmall, otherLarge) {
  return [
    "interpolate", ["exponential", 1.5], ["zoom"],
    10, ["case", condition, small, otherSmall],
    16, ["case", condition, large, otherLarge],
  ];
}
