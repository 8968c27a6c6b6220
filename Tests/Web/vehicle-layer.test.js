import { Fleet } from "../../Web/app/live/fleet.js";
import { ahead, shiftBetween } from "../../Web/app/map/camera.js";
import { VehicleLayer } from "../../Web/app/map/vehicle-layer.js";
import { equal, holdsTrue, vehicle } from "./support.js";

/** @import { Camera } from "../../Web/app/map/camera.js" */

/** @type {Camera} */
const START = { longitude: 8.3, latitude: 47.2, zoom: 12, bearing: 0, width: 390, height: 844 };
/** At zoom 12. */
const DEGREES_A_PIXEL = 360 / (512 * 2 ** 12);

/** A canvas that only counts what is drawn on it. */
class CountingCanvas {
  constructor() {
    this.width = 0;
    this.height = 0;
    this.drawn = 0;
    this.cleared = 0;
    this.style = { transform: "", setProperty: () => {} };
    const skipped = () => {};
    const own = /** @type {Record<string, () => unknown>} */ ({
      drawImage: () => this.drawn += 1, clearRect: () => this.cleared += 1, measureText: () => ({ width: 8 }),
    });
    this.context = new Proxy(own, { get: (_, name) => own[String(name)] ?? skipped, set: () => true });
  }

  getContext() {
    return this.context;
  }
}

/** A layer with vehicles that do not overlap, whose clock advances by a millisecond each time it is read.
 * @param {number} count of the vehicles
 * @param {(scene: {seen: CountingCanvas, hidden: CountingCanvas[], due: (() => void)[]}, layer: VehicleLayer, move: (pixels: number) => void) => void} check */
function withLayer(count, check) {
  const before = { document: globalThis.document, OffscreenCanvas: globalThis.OffscreenCanvas, HTMLCanvasElement: globalThis.HTMLCanvasElement,
    setTimeout: globalThis.setTimeout, requestAnimationFrame: globalThis.requestAnimationFrame };
  /** @type {(() => void)[]} */
  const due = [];
  const later = (/** @type {() => void} */ call) => due.push(call);
  const hidden = /** @type {CountingCanvas[]} */ ([]);
  const world = /** @type {any} */ (globalThis);
  world.HTMLCanvasElement = CountingCanvas;
  world.OffscreenCanvas = undefined;
  world.document = { createElement: () => (hidden.push(new CountingCanvas()), hidden.at(-1)) };
  world.matchMedia = () => ({ matches: false });
  world.setTimeout = world.requestAnimationFrame = later;
  try {
    const fleet = new Fleet();
    const vehicles = Array.from({ length: count }, (_, index) => vehicle({
      id: `${index}`, updatedAt: 0,
      path: [[0, START.longitude + (index % 60 - 30) * 6 * DEGREES_A_PIXEL, START.latitude + (Math.floor(index / 60) - 25) * 5 * DEGREES_A_PIXEL]],
    }));
    fleet.apply({ asOf: 0, reset: true, vehicles, removed: [] }, { now: 0, steady: 0, blend: false });
    const seen = new CountingCanvas();
    let time = 0, camera = START;
    const settings = { values: { theme: "light", vehicles: null, predictions: true, hiddenRoutes: [] } };
    const layer = new VehicleLayer(/** @type {any} */ ({
      canvas: seen, fleet, settings, camera: () => camera, clock: { now: () => 0, speed: 1 }, steady: () => time += 1,
      names: () => () => false, isMoving: () => true, onDrawn: () => {},
    }));
    check({ seen, hidden, due }, layer, (pixels) => camera = { ...camera, longitude: camera.longitude + pixels * DEGREES_A_PIXEL });
  } finally {
    Object.assign(world, before);
    delete world.matchMedia;
  }
}

