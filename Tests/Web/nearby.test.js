import { NearbyStops } from "../../Web/app/search/nearby.js";
import { coordinateName, coordinateValue, RecentPlaces, rememberNearName, rememberOwnPlace } from "../../Web/app/search/places.js";
import { findLocation } from "../../Web/app/map/location.js";
import { equal } from "./support.js";

/** A rider at a place, with a browser that allows it or not. */
function rider() {
  const state = {
    isAllowed: true,
    time: 0,
    /** @type {string[]} */
    asked: [],
    located: 0,
    fails: false,
  };
  const nearby = new NearbyStops({
    isAllowed: () => Promise.resolve(state.isAllowed),
    steady: () => state.time,
    find: () => {
      state.located += 1;
      return Promise.resolve({ latitude: 47.1234567, longitude: 8.5 });
    },
    ask: (path) => {
      state.asked.push(path);
      if (state.fails) return Promise.reject(new Error("away"));
      return Promise.resolve({ stops: [{ id: "a", name: "A" }] });
    },
  });
  return { state, nearby };
}

Deno.test("stops nearby are offered where the rider has allowed it, and nobody is asked", async () => {
  const { state, nearby } = rider();
  state.isAllowed = false;
  await nearby.refresh();
  equal([nearby.stops, state.located, state.asked], [[], 0, []]);
  state.isAllowed = true;
  await nearby.refresh();
  equal(nearby.stops.map(({ id }) => id), ["a"]);
  // What is typed is looked for around there, to a hundred metres.
  equal(nearby.near, "47.123,8.500");
  equal(nearby.here, "47.12346,8.50000");
  equal(state.asked, ["/stops/nearby?at=47.12346,8.50000&radius=2000&limit=3"]);
});

Deno.test("where a rider was minutes ago is not nearby, and what fails is not said", async () => {
  const { state, nearby } = rider();
  await nearby.refresh();
  state.time = 121_000;
  equal([nearby.stops, nearby.here], [[], ""]);
  state.fails = true;
  await nearby.refresh();
  equal(nearby.stops, []);
});

Deno.test("a coordinate is called as its address, one's own place as such, else by its numbers", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const recent = new RecentPlaces({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  const [address, own, other] = [1, 2, 3].map((latitude) => ({ latitude, longitude: 8.123456 }));
  recent.add({ value: coordinateValue(address), name: "Hafenstrasse 1", modes: [], isAddress: true });
  recent.add({ value: coordinateValue(own), name: "My location", modes: [] });
  rememberOwnPlace(coordinateValue(own));
  const names = [address, own, other].map((each) => coordinateName(each, "My location", recent));
  equal(names, ["Hafenstrasse 1", "My location", "3.0000, 8.1235"]);
  equal(recent.all().length, 1);
  rememberNearName(other, "Near Hafenstrasse 7");
  equal(coordinateName(other, "My location", recent), "Near Hafenstrasse 7", "once the server said what is there");
});

Deno.test("a browser that never answers where the rider is ends the search for it", async () => {
  const before = Object.getOwnPropertyDescriptor(navigator, "geolocation");
  const [isSecure, secure] = ["isSecureContext", globalThis.isSecureContext];
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition: () => {} } });
  Object.defineProperty(globalThis, isSecure, { configurable: true, value: true });
  try {
    equal(await findLocation(0).catch((key) => key), "map.locationFailed");
  } finally {
    if (before === undefined) delete (/** @type {any} */ (navigator)).geolocation;
    else Object.defineProperty(navigator, "geolocation", before);
    Object.defineProperty(globalThis, isSecure, { configurable: true, value: secure });
  }
});
