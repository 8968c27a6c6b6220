import { loadParts, Speaker } from "../../Web/app/i18n.js";
import { homeAndWork, keepAs, ownNameOf } from "../../Web/app/rider/home-and-work.js";
import { chosenOf, detailOf, highlightsOf, knownPlaces, nameOf, nearestNamed } from "../../Web/app/search/found-places.js";
import { RecentPlaces, isKnownHere, rememberOwnPlace } from "../../Web/app/search/places.js";
import { equal } from "./support.js";

/** @import { Context } from "../../Web/app/context.js" */
/** @import { FoundPlace } from "../../Web/app/search/wire.js" */

/** A browser's storage, in memory. */
function store() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
}

/** @param {Partial<FoundPlace>} more
 * @returns {FoundPlace} */
const place = (more) => ({ kind: "address", name: "12 High Street", latitude: 51.5, longitude: -3, match: "exact", ...more });
const speaker = new Speaker("en", "en-GB-u-ms-metric", await loadParts("en", ["streets", "pages"]));

Deno.test("home and work are kept on the device, each once, until they are forgotten", () => {
  const memory = store();
  const home = { value: "51.50000,-3.00000", name: "12 High Street", modes: [], isAddress: true, detail: "Newport" };
  equal(homeAndWork(memory), {});
  equal([keepAs("home", home, memory), keepAs("work", { value: "stop:1", name: "Market", modes: ["bus"] }, memory)], [true, true]);
  equal(homeAndWork(memory), { home: { value: home.value, name: home.name, modes: [], detail: "Newport" },
    work: { value: "stop:1", name: "Market", modes: ["bus"] } });
  equal([ownNameOf(home.value, speaker, memory), ownNameOf("stop:1", speaker, memory), ownNameOf("stop:2", speaker, memory)],
    ["Home", "Work", undefined]);
  keepAs("home", null, memory);
  equal(Object.keys(homeAndWork(memory)), ["work"]);
  keepAs("work", null, memory);
  equal(memory.kept.size, 0);
});

Deno.test("an invalid home is ignored, and a storage that is full or forbidden is reported", () => {
  const memory = store();
  for (const text of ["", "{", "null", "[]", '{"home": {"value": "", "name": "A"}}', '{"home": 3, "work": {"value": 1, "name": "B"}}']) {
    memory.kept.set("takt.homeAndWork", text);
    equal(homeAndWork(memory), {}, text);
  }
  const home = { value: "a", name: "A", modes: [] };
  equal(keepAs("home", home, { ...store(), setItem: () => { throw new Error("full"); } }), false);
  equal([keepAs("home", home, null), homeAndWork(null)], [false, {}]);
});

Deno.test("a stop that was found is asked for by its id, all else by where it is", () => {
  equal(chosenOf(place({ kind: "stop", id: "s1", name: "Market" }), speaker), { value: "s1", name: "Market", modes: [] });
  equal(chosenOf(place({ district: "Baneswell", locality: "Newport" }), speaker),
    { value: "51.50000,-3.00000", name: "12 High Street", modes: [], isAddress: true, detail: "Baneswell, Newport" });
  equal(chosenOf(place({ kind: "locality", name: "Newport", locality: "Newport" }), speaker).detail, undefined);
});

Deno.test("a place is described by its kind and where it is, and an unknown house number is mentioned", () => {
  const detail = (/** @type {Partial<FoundPlace>} */ more) => detailOf(place(more), speaker);
  equal(detail({ kind: "stop" }), "");
  equal(detail({ district: "Baneswell", locality: "Newport" }), "Address · Baneswell, Newport");
  equal(detail({ kind: "locality", name: "Stow Hill", district: "Stow Hill", locality: "Newport" }), "Area · Newport");
  equal(detail({ kind: "poi" }), "Place");
  equal(detail({ kind: "street", match: "number-unknown", locality: "Newport" }), "Street · Newport · number not known");
});

Deno.test("a place without a name is called after what it is, with its street", () => {
  const toilets = place({ kind: "poi", name: "toilets", category: "toilets", street: "High Street", locality: "Newport" });
  equal(nameOf(toilets, speaker), "Toilets");
  equal(detailOf(toilets, speaker), "High Street, Newport");
  equal(chosenOf(toilets, speaker).name, "Toilets");
  equal(nameOf(place({ kind: "poi", name: "toilets", category: "pub" }), speaker), "toilets");
  equal(nameOf(place({ kind: "poi", name: "cafe", category: "cafe" }), speaker), "cafe");
});

Deno.test("typed letters are marked where they begin a word, also without accents", () => {
  equal(highlightsOf("Stow Hill Car Park", "stow hi"), [[0, 4], [5, 7]]);
  equal(highlightsOf("12a High Street", "high st, 12"), [[0, 2], [4, 8], [9, 11]]);
  equal(highlightsOf("Café Zoë", "cafe zoe"), [[0, 4], [5, 8]]);
  equal(highlightsOf("Hill", "ill"), []);
});

Deno.test("a point is near an address, else a street, else what is there, and near nothing that is far", () => {
  const stop = place({ kind: "stop", name: "Market", distanceMetres: 5 });
  const street = place({ kind: "street", name: "Mill Lane", distanceMetres: 20 });
  const [near, far] = [30, 300].map((distanceMetres) => place({ distanceMetres }));
  equal(nearestNamed([stop, far, street, near])?.name, "12 High Street");
  equal(nearestNamed([stop, far, street])?.name, "Mill Lane");
  equal(nearestNamed([stop, far])?.name, "Market");
  equal(nearestNamed([far]), undefined);
});

Deno.test("without a network a name is looked for among what the device keeps, each once", () => {
  const recent = new RecentPlaces(store());
  recent.add({ value: "51.50000,-3.00000", name: "12 High Street", modes: [], isAddress: true, detail: "Newport" });
  recent.add({ value: "s1", name: "Bahnhof Süd", modes: [] });
  const ends = { from: { name: "Südplatz", stop: "s2" }, to: { name: "Bahnhof Süd", stop: "s1" }, vias: [{ name: "Süden" }] };
  const context = /** @type {Context} */ (/** @type {unknown} */ ({ speaker, saved: { connections: [ends] } }));
  const found = (/** @type {string} */ text) => knownPlaces(text, { context, recent }).map(({ value }) => value);
  equal(found("sud"), ["s1", "s2"]);
  equal(found("newport hi"), ["51.50000,-3.00000"]);
  equal(found("north"), []);
});

Deno.test("a connection is kept where its ends are known here anyway, and never from where the rider was", () => {
  const memory = store();
  const here = { latitude: 51.6, longitude: -3.1 };
  equal([isKnownHere(here, memory), isKnownHere({}, memory)], [false, false]);
  new RecentPlaces(memory).add({ value: "51.60000,-3.10000", name: "Mill", modes: [], isAddress: true });
  equal(isKnownHere(here, memory), true);
  rememberOwnPlace("51.60000,-3.10000");
  equal(isKnownHere(here, memory), false);
});
