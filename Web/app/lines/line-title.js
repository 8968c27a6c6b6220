// What riders know a line by beside its number.

/** @import { Route } from "../types.js" */
import { lineName } from "../badge.js";

/** The long name, else where the line goes; empty if neither is known.
 * @param {Route} route */
export function lineTitle({ longName, from, via, to }) {
  return longName || (from && to ? [from, via, to].filter(Boolean).join(" – ") : "");
}

/** The names that several lines have.
 * @param {Route[]} routes
 * @returns {Set<string>} */
export function sharedNames(routes) {
  const names = routes.map(lineName);
  return new Set(names.filter((name, number) => names.indexOf(name) !== number));
}
