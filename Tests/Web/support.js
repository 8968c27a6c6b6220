// Shared helpers of the web app's tests: small vehicles, and comparisons that report differences.

/** @import { Vehicle } from "../../Web/app/types.js" */

/** A vehicle that is complete; a test names only what it is about.
 * @param {Partial<Vehicle>} [parts]
 * @returns {Vehicle} */
export function vehicle(parts = {}) {
  return {
    id: "v1",
    label: null,
    route: "t1",
    line: "1",
    mode: "tram",
    colour: "#D8232A",
    textColour: "#FFFFFF",
    headsign: "Spital",
    delaySeconds: 0,
    occupancy: null,
    state: "live",
    updatedAt: 1000,
    nextStop: null,
    heading: null,
    pathStart: 0,
    path: [[0, 8, 47]],
    ...parts,
  };
}

/** Maps and sets by what is in them: as objects they would all be alike.
 * @param {unknown} value */
function written(value) {
  return JSON.stringify(value, (_, each) =>
    each instanceof Map || each instanceof Set ? { [each.constructor.name]: [...each] } : each);
}

/** @param {unknown} actual
 * @param {unknown} expected
 * @param {string} [about] */
export function equal(actual, expected, about = "") {
  const [one, two] = [written(actual), written(expected)];
  if (one !== two) throw new Error(`${about} is ${one}, expected ${two}`);
}

/** @param {number} actual
 * @param {number} expected
 * @param {number} tolerance */
export function near(actual, expected, tolerance) {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    throw new Error(`${actual} is not within ${tolerance} of ${expected}`);
  }
}

/** @param {boolean} condition
 * @param {string} about */
export function holdsTrue(condition, about) {
  if (!condition) throw new Error(about);
}
