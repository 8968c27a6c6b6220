// What the styles of streets share: colours by theme, names of the source and of layers, and widths.

/** @typedef {{water: string, waterName: string, green: string, wood: string, sand: string, built: string, building: string,
 *   road: string, major: string, path: string, rail: string, text: string, quiet: string, halo: string}} StreetPalette */

/** @type {StreetPalette} */
const light = {
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
const dark = {
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
export const paletteOf = (isDark) => isDark ? dark : light;

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
