import { asTransform, covers, projection, shiftBetween } from "../../Web/app/map/camera.js";
import { mercatorX, mercatorY } from "../../Web/app/geometry.js";
import { badgeText, inSight, withRoom } from "../../Web/app/map/room.js";
import { equal, holdsTrue } from "./support.js";

/** @typedef {import("../../Web/app/map/camera.js").Camera} Camera */

/** @type {Camera} */
const view = { longitude: 8.3, latitude: 47.2, zoom: 12, bearing: 0, width: 390, height: 844 };

/** Where a place is in a view, in pixels from its middle.
 * @param {Camera} camera
 * @param {number} longitude
 * @param {number} latitude */
function placed(camera, longitude, latitude) {
  const { centreX, centreY, cosine, sine } = projection(camera);
  const east = mercatorX(longitude) - centreX;
  const south = mercatorY(latitude) - centreY;
  return { x: east * cosine - south * sine, y: east * sine + south * cosine };
}

Deno.test("a picture that is moved with the map has every place where the map has it", () => {
  const later = { ...view, longitude: 8.302, latitude: 47.1985, zoom: 12.2, bearing: 5 };
  const shift = shiftBetween(view, later);
  for (const [longitude, latitude] of [[8.3, 47.2], [8.31, 47.19], [8.25, 47.23]]) {
    const before = placed(view, longitude, latitude);
    const now = placed(later, longitude, latitude);
    // As CSS does: enlarged, turned, moved.
    const [sine, cosine] = [Math.sin(shift.turn), Math.cos(shift.turn)];
    const x = shift.scale * (before.x * cosine - before.y * sine) + shift.x;
    const y = shift.scale * (before.x * sine + before.y * cosine) + shift.y;
    holdsTrue(Math.abs(x - now.x) < 1e-6 && Math.abs(y - now.y) < 1e-6, JSON.stringify([x, y, now]));
  }
});

Deno.test("a picture does for a view until the map shows what was not drawn, or badges were of the wrong size", () => {
  const does = (/** @type {Partial<Camera>} */ change) => {
    const camera = { ...view, ...change };
    return covers(shiftBetween(view, camera), camera, 64);
  };
  // At zoom 12 a pixel is 1.7e-4 degrees.
  equal([does({}), does({ longitude: 8.3 + 50 * 1.7e-4 }), does({ longitude: 8.3 + 70 * 1.7e-4 })], [true, true, false]);
  equal([does({ zoom: 12.2 }), does({ zoom: 12.3 }), does({ zoom: 11.9 }), does({ zoom: 11.7 })], [true, false, true, false]);
  equal([does({ bearing: 1 }), does({ bearing: 3 })], [true, false]);
});

Deno.test("a shift is written as a style understands it", () => {
  equal(asTransform({ x: 3, y: -4.567, turn: 0, scale: 1.1 }), "translate(3.00px, -4.57px) rotate(0.00000rad) scale(1.10000)");
});

Deno.test("of dots that lie on one another the topmost is painted, in the same order", () => {
  const dots = [[10, 10, "a"], [40, 10, "b"], [10.5, 10.5, "c"], [16, 10, "d"], [10.2, 10.9, "e"]]
    .map(([x, y, id]) => ({ x: Number(x), y: Number(y), id }));
  equal(inSight(dots).map(({ id }) => id), ["b", "d", "e"]);
});

Deno.test("a badge on the map has room for a number, and for the beginning of a name", () => {
  equal(["12", "Yellow", "Tram 4 N", "Antioch - SFO", "Limmat Ring", null].map(badgeText),
    ["12", "Yellow", "Tram 4 N", "Antioch…", "Limmat R…", ""]);
});

/** @param {[string, number, number][]} places
 * @returns {any[]} */
const seen = (places) => places.map(([id, x, y]) => ({ id, x, y, late: false, vehicle: { vehicle: { line: "12" } } }));
/** Whether boxes overlap, as the map reports for names. @param {[number, number, number, number][]} names */
const named = (names) => (/** @type {[number, number, number, number]} */ ...[left, top, right, bottom]) =>
  names.some((name) => left < name[2] && right > name[0] && top < name[3] && bottom > name[1]);
const calm = { before: new Map(), selected: null, scale: 1 };

/** Who has room, once all portions were worked on.
 * @param {Parameters<typeof withRoom>} given */
function room(...given) {
  const work = withRoom(...given);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

Deno.test("a badge that would cover a name is moved beside its vehicle, and stays there as long as it can", () => {
  const free = room(seen([["a", 100, 100]]), { ...calm, isNamed: named([]) });
  equal(free.get("a"), { x: 0, y: 0 });
  const right = named([[112, 93, 200, 107]]);
  const beside = room(seen([["a", 100, 100]]), { ...calm, isNamed: right });
  equal(beside.get("a")?.x, 0);
  holdsTrue((beside.get("a")?.y ?? 0) < -15, JSON.stringify(beside.get("a")));
  const below = new Map([["a", { x: 0, y: 30 }]]);
  equal(room(seen([["a", 101, 100]]), { ...calm, before: below, isNamed: right }).get("a"), { x: 0, y: 30 });
});

Deno.test("among names on all sides a vehicle is a dot, but for the one that was chosen", () => {
  const everywhere = named([[0, 0, 400, 400]]);
  equal(room(seen([["a", 100, 100]]), { ...calm, isNamed: everywhere }).size, 0);
  equal([...room(seen([["a", 100, 100]]), { ...calm, selected: "a", isNamed: everywhere })], [["a", { x: 0, y: 0 }]]);
});

Deno.test("a badge that was moved covers no other", () => {
  const places = seen([["a", 100, 100], ["b", 100, 82]]);
  const found = room(places, { ...calm, isNamed: named([[110, 96, 200, 110]]) });
  const boxes = places.flatMap(({ id, x, y }) => {
    const shift = found.get(id);
    return shift === undefined ? [] : [[x + shift.x, y + shift.y]];
  });
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      holdsTrue(Math.abs(one[0] - other[0]) >= 27 || Math.abs(one[1] - other[1]) >= 19, JSON.stringify(boxes));
    }
  }
});
