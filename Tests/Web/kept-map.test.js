import { isPartOf, keptMap, tilesNow, writeKeptMap } from "../../Web/app/map/kept-map.js";
import { size, townIn } from "../../Web/app/keep/keep-part.js";
import { equal, near } from "./support.js";

const TEMPLATE = "/api/v1/tiles/{z}/{x}/{y}?v=a";
const BOX = { west: 8.29, south: 47.19, east: 8.34, north: 47.22 };
const KEPT = { template: TEMPLATE, box: BOX, tiles: 9, bytes: 1000, at: 5, whole: true };

/** A storage of a device. */
function memory() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

Deno.test("the stored state of the map is read back, and an invalid one is ignored", () => {
  const store = memory();
  equal(keptMap(store), null);
  writeKeptMap(KEPT, store);
  equal(keptMap(store), KEPT);
  for (const wrong of ["{", "1", JSON.stringify({ ...KEPT, box: { west: 8 } }), JSON.stringify({ ...KEPT, tiles: "9" })]) {
    store.setItem("takt.keptMap", wrong);
    equal(keptMap(store), null, wrong);
  }
  writeKeptMap(null, store);
  equal([keptMap(store), keptMap(null)], [null, null]);
});

Deno.test("the tiles are the server's while it answers, and those of the kept map where it does not", () => {
  const network = { streets: { tiles: "/api/v1/tiles/{z}/{x}/{y}?v=b" } };
  equal(tilesNow({ network, storedAt: null }, KEPT), network.streets.tiles);
  equal(tilesNow({ network, storedAt: 1 }, KEPT), TEMPLATE);
  // What has come in part only would leave holes.
  equal(tilesNow({ network, storedAt: 1 }, { ...KEPT, whole: false }), network.streets.tiles);
  equal(tilesNow({ network, storedAt: 1 }, null), network.streets.tiles);
  equal(tilesNow({ network: { streets: undefined }, storedAt: 1 }, KEPT), undefined);
});

Deno.test("a tile belongs to a kept map by its version and by where it is, at any zoom", () => {
  for (const address of ["0/0/0", "10/535/359", "14/8569/5747", "14/8571/5749"]) {
    equal(isPartOf(`/api/v1/tiles/${address}?v=a`, KEPT), true, address);
  }
  for (const address of ["14/8560/5748?v=a", "14/8569/5700?v=a", "14/8569/5748?v=b", "14/8569?v=a", "a/b/c?v=a", "1/2/3/4?v=a"]) {
    equal(isPartOf(`/api/v1/tiles/${address}`, KEPT), false, address);
  }
});

Deno.test("the town's centre is the middle of the network, and no larger than a town", () => {
  near(townIn(BOX).west, BOX.west, 1e-9);
  near(townIn(BOX).north, BOX.north, 1e-9);
  const country = townIn({ west: 6, south: 46, east: 10, north: 48 });
  near(country.north - country.south, 0.27, 1e-9);
  near((country.north + country.south) / 2, 47, 1e-9);
  // As wide as it is high, in metres.
  near((country.east - country.west) * Math.cos(47 * Math.PI / 180), 0.27, 1e-9);
});

Deno.test("a size has a digit behind the point where it is small, and is never nothing", () => {
  equal([size(2_140_000, "en-GB"), size(31_900_000, "en-GB"), size(900, "en-GB")], ["2.1 MB", "32 MB", "0.1 MB"]);
});
