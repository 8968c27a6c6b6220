// Parses and writes addresses; `screens.js` lists them. `/vehicles`, `/routes` and `/stops` belong to the shuttle
// tracker protocol on the same server.

/** @typedef {{latitude: number, longitude: number, zoom: number}} MapView */
/** @typedef {"departures"|"arrivals"} BoardKind */
/** @typedef {typeof OPERATOR_PARTS[number]} OperatorPart */
/** @typedef {"day"|"statistics"|"recording"|"files"} DiaryPart */
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
 *   | {screen: "surroundings", stop: string}
 *   | {screen: "about"}
 *   | {screen: "operator", part: OperatorPart}
 *   | {screen: "study"}
 *   | {screen: "diary", part: DiaryPart, date: string|null, from: string|null, to: string|null, code: string}
 *   | {screen: "missing"}} Place */

/** The parts of the operators' pages. */
export const OPERATOR_PARTS = /** @type {const} */ (["sources", "predictions", "riders", "announcement", "campus", "studies"]);

/** @param {string|null} text "47.37,8.54,13"
 * @returns {MapView|null} */
export function parseView(text) {
  const parts = (text ?? "").split(",").map(Number);
  if (parts.length !== 3 || parts.some((part) => !Number.isFinite(part))) return null;
  const [latitude, longitude, zoom] = parts;
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180 || zoom < 0 || zoom > 24) return null;
  return { latitude, longitude, zoom };
}

/** The named parts of an address that matches a pattern; null if it does not.
 * @param {string} pattern such as "/lines/:line"
 * @param {string} path
 * @returns {Record<string, string>|null} */
export function matched(pattern, path) {
  const given = path.split("/");
  const wanted = pattern.split("/");
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const found = {};
  try {
    for (const [at, part] of wanted.entries()) {
      if (part.startsWith(":") && given[at] !== "") found[part.slice(1)] = decodeURIComponent(given[at]);
      else if (part !== given[at]) return null;
    }
  } catch {
    return null;
  }
  return found;
}

/** @param {URLSearchParams} query
 * @returns {{direction: number|null, day: string|null}} */
export function parseTimetable(query) {
  const direction = query.get("direction");
  return {
    direction: direction === "0" || direction === "1" ? Number(direction) : null,
    day: parseDay(query.get("day")),
  };
}

/** Parses a day in an address; null if it is invalid.
 * @param {string|null} text */
export function parseDay(text) {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** The shown part of a diary.
 * @param {string|undefined} part a day or another part; undefined for today
 * @param {URLSearchParams} query */
export function parseDiary(part, query) {
  const place = { date: null, from: parseDay(query.get("from")), to: parseDay(query.get("to")), code: query.get("code") ?? "" };
  if (part === "files") return { ...place, part: /** @type {DiaryPart} */ (part), date: parseDay(query.get("day")) };
  if (part === "statistics" || part === "recording") return { ...place, part: /** @type {DiaryPart} */ (part) };
  const date = parseDay(part ?? null);
  return part !== undefined && date === null ? null : { ...place, part: /** @type {DiaryPart} */ ("day"), date };
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

/** The address of a run: the trip of a line on a service day.
 * @param {{line: string, trip: string, day: string}} run */
export function tripAddress({ line, trip, day }) {
  return `/trips/${encodeURIComponent(line)}/${encodeURIComponent(trip)}/${day}`;
}

/** The kind comes after the id, so that ids with a dot are not mistaken for file names.
 * @param {string} stop
 * @param {BoardKind} [kind] */
export function boardAddress(stop, kind = "departures") {
  return `/stop/${encodeURIComponent(stop)}/${kind}`;
}

/** The address of a stop on paper.
 * @param {string} stop */
export function printAddress(stop) {
  return `/stop/${encodeURIComponent(stop)}/print`;
}

/** The address to edit a saved connection.
 * @param {string} id */
export function savedAddress(id) {
  return `/saved/${encodeURIComponent(id)}`;
}
