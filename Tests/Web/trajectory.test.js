import { longitudeOf, mercatorX, mercatorY } from "../../Web/app/geometry.js";
import { Trajectory } from "../../Web/app/trajectory.js";
import { equal, holdsTrue, near } from "./support.js";

const START = 1_000_000;

/** @param {[number, number, number][]} path
 * @param {number|null} [heading] */
function made(path, heading = null) {
  return new Trajectory({ path, pathStart: START, heading });
}

/** @param {Trajectory} trajectory
 * @param {number} seconds after the path's start */
function at(trajectory, seconds) {
  return trajectory.placeAt(START + seconds * 1000, { x: 0, y: 0 });
}

/** @param {Trajectory} trajectory
 * @param {number} seconds after the path's start */
const headed = (trajectory, seconds) => trajectory.headingAt(START + seconds * 1000);

Deno.test("a vehicle is between two points by the share of time that has passed", () => {
  const line = made([[0, 8, 47], [10, 8.1, 47], [30, 8.2, 47]]);
  near(longitudeOf(at(line, 5).x), 8.05, 1e-9);
  near(longitudeOf(at(line, 15).x), 8.125, 1e-9);
});

Deno.test("before the first and after the last point the vehicle holds still", () => {
  const line = made([[0, 8, 47], [10, 8.1, 47.1]]);
  near(at(line, -60).x, mercatorX(8), 1e-12);
  near(at(line, 900).x, mercatorX(8.1), 1e-12);
  near(at(line, 900).y, mercatorY(47.1), 1e-12);
  equal(line.movesAfter(START + 9_999), true);
  equal(line.movesAfter(START + 10_000), false);
});

Deno.test("a path of one point is that point, with the server's heading", () => {
  const still = made([[0, 8, 47]], 123);
  for (const seconds of [-1, 0, 500]) {
    near(longitudeOf(at(still, seconds).x), 8, 1e-9);
    equal(headed(still, seconds), 123);
  }
});

Deno.test("the heading follows the segment, clockwise from north", () => {
  const turn = made([[0, 8, 47], [10, 8, 47.1], [20, 8.1, 47.1], [30, 8.1, 47]]);
  near(headed(turn, 5) ?? NaN, 0, 1e-6);
  near(headed(turn, 15) ?? NaN, 90, 1e-6);
  near(headed(turn, 25) ?? NaN, 180, 1e-6);
});

Deno.test("a vehicle that waits points where it will go, at the end where it came from", () => {
  const waits = made([[0, 8, 47], [20, 8, 47], [30, 8.1, 47], [60, 8.1, 47]]);
  near(headed(waits, 5) ?? NaN, 90, 1e-6);
  near(headed(waits, 50) ?? NaN, 90, 1e-6);
  equal(headed(made([[0, 8, 47], [20, 8, 47]]), 5), null);
});

Deno.test("time may go back, as when the clock is corrected", () => {
  const line = made([[0, 8, 47], [10, 8.1, 47], [20, 8.2, 47]]);
  near(longitudeOf(at(line, 15).x), 8.15, 1e-9);
  near(longitudeOf(at(line, 5).x), 8.05, 1e-9);
});

Deno.test("two points of the same moment make no gap in the numbers", () => {
  const jump = made([[0, 8, 47], [10, 8.1, 47], [10, 8.2, 47], [20, 8.3, 47]]);
  for (let tenths = 0; tenths <= 200; tenths += 1) {
    const { x, y } = at(jump, tenths / 10);
    holdsTrue(Number.isFinite(x) && Number.isFinite(y), `a place at ${tenths / 10} s`);
  }
});
