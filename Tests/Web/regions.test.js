import { OutsideRegion, Refusal } from "../../Web/app/ask.js";
import { Answers } from "../../Web/app/pocket/answers.js";
import { keptNetwork, noteKept, offerOf, regionalOffers } from "../../Web/app/pocket/record.js";
import { offerOfRegion, suggestedRegion } from "../../Web/app/pocket/regions.js";
import { file, keptFile, offering } from "./pocket-world.js";
import { memory } from "./rider-server.js";
import { equal } from "./support.js";

/** @import { EngineHost } from "../../Web/app/pocket/engine-host.js" */
/** @import { EngineAnswer, Offer, Region } from "../../Web/app/pocket/wire.js" */

/** @type {Region} */
const HERE = { name: "Markt", latitude: 47, longitude: 8, radiusMetres: 40_000 };
/** Fifty kilometres north.
 * @type {Region} */
const THERE = { ...HERE, name: "Nord", latitude: 47.45 };
const INSIDE = { latitude: 47.1, longitude: 8 };
const BEYOND = { latitude: 47.4, longitude: 8 };
const OFFLINE = new TypeError("no network");

/** A device that keeps a region, with an engine that says the same to everything.
 * @param {EngineAnswer} answer
 * @param {any} [server] what the server says, or an error */
function device(answer, server = { by: "server" }) {
  /** @type {string[]} */
  const asked = [];
  const host = /** @type {EngineHost} */ (/** @type {unknown} */ ({
    isUsable: true,
    get: () => {
      asked.push("phone");
      return Promise.resolve(answer);
    },
  }));
  const answers = new Answers({
    host, kept: () => keptFile({ region: HERE }), place: () => "phone", now: () => Date.parse("2026-05-05T08:00:00Z"),
    timeZone: () => "Europe/Zurich", isCurrent: () => true, isOutdated: () => false, answered: () => {},
  });
  /** @param {any} error */
  const name = (error) => error instanceof OutsideRegion ? `outside ${error.region}` : error instanceof Refusal ? error.kind : error.message;
  return async (/** @type {string} */ path) => {
    asked.length = 0;
    const by = await answers.ask({ path, server: () => {
      asked.push("server");
      return server instanceof Error ? Promise.reject(server) : Promise.resolve(server);
    } }).then((answer) => answer.by ?? "", name);
    return [by, ...asked];
  };
}

/** @param {object} body
 * @returns {EngineAnswer} */
function answerWith(body) {
  return { status: 200, body: { by: "phone", ...body } };
}

Deno.test("within the kept region the server is not asked", async () => {
  const walk = { kind: "walk", from: INSIDE, to: INSIDE };
  const ride = { kind: "ride", from: { stop: INSIDE }, to: { stop: INSIDE } };
  for (const [path, body] of /** @type {[string, object][]} */ ([
    ["/connections?from=a&to=b", { origin: INSIDE, destination: INSIDE }], ["/connections/c1", { connection: { legs: [walk, ride] } }],
    ["/stops/a/departures", { stop: INSIDE }], ["/stops/a/lines", { stop: INSIDE }], ["/stops/a", INSIDE],
    ["/stops/nearby?at=47.1,8.0", { stops: [] }], ["/stops/search?q=x", { stops: [] }], ["/routes/t1", {}],
    ["/routes/t1/timetable?date=2026-05-06", {}], ["/trips/t?date=2026-05-06", {}],
  ])) equal(await device(answerWith(body))(path), ["phone", "phone"], path);
});

Deno.test("a question that leads beyond the region goes to the server, and is outside the region without one", async () => {
  for (const [path, body] of /** @type {[string, object][]} */ ([
    ["/connections?from=a&to=b", { origin: INSIDE, destination: BEYOND }], ["/connections?from=a&to=b", { origin: BEYOND, destination: INSIDE }],
    ["/connections/c1", { connection: { legs: [{ kind: "ride", from: { stop: INSIDE }, to: { stop: BEYOND } }] } }],
    ["/connections/c1", { next: [] }], ["/stops/a/departures", { stop: BEYOND }], ["/stops/a", BEYOND],
    ["/stops/a", { name: "without a place" }], ["/stops/nearby?at=47.4,8.0", { stops: [] }],
  ])) {
    equal(await device(answerWith(body))(path), ["server", "phone", "server"], path);
    equal(await device(answerWith(body), OFFLINE)(path), ["outside Markt", "phone", "server"], path);
  }
});