Deno.test("a map that moves a little moves its picture", () => {
  withLayer(3000, ({ seen }, layer, move) => {
    layer.draw();
    const { drawn } = seen;
    holdsTrue(drawn === 3000, `${drawn} dots`);
    move(20);
    layer.follow();
    equal([seen.style.transform.startsWith("translate(-20.00px, 0.00px)"), seen.drawn], [true, drawn]);
  });
});

Deno.test("a moving map paints the next picture in many frames, and shows it when it is complete", () => {
  withLayer(3000, ({ seen, hidden }, layer, move) => {
    layer.draw();
    const sprites = hidden.length;
    const { drawn, cleared } = seen;
    let frames = 0;
    move(61);
    while (seen.cleared === cleared && frames < 100) {
      const painted = hidden[sprites]?.drawn ?? 0;
      layer.follow();
      frames += 1;
      holdsTrue((hidden[sprites]?.drawn ?? 0) - painted < 800, "a frame paints a part");
      if (seen.cleared === cleared) equal([seen.drawn, seen.style.transform.startsWith("translate(-61.00px")], [drawn, true]);
    }
    holdsTrue(frames > 4 && frames < 100, `${frames} frames`);
    // The new picture as a whole, of a view that is ahead of the map.
    equal([hidden.length - sprites, hidden[sprites].drawn, seen.drawn], [1, 3000, drawn + 1]);
    equal(seen.style.transform.startsWith("translate(45.75px"), true, seen.style.transform);
  });
});

Deno.test("a frame in which the map itself took long paints less, and the copy of the picture has a frame to itself", () => {
  withLayer(3000, ({ seen, hidden }, layer, move) => {
    layer.draw();
    const { cleared } = seen;
    const sprites = hidden.length;
    move(61);
    const frames = (/** @type {number|undefined} */ begun) => {
      let count = 0, painted = 0, before = 0;
      while (seen.cleared === cleared + made && count < 200) {
        before = painted;
        layer.follow(begun);
        painted = hidden[sprites]?.drawn ?? 0;
        count += 1;
      }
      made += 1;
      equal(painted, before);
      return count;
    };
    let made = 0;
    const quick = frames(undefined);
    layer.draw();
    made += 1;
    move(61);
    holdsTrue(frames(-1000) > quick, `more than ${quick} frames`);
  });
});

Deno.test("under a finger that rests, vehicles go on though the map draws no frames", () => {
  withLayer(3000, ({ seen, due }, layer) => {
    layer.draw();
    layer.selected = "7";
    const { drawn, cleared } = seen;
    layer.start();
    for (let calls = 0; calls < 100 && seen.cleared === cleared; calls += 1) {
      equal(due.length, 1);
      due.shift()?.();
    }
    equal([seen.cleared, seen.drawn], [cleared + 1, drawn + 1]);
    layer.stop();
  });
});

Deno.test("a picture at once takes the place of one that is not complete", () => {
  withLayer(3000, ({ seen }, layer, move) => {
    layer.draw();
    move(61);
    layer.follow();
    const { drawn } = seen;
    layer.draw();
    equal([seen.style.transform, seen.drawn], ["", drawn + 3000]);
    move(5);
    layer.follow();
    equal([seen.style.transform.startsWith("translate(-5.00px"), seen.drawn], [true, drawn + 3000]);
  });
});

Deno.test("a tap finds the vehicle that is under it", () => {
  withLayer(3000, (_, layer) => {
    layer.draw();
    const [one] = layer.shown;
    equal(layer.hit(one.x + 1, one.y), one.id);
    equal(layer.hit(-500, -500), null);
  });
});

Deno.test("the view of the next picture is further on in the same direction", () => {
  const camera = { ...START, longitude: START.longitude + 40 * DEGREES_A_PIXEL };
  const shift = shiftBetween(ahead(START, camera), camera);
  holdsTrue(Math.abs(shift.x - 30) < 1e-6 && Math.abs(shift.y) < 1e-6, JSON.stringify(shift));
  equal(ahead(camera, camera), camera);
});
