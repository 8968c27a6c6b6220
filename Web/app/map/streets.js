// The streets under the lines, from the server's own vector tiles: quiet, so that lines and vehicles stand out.

const light = {
  land: "#f1efea", built: "#e9e5dd", campus: "#ece6d6", green: "#dde7d2", wood: "#d3e0c8", sand: "#efe6cc",
  water: "#c9dcea", building: "#e0dbd1", road: "#ffffff", edge: "#dcd7cd", path: "#cfc8ba", rail: "#c3beb5",
  text: "#5b6068", halo: "#f6f5f2", place: "#3d434b", waterText: "#4a7391",
};
const dark = {
  land: "#1a1d21", built: "#1e2226", campus: "#23252a", green: "#1b2a22", wood: "#1a2b21", sand: "#2a2820",
  water: "#16293a", building: "#24282d", road: "#30363d", edge: "#24292f", path: "#353b42", rail: "#3d434a",
  text: "#9aa1ab", halo: "#15171a", place: "#b9bfc8", waterText: "#6f9dbf",
};

const kind = (/** @type {string[]} */ ...kinds) => ["in", ["get", "kind"], ["literal", kinds]];
const wide = (/** @type {number} */ far, /** @type {number} */ near) => [
  "interpolate", ["exponential", 1.5], ["zoom"], 9, far, 14, far * 2.2, 18, near,
];

/** The name in the rider's language, where the map has one.
 * @param {string} language */
const named = (language) => ["coalesce", ["get", `name_${language}`], ["get", "name"]];

/** Adds the streets to a style, below the lines, and takes away what they replace.
 * @param {any} style
 * @param {{tiles: string, dark: boolean, language: string}} options `tiles` is the address with {z}, {x} and {y}
 * @returns {any} */
export function withStreets(style, { tiles, dark: isDark, language }) {
  const palette = isDark ? dark : light;
  const { landscape: _landscape, ...sources } = style.sources;
  const [background, ...above] = style.layers.filter((/** @type {any} */ layer) => layer.source !== "landscape");
  const names = above.findIndex((/** @type {any} */ layer) => layer.id === "stop-names");
  return {
    ...style,
    sources: {
      streets: {
        type: "vector", tiles: [`${location.origin}${tiles}`], maxzoom: 14,
        attribution: "© OpenStreetMap contributors",
      },
      ...sources,
    },
    layers: [
      { ...background, paint: { "background-color": palette.land } },
      ...areas(palette), ...ways(palette), ...above.slice(0, names),
      ...labels(palette, named(language)), ...above.slice(names),
    ],
  };
}

/** @param {typeof light} palette */
function areas(palette) {
  const fill = (/** @type {string} */ id, /** @type {string} */ layer, /** @type {string} */ colour, /** @type {unknown} */ filter) => ({
    id, type: "fill", source: "streets", "source-layer": layer, ...(filter ? { filter } : {}),
    paint: { "fill-color": colour, "fill-antialias": false },
  });
  return [
    fill("built", "built", palette.built, kind("residential", "commercial", "industrial", "pedestrian")),
    fill("campus", "built", palette.campus, kind("campus")),
    fill("green", "green", palette.green, kind("park", "grass", "pitch")),
    fill("wood", "green", palette.wood, kind("wood")),
    fill("sand", "green", palette.sand, kind("sand")),
    fill("sea", "water", palette.water, null),
    {
      id: "rivers", type: "line", source: "streets", "source-layer": "waterways",
      paint: { "line-color": palette.water, "line-width": ["match", ["get", "kind"], "river", 2.4, "canal", 1.8, 1] },
    },
    fill("buildings", "buildings", palette.building, null),
  ];
}

/** @param {typeof light} palette */
function ways(palette) {
  const round = { "line-cap": "round", "line-join": "round" };
  const line = (/** @type {any} */ extra, /** @type {string} */ colour, /** @type {unknown} */ width) => ({
    type: "line", source: "streets", layout: round, ...extra,
    paint: { "line-color": colour, "line-width": width, ...extra.paint },
  });
  const roads = (/** @type {string} */ id, /** @type {unknown} */ filter, /** @type {number} */ far, /** @type {number} */ near) => [
    line({ id: `${id}-edge`, "source-layer": "roads", filter, minzoom: 12 }, palette.edge, wide(far + 0.5, near + 2)),
    line({ id, "source-layer": "roads", filter }, palette.road, wide(far, near)),
  ];
  const [minorEdge, minor] = roads("minor-roads", kind("minor", "service", "pedestrian"), 0.5, 11);
  const [middleEdge, middle] = roads("middle-roads", kind("secondary", "tertiary"), 0.8, 16);
  const [majorEdge, major] = roads("major-roads", kind("motorway", "primary"), 1.1, 20);
  return [
    line({ id: "paths", "source-layer": "paths", minzoom: 14, paint: { "line-dasharray": [2, 2] } }, palette.path, wide(0.3, 2.4)),
    minorEdge, middleEdge, majorEdge, minor, middle, major,
    line({ id: "rails", "source-layer": "rails", minzoom: 10 }, palette.rail, wide(0.4, 2)),
  ];
}

/** @param {typeof light} palette
 * @param {unknown} name */
function labels(palette, name) {
  const text = (/** @type {string} */ colour) => ({ "text-color": colour, "text-halo-color": palette.halo, "text-halo-width": 1.2 });
  const label = (/** @type {any} */ extra, /** @type {number} */ size, /** @type {string} */ colour) => ({
    type: "symbol", source: "streets", ...extra, paint: text(colour),
    layout: { "text-field": name, "text-font": ["sans-serif"], "text-size": size, "text-max-width": 8, ...extra.layout },
  });
  const along = { "symbol-placement": "line", "text-max-angle": 30, "symbol-spacing": 320 };
  return [
    label({ id: "street-names", "source-layer": "roads", minzoom: 14, layout: along }, 11.5, palette.text),
    label({ id: "river-names", "source-layer": "waterways", minzoom: 12, layout: along }, 11.5, palette.waterText),
    label({ id: "water-names", "source-layer": "water", minzoom: 11 }, 12, palette.waterText),
    label({ id: "poi-names", "source-layer": "pois", minzoom: 15 }, 11.5, palette.text),
    label({ id: "quarter-names", "source-layer": "places", minzoom: 12, maxzoom: 15, filter: kind("suburb", "quarter") }, 12, palette.place),
    label({ id: "village-names", "source-layer": "places", maxzoom: 14, filter: kind("village") }, 13, palette.place),
    label({ id: "town-names", "source-layer": "places", maxzoom: 13, filter: kind("city", "town") }, 16, palette.place),
  ];
}