Deno.test("a stop that the region does not have is asked of the server", async () => {
  for (const kind of ["unknown-place", "not-found"]) {
    const refused = { status: 404, body: { type: `/problems/${kind}` } };
    equal(await device(refused)("/connections?from=a&to=b"), ["server", "phone", "server"]);
    equal(await device(refused, OFFLINE)("/connections?from=a&to=b"), ["outside Markt", "phone", "server"]);
    equal(await device(refused, new Refusal("", 404, refused.body))("/connections?from=a&to=b"), [kind, "phone", "server"]);
  }
});

Deno.test("a connection that the region does not have may be the server's", async () => {
  const refused = { status: 404, body: { type: "/problems/no-connection" } };
  equal(await device(refused)("/connections?from=a&to=b"), ["server", "phone", "server"]);
  equal(await device(refused, OFFLINE)("/connections?from=a&to=b"), ["no-connection", "phone", "server"]);
});

Deno.test("lists of the whole network, and stops on the way, are the server's, and else the region's", async () => {
  for (const path of ["/routes", "/routes.geojson?sideBySide=true", "/stops?bbox=1,2,3,4", "/connections?from=a&to=b&via=c"]) {
    equal(await device(answerWith({}))(path), ["server", "server"], path);
    equal(await device(answerWith({}), OFFLINE)(path), ["phone", "server", "phone"], path);
  }
});

/** The offers of a whole network and of two regions.
 * @returns {Promise<Offer[]>} */
async function offers() {
  const [whole, here, there] = await Promise.all([1, 2, 3].map((seed) => offering(file(seed))));
  return [whole, { ...here, region: HERE }, { ...there, region: THERE }];
}

Deno.test("a rider is suggested the region that has all saved places", async () => {
  const all = await offers();
  equal(suggestedRegion(all, []), null, "nothing is known of the rider");
  equal(suggestedRegion(all, [INSIDE, HERE])?.name, "Markt");
  equal(suggestedRegion(all, [BEYOND])?.name, "Nord");
  equal(suggestedRegion(all, [HERE, THERE]), null, "no region has both");
  equal(suggestedRegion(all.slice(0, 1), [INSIDE]), null);
});

Deno.test("a newer network's region is the one around the same place", async () => {
  const all = await offers();
  equal(offerOfRegion(all, HERE)?.region?.name, "Markt");
  equal(offerOfRegion(all, { ...HERE, latitude: 47.3 })?.region?.name, "Nord", "the nearest centre");
  equal(offerOfRegion(all, { ...HERE, latitude: 49 }), null);
});

Deno.test("the server's regions are read as offers of their own, and odd ones left out", async () => {
  const [whole, { region, ...here }] = await offers();
  const { firstDay: _first, lastDay: _last, ...offered } = here;
  const regions = [{ ...offered, ...region }, { ...offered, ...region, name: 3 }, { ...offered, ...region, bytes: 0 }, { ...offered }, null];
  const network = /** @type {any} */ ({ phone: { ...whole, regions } });
  equal(regionalOffers(network).map((offer) => [offer.digest, offer.firstDay, offer.region]), [[here.digest, whole.firstDay, HERE]]);
  equal(offerOf(network)?.region, undefined);
  for (const odd of [undefined, "none", {}]) equal(regionalOffers(/** @type {any} */ ({ phone: { ...whole, regions: odd } })), []);
  equal(regionalOffers(null), []);
});

Deno.test("which region is kept is stored, and an odd one is none", () => {
  const store = memory();
  noteKept(store, keptFile({ region: HERE }));
  equal(keptNetwork(store)?.region, HERE);
  noteKept(store, keptFile({ region: /** @type {any} */ ({ ...HERE, radiusMetres: "far" }) }));
  equal(keptNetwork(store)?.region, undefined);
});
