import {
  bboxParameter,
  boxAround,
  contains,
  holds,
  latitudeOf,
  longitudeOf,
  mercatorX,
  mercatorY,
  metresPerUnit,
  padded,
  serves,
} from "../../Web/app/geometry.js";
import { equal, near } from "./support.js";

const box = { west: 8, south: 47, east: 8.2, north: 47.1 };

Deno.test("Mercator goes there and back", () => {
  for (const [longitude, latitude] of [[8.54, 47.37], [-70.6, -33.4], [0, 0], [179.9, 80]]) {
    near(longitudeOf(mercatorX(longitude)), longitude, 1e-9);
    near(latitudeOf(mercatorY(latitude)), latitude, 1e-9);
  }
  near(mercatorY(85.0511287798), 0, 1e-9);
});

Deno.test("a unit of Mercator is the circle of latitude", () => {
  near(metresPerUnit(0), 40_075_017, 1);
  near(metresPerUnit(60), 20_037_508, 1);
});

Deno.test("padding grows every side and stays on the globe", () => {
  const grown = padded(box, 0.5);
  near(grown.west, 7.9, 1e-9);
  near(grown.east, 8.3, 1e-9);
  near(grown.south, 46.95, 1e-9);
  near(grown.north, 47.15, 1e-9);
  equal(padded({ west: -179, south: -84, east: 179, north: 84 }, 1), {
    west: -180, south: -85, east: 180, north: 85,
  });
});

Deno.test("a box contains itself and what is smaller, not what sticks out", () => {
  equal(contains(padded(box, 0.1), box), true);
  equal(contains(box, box), true);
  equal(contains(box, { ...box, east: 8.21 }), false);
  equal(holds(box, 8.1, 47.05), true);
  equal(holds(box, 8.3, 47.05), false);
});

Deno.test("a stream is kept while the view is inside its box and the box is not far too large", () => {
  const open = padded(box, 0.5);
  equal(serves(open, box), true);
  equal(serves(open, { west: 8.05, south: 47.02, east: 8.15, north: 47.08 }), true);
  equal(serves(open, { ...box, east: 8.4 }), false, "left the box");
  equal(serves(open, { west: 8.1, south: 47.05, east: 8.11, north: 47.06 }), false, "far too large");
  equal(serves(null, null), true);
  equal(serves(open, null), false);
});

Deno.test("the API's parameter is west, south, east, north", () => {
  equal(bboxParameter(box), "8.000000,47.000000,8.200000,47.100000");
});

Deno.test("the box round points", () => {
  equal(boxAround([]), null);
  equal(boxAround([[8.2, 47], [8, 47.1]]), box);
});
