// Addresses: what a path means and how a screen is written as a path.
// `/vehicles`, `/routes` and `/stops` belong to the shuttle tracker protocol on the same server.

import { parseQuery } from "./search/query.js";

/** @typedef {{latitude: number, longitude: number, zoom: number}} MapView */
/** @typedef {"departures"|"arrivals"} BoardKind */
/** @typedef {{screen: "map", view: MapView|null, vehicle: string|null, stop: string|null,
 *     line: string|null}
 *   | {screen: "vehicles", filter: string}
 *   | {screen: "lines", line: string|null}
 *   | {screen: "search", query: import("./search/query.js").SearchQuery}
 *   | {screen: "board", stop: string, kind: BoardKind}
 *   | {screen: "about"}
 *   | {screen: "missing"}} Place */

/** @param {string|null} text "47.37,8.54,13"
 * @returns {MapView|null} */
function parseView(text) {
  const parts = (text ?? "").split(",").map(Number);
  if (parts.length !== 3 || parts.some((part) => !Number.isFinite(part))) return null;
  const [latitude, longitude, zoom] = parts;
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180 || zoom < 0 || zoom > 24) return null;
  return { latitude, longitude, zoom };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** @param {string} address path and query
 * @returns {Place} */
export function parseAddress(address) {
  const url = new URL(address, "http://takt.invalid");
  const path = url.pathname.replace(/(.)\/+$/, "$1");
  const query = url.searchParams;
  if (path === "/" || path === "/map") {
    return {
      screen: "map",
      view: parseView(query.get("at")),
      vehicle: query.get("vehicle"),
      stop: query.get("stop"),
      line: query.get("line"),
    };
  }
  if (path === "/list") return { screen: "vehicles", filter: query.get("find") ?? "" };
  if (path === "/lines") return { screen: "lines", line: null };
  const line = path.match(/^\/lines\/([^/]+)$/);
  const id = line === null ? null : decoded(line[1]);
  if (id !== null) return { screen: "lines", line: id };
  if (path === "/search") return { screen: "search", query: parseQuery(query) };
  const board = path.match(/^\/stop\/([^/]+)(?:\/(departures|arrivals))?$/);
  const stop = board === null ? null : decoded(board[1]);
  if (board !== null && stop !== null) {
    return { screen: "board", stop, kind: board[2] === "arrivals" ? "arrivals" : "departures" };
  }
  if (path === "/about") return { screen: "about" };
  return { screen: "missing" };
}

/** @param {{view?: MapView|null, vehicle?: string|null, stop?: string|null,
 *   line?: string|null}} parts
 * @returns {string} */
export function mapAddress(parts) {
  const query = [];
  if (parts.view) {
    const { latitude, longitude, zoom } = parts.view;
    const digits = zoom >= 14 ? 5 : 4;
    query.push(
      `at=${latitude.toFixed(digits)},${longitude.toFixed(digits)},${+zoom.toFixed(1)}`,
    );
  }
  for (const key of /** @type {const} */ (["vehicle", "stop", "line"])) {
    const value = parts[key];
    if (value) query.push(`${key}=${encodeURIComponent(value)}`);
  }
  return query.length === 0 ? "/map" : `/map?${query.join("&")}`;
}

/** @param {string|null} line */
export function linesAddress(line) {
  return line === null ? "/lines" : `/lines/${encodeURIComponent(line)}`;
}

/** The kind stands behind the id, so that ids with a dot are not taken for names of files.
 * @param {string} stop
 * @param {BoardKind} [kind] */
export function boardAddress(stop, kind = "departures") {
  return `/stop/${encodeURIComponent(stop)}/${kind}`;
}
