// Addresses: what a path means and how a screen is written as a path.
// `/vehicles`, `/routes` and `/stops` belong to the shuttle tracker protocol on the same server.

/** @typedef {{latitude: number, longitude: number, zoom: number}} MapView */
/** @typedef {"departures"|"arrivals"} BoardKind */
/** @typedef {typeof OPERATOR_PARTS[number]} OperatorPart */
/** @typedef {"day"|"statistics"|"recording"} DiaryPart */
/** @typedef {{screen: "map", view: MapView|null, vehicle: string|null, stop: string|null,
 *     line: string|null}
 *   | {screen: "vehicles", filter: string}
 *   | {screen: "lines"}
 *   | {screen: "line", line: string, direction: number|null, day: string|null}
 *   | {screen: "trip", line: string, trip: string, day: string}
 *   | {screen: "home"}
 *   | {screen: "saved", id: string}
 *   | {screen: "trips"}
 *   | {screen: "settings"}
 *   | {screen: "notifications"}
 *   | {screen: "devices", code: string}
 *   | {screen: "nearby"}
 *   | {screen: "help"}
 *   | {screen: "search", parameters: URLSearchParams}
 *   | {screen: "board", stop: string, kind: BoardKind}
 *   | {screen: "about"}
 *   | {screen: "operator", part: OperatorPart}
 *   | {screen: "study"}
 *   | {screen: "diary", part: DiaryPart, date: string|null, from: string|null, to: string|null, code: string}
 *   | {screen: "missing"}} Place */

/** What operators see and do. */
export const OPERATOR_PARTS = /** @type {const} */ (["sources", "predictions", "riders", "announcement", "campus", "studies"]);

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

/** @param {URLSearchParams} query
 * @returns {{direction: number|null, day: string|null}} */
function parseTimetable(query) {
  const direction = query.get("direction");
  return {
    direction: direction === "0" || direction === "1" ? Number(direction) : null,
    day: parseDay(query.get("day")),
  };
}

/** A day as it stands in addresses, null for anything else.
 * @param {string|null} text */
function parseDay(text) {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** @param {string} path
 * @param {URLSearchParams} query
 * @returns {Place|null} */
function parseDiary(path, query) {
  const place = { screen: /** @type {const} */ ("diary"), date: null, from: parseDay(query.get("from")),
    to: parseDay(query.get("to")), code: query.get("code") ?? "" };
  if (path === "/diary") return { ...place, part: "day" };
  if (path === "/diary/statistics") return { ...place, part: "statistics" };
  if (path === "/diary/recording") return { ...place, part: "recording" };
  const date = parseDay(path.replace(/^\/diary\//, ""));
  return path.startsWith("/diary/") && date !== null ? { ...place, part: "day", date } : null;
}

/** @param {string} address path and query
 * @returns {Place} */
export function parseAddress(address) {
  const url = new URL(address, "http://takt.invalid");
  const path = url.pathname.replace(/(.)\/+$/, "$1");
  const query = url.searchParams;
  if (path === "/" || path === "/home") return { screen: "home" };
  if (path === "/map") {
    return {
      screen: "map",
      view: parseView(query.get("at")),
      vehicle: query.get("vehicle"),
      stop: query.get("stop"),
      line: query.get("line"),
    };
  }
  if (path === "/list") return { screen: "vehicles", filter: query.get("find") ?? "" };
  if (path === "/lines") return { screen: "lines" };
  const line = path.match(/^\/lines\/([^/]+)$/);
  const id = line === null ? null : decoded(line[1]);
  if (id !== null) return { screen: "line", line: id, ...parseTimetable(query) };
  const trip = path.match(/^\/trips\/([^/]+)\/([^/]+)\/(\d{4}-\d{2}-\d{2})$/);
  const ids = trip === null ? [] : [decoded(trip[1]), decoded(trip[2])];
  if (trip !== null && ids[0] !== null && ids[1] !== null) {
    return { screen: "trip", line: ids[0], trip: ids[1], day: trip[3] };
  }
  if (path === "/search") return { screen: "search", parameters: query };
  // What messages lead to: one connection, without the search that found it.
  const found = path.match(/^\/connections\/([^/]+)$/);
  const connection = found === null ? null : decoded(found[1]);
  if (connection !== null) return { screen: "search", parameters: new URLSearchParams({ connection }) };
  const board = path.match(/^\/stop\/([^/]+)(?:\/(departures|arrivals))?$/);
  const stop = board === null ? null : decoded(board[1]);
  if (board !== null && stop !== null) {
    return { screen: "board", stop, kind: board[2] === "arrivals" ? "arrivals" : "departures" };
  }
  const saved = path.match(/^\/saved\/([^/]+)$/);
  const savedID = saved === null ? null : decoded(saved[1]);
  if (savedID !== null) return { screen: "saved", id: savedID };
  if (path === "/trips") return { screen: "trips" };
  if (path === "/settings") return { screen: "settings" };
  if (path === "/settings/notifications") return { screen: "notifications" };
  if (path === "/settings/nearby") return { screen: "nearby" };
  if (path === "/settings/devices") return { screen: "devices", code: query.get("code") ?? "" };
  if (path === "/help") return { screen: "help" };
  if (path === "/about") return { screen: "about" };
  if (path === "/study") return { screen: "study" };
  if (path === "/operator") return { screen: "operator", part: "sources" };
  const operated = OPERATOR_PARTS.find((part) => path === `/operator/${part}`);
  if (operated !== undefined) return { screen: "operator", part: operated };
  return parseDiary(path, query) ?? { screen: "missing" };
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

/** @param {string|null} line null for all of them
 * @param {{direction?: number|null, day?: string|null}} [timetable] */
export function linesAddress(line, timetable = {}) {
  if (line === null) return "/lines";
  const query = new URLSearchParams();
  if (timetable.direction != null) query.set("direction", String(timetable.direction));
  if (timetable.day != null) query.set("day", timetable.day);
  return `/lines/${encodeURIComponent(line)}${query.size > 0 ? `?${query}` : ""}`;
}

/** A search that begins or ends at a stop; `search/query.js` writes all others.
 * @param {"from"|"to"} end
 * @param {string} stop */
export function searchAtStop(end, stop) {
  return `/search?${end}=${encodeURIComponent(stop)}`;
}

/** A run: the trip of a line on a service day.
 * @param {{line: string, trip: string, day: string}} run */
export function tripAddress({ line, trip, day }) {
  return `/trips/${encodeURIComponent(line)}/${encodeURIComponent(trip)}/${day}`;
}

/** The kind stands behind the id, so that ids with a dot are not taken for names of files.
 * @param {string} stop
 * @param {BoardKind} [kind] */
export function boardAddress(stop, kind = "departures") {
  return `/stop/${encodeURIComponent(stop)}/${kind}`;
}

/** A saved connection, to be edited.
 * @param {string} id */
export function savedAddress(id) {
  return `/saved/${encodeURIComponent(id)}`;
}
