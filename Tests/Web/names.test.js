import { namesIn } from "../../Web/app/map/names.js";
import { equal } from "./support.js";

/** @import { Camera } from "../../Web/app/map/camera.js" */

/** @type {Camera} */
const view = { longitude: 8.3, latitude: 47.2, zoom: 12, bearing: 0, width: 390, height: 844 };
/** At zoom 12. */
const DEGREES_A_PIXEL = 360 / (512 * 2 ** 12);
/** The margin around the view, in pixels, in which MapLibre counts boxes too. */
const PADDING = 100;

/** As MapLibre keeps the names that it has placed: boxes, and where each comes from.
 * @param {[string, number, number, number, number][]} names layer, left, top, right, bottom in pixels of the view */
function map(names) {
  return {
    style: {
      placement: {
        transform: { center: { lng: view.longitude, lat: view.latitude }, zoom: view.zoom, bearing: view.bearing },
        collisionIndex: {
          grid: {
            boxKeys: names.map((_, index) => ({ bucketInstanceId: index })),
            bboxes: names.flatMap(([, ...box]) => box.map((each) => each + PADDING)),
          },
        },
        retainedQueryData: names.map(([layer]) => ({ bucketIndex: 1, featureIndex: { bucketLayerIDs: [["streets-major"], [layer]] } })),
      },
    },
  };
}

Deno.test("a name is where the map has placed it, and not beside", () => {
  const isNamed = namesIn(map([["stop-names", 120, 240, 180, 252]]), view);
  equal([isNamed(150, 246, 150, 246), isNamed(100, 230, 125, 245), isNamed(0, 0, 390, 844)], [true, true, true]);
  equal([isNamed(150, 262, 150, 262), isNamed(190, 246, 300, 246), isNamed(100, 200, 200, 230)], [false, false, false]);
});

Deno.test("names of streets and shops are left to the vehicles", () => {
  const isNamed = namesIn(map([["streets-minor-names", 120, 240, 180, 252]]), view);
  equal(isNamed(0, 0, 390, 844), false);
});

Deno.test("before the map has placed any name there is none", () => {
  equal(namesIn({ style: {} }, view)(0, 0, 390, 844), false);
});

Deno.test("while the map moves, names move with it and keep their size", () => {
  const placed = map([["stop-names", 120, 240, 180, 252]]);
  const east = namesIn(placed, { ...view, longitude: view.longitude + 60 * DEGREES_A_PIXEL });
  equal([east(90, 246, 90, 246), east(150, 246, 150, 246)], [true, false]);
  // Its middle is 45 pixels left of the map's and 176 above.
  const near = namesIn(placed, { ...view, zoom: 13 });
  equal([near(105, 70, 105, 70), near(80, 70, 130, 70), near(150, 246, 150, 246)], [true, true, false]);
  equal([near(60, 70, 70, 70), near(140, 70, 150, 70)], [false, false]);
  const turned = namesIn(placed, { ...view, bearing: 180 });
  equal([turned(240, 598, 240, 598), turned(150, 246, 150, 246)], [true, false]);
});

Deno.test("a name beyond the edge takes nothing from the view", () => {
  const isNamed = namesIn(map([["stop-names", -80, 240, -20, 252], ["stop-names", 400, 300, 460, 312], ["stop-names", 100, 850, 160, 862],
    ["stop-names", 100, -40, 160, -28]]), view);
  equal(isNamed(0, 0, 390, 844), false);
  equal(namesIn(map([["stop-names", -20, 240, 20, 252]]), view)(10, 246, 10, 246), true);
});
