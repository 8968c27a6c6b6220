import { textIn } from "../../Web/app/alerts.js";
import { wayFeatures } from "../../Web/app/search/way-features.js";
import { shortNamed } from "../../Web/app/search/short-names.js";
import { Speaker, loadCatalogue } from "../../Web/app/i18n.js";
import {
  alertsOf, changesText, isTight, latestArriving, merged, partsOf, shownSeconds, transferText, troubleText,
} from "../../Web/app/search/way.js";
import { progressOf } from "../../Web/app/search/details.js";
import { earlierThanShown, probableSpan, shownTime } from "../../Web/app/times.js";
import { equal } from "./support.js";

/** @import { Event, Ride, Transfer, Walk, Way } from "../../Web/app/search/wire.js" */

const speaker = new Speaker("en", "en", await loadCatalogue("en", ["home", "pages", "riders"]));
const plain = (/** @type {string} */ text) => text.replace(/\s/g, " ");

/** @param {string} clock "08:03"
 * @param {number} [delaySeconds]
 * @returns {Event} */
function at(clock, delaySeconds) {
  const scheduled = `2026-05-04T${clock}:00+02:00`;
  if (delaySeconds === undefined) return { scheduled };
  const moment = Date.parse(scheduled) + delaySeconds * 1000;
  const expected = new Date(moment + 7_200_000).toISOString().slice(0, 19) + "+02:00";
  return { scheduled, expected, delaySeconds };
}

/** @param {string} name
 * @param {Partial<Ride>} [parts]
 * @returns {Ride} */
const ride = (name, parts = {}) => ({
  kind: "ride",
  trip: name,
  serviceDay: "2026-05-04",
  line: { route: name, name, mode: "bus", colour: "#000000", textColour: "#FFFFFF" },
  from: { stop: { id: "a", name: "A" }, departure: at("08:00"), skipped: false },
  to: { stop: { id: "b", name: "B" }, arrival: at("08:10"), skipped: false },
  cancelled: false,
  added: false,
  approximate: false,
  estimated: false,
  staysSeated: false,
  live: false,
  wheelchair: "unknown",
  bicycles: "unknown",
  ...parts,
});

/** @param {number} seconds
 * @returns {Walk} */
const walk = (seconds) => ({
  kind: "walk",
  from: { name: "A" },
  to: { name: "B" },
  departure: "2026-05-04T08:00:00+02:00",
  arrival: "2026-05-04T08:05:00+02:00",
  seconds,
  metres: seconds,
});

/** @param {Transfer["state"]} state
 * @param {number} marginSeconds
 * @returns {Transfer} */
const transfer = (state, marginSeconds) => ({
  from: { name: "B" },
  to: { name: "C" },
  availableSeconds: 100 + marginSeconds,
  neededSeconds: 100,
  marginSeconds,
  state,
});

/** @param {Partial<Way>} parts
 * @returns {Way} */
const way = (parts) => ({
  id: "w",
  departure: at("08:00"),
  arrival: at("08:30"),
  durationSeconds: 1800,
  vehicles: 1,
  walkMetres: 0,
  status: "works",
  live: false,
  legs: [ride("1")],
  transfers: [],
  ...parts,
});

Deno.test("a walk between two rides belongs to the transfer, one at an end is a part of its own", () => {
  const legs = [walk(60), ride("1"), walk(120), ride("2"), ride("3"), walk(30)];
  const transfers = [transfer("easy", 300), transfer("staySeated", 0)];
  const parts = partsOf(way({ legs, transfers })).map((part) =>
    part.kind === "ride" ? `ride ${part.ride.line.name} ${part.index}`
      : part.kind === "walk" ? `walk ${part.walk.seconds}`
      : `${part.transfer.state} ${part.walk?.seconds ?? "-"}`
  );
  equal(parts, [
    "walk 60", "ride 1 0", "easy 120", "ride 2 1", "staySeated -", "ride 3 2", "walk 30",
  ]);
});

Deno.test("changes are counted by vehicles, so that staying seated is none", () => {
  equal(changesText(way({ vehicles: 1 }), speaker), "Direct");
  equal(changesText(way({ vehicles: 2 }), speaker), "1 change");
  equal(changesText(way({ vehicles: 3 }), speaker), "2 changes");
});

Deno.test("only a connection that works can be tight", () => {
  const transfers = [transfer("tight", 60)];
  equal(isTight(way({ transfers })), true);
  equal(isTight(way({ transfers, status: "broken" })), false);
  equal(isTight(way({ transfers: [transfer("easy", 600)] })), false);
});

Deno.test("nobody is promised a minute too many at a transfer", () => {
  const text = (/** @type {Transfer["state"]} */ state, /** @type {number} */ seconds) =>
    plain(transferText(transfer(state, seconds), speaker));
  equal(text("easy", 239), "Transfer, 3 min to spare");
  equal(text("tight", 59), "Tight transfer, 0 min to spare");
  equal(text("broken", -61), "Transfer missed by 2 min");
  equal(text("staySeated", 0), "Stay on board");
});

Deno.test("a problem is described in a sentence of the rider's language", () => {
  const legs = [ride("S1"), ride("7", { to: { stop: { name: "Bad" }, skipped: true } })];
  const broken = way({ legs, transfers: [transfer("broken", -90)] });
  equal(troubleText({ kind: "cancelled", ride: 0, detail: "?" }, broken, speaker), "S1 is cancelled.");
  equal(troubleText({ kind: "skipped", ride: 1, detail: "?" }, broken, speaker), "7 does not stop at Bad.");
  equal(
    plain(troubleText({ kind: "missed", transfer: 0, detail: "?" }, broken, speaker)),
    "The transfer to 7 at C is missed by 2 min.",
  );
  equal(troubleText({ kind: "missed", transfer: 9, detail: "As told." }, broken, speaker), "As told.");
});

Deno.test("pages are joined by departure, and a newer answer takes the place of an older one", () => {
  const early = way({ id: "e", departure: at("07:00"), arrival: at("07:30") });
  const late = way({ id: "l", departure: at("09:00"), arrival: at("09:30") });
  const slow = way({ id: "s", departure: at("07:00"), arrival: at("07:40") });
  const now = way({ id: "l", departure: at("09:00", 300), arrival: at("09:30", 300) });
  const all = merged([late, slow], [early, now]);
  equal(all.map(({ id }) => id), ["e", "s", "l"]);
  equal(all[2].departure.delaySeconds, 300);
});

Deno.test("a departure on time keeps the timetable's minute, a late one does not", () => {
  equal(shownTime(at("08:00", 59)), "2026-05-04T08:00:00+02:00");
  equal(shownTime(at("08:00", 60)), "2026-05-04T08:01:00+02:00");
  equal(shownTime(at("08:00", -120)), "2026-05-04T07:58:00+02:00");
  equal(shownTime({ expected: "2026-05-04T08:07:00+02:00" }), "2026-05-04T08:07:00+02:00");
  equal(shownTime(undefined), "");
});

Deno.test("the length fits the minutes that are shown, also across zones", () => {
  const late = way({
    departure: { scheduled: "2026-05-04T08:00:50+02:00" },
    arrival: { scheduled: "2026-05-04T08:30:10+02:00" },
    durationSeconds: 1760,
  });
  equal(shownSeconds(late), 1800);
  const abroad = { scheduled: "2026-05-04T07:30:00+01:00" };
  equal(shownSeconds(way({ arrival: abroad })), 1800);
});

Deno.test("a message is read in the rider's language, else in one that there is", () => {
  equal(textIn({ de: "Umleitung", en: "Detour" }, "de"), "Umleitung");
  equal(textIn({ de: "Umleitung", en: "Detour" }, "fr"), "Detour");
  equal(textIn({ rm: "Deviaziun" }, "fr"), "Deviaziun");
  equal(textIn({ "de-CH": "Umleitung", en: "Detour" }, "de"), "Umleitung");
  equal(textIn({ FR: "Déviation", en: "Detour" }, "fr"), "Déviation");
  equal(textIn({}, "fr"), "");
  const alerts = [{ id: "1", header: {}, description: {} }, { id: "2", header: {}, description: {} }];
  equal(alertsOf(way({ alerts: ["2"] }), alerts).map(({ id }) => id), ["2"]);
  equal(alertsOf(way({}), alerts), []);
});

Deno.test("the last to arrive in time is the last that works and is there by then", () => {
  const ways = [
    way({ id: "a", arrival: at("08:30") }),
    way({ id: "b", arrival: at("08:50"), departure: at("08:10") }),
    way({ id: "late", arrival: at("08:55", 420), departure: at("08:20") }),
    way({ id: "cancelled", arrival: at("08:58"), departure: at("08:25"), status: "cancelled" }),
    way({ id: "after", arrival: at("09:10"), departure: at("08:40") }),
  ];
  equal(latestArriving(ways, "2026-05-04T09:00")?.id, "b");
  equal(latestArriving(ways, "2026-05-04T09:02")?.id, "late");
  equal(latestArriving(ways, "2026-05-04T08:00"), null);
});

Deno.test("on a ride the next stop is shown by expected times, and not before or after the ride", () => {
  const call = (/** @type {string} */ name, /** @type {string} */ clock, skipped = false) =>
    ({ stop: { id: name, name }, departure: at(clock, 300), skipped });
  const going = ride("1", {
    from: { stop: { id: "a", name: "A" }, departure: at("08:00", 300), skipped: false },
    to: { stop: { id: "z", name: "Z" }, arrival: at("08:20", 300), skipped: false },
    passed: [call("B", "08:05"), call("C", "08:10", true), call("D", "08:15")],
  });
  const progress = (/** @type {string} */ clock, parts = going) =>
    progressOf(parts, speaker, Date.parse(`2026-05-04T${clock}:00+02:00`));
  equal(["08:04", "08:06", "08:12", "08:21", "08:26"].map((clock) => progress(clock)), [
    null, "Under way, next stop B", "Under way, next stop D", "Under way, next stop Z", null,
  ]);
  equal(progress("08:06", { ...going, cancelled: true }), null);
});

Deno.test("a span is shown in whole minutes outwards, and only if it adds to the time", () => {
  const at = (/** @type {string} */ earliest, /** @type {string} */ latest) => probableSpan({
    expected: "2026-05-04T08:04:00+02:00",
    expectedEarliest: `2026-05-04T${earliest}+02:00`,
    expectedLatest: `2026-05-04T${latest}+02:00`,
  });
  equal(at("08:03:20", "08:06:10"), { from: "2026-05-04T08:03:20+02:00", to: "2026-05-04T08:07:00+02:00" });
  equal(at("08:03:00", "08:05:00"), { from: "2026-05-04T08:03:00+02:00", to: "2026-05-04T08:05:00+02:00" });
  equal([at("08:03:10", "08:05:00"), probableSpan({ expected: "2026-05-04T08:04:00+02:00" }), probableSpan(undefined)],
    [null, null, null]);
  equal(at("23:57:00", "23:59:30")?.to, "2026-05-05T00:00:00+02:00");
});

Deno.test("the time to be at the stop is shown only if it is earlier than the departure shown", () => {
  const earlier = (/** @type {string} */ leaveBy, /** @type {number} */ delaySeconds) => earlierThanShown({
    scheduled: "2026-05-04T08:12:00+02:00",
    expected: new Date(Date.parse("2026-05-04T08:12:00+02:00") + delaySeconds * 1000).toISOString(),
    leaveBy: `2026-05-04T${leaveBy}+02:00`, delaySeconds,
  });
  equal([earlier("08:11:30", 50), earlier("08:12:00", 50), earlier("08:12:55", 50), earlier("08:13:00", 59)], ["2026-05-04T08:11:30+02:00", null, null, null]);
  equal([earlier("08:14:10", 180), earlier("08:15:00", 180)], ["2026-05-04T08:14:10+02:00", null]);
  equal([earlierThanShown(undefined), earlierThanShown({ scheduled: "2026-05-04T08:12:00+02:00" })], [null, null]);
});

Deno.test("within one town its name is left out of a connection, and else nowhere", () => {
  const inTown = way({ legs: [ride("7", { from: { stop: { name: "Seewil, Bad" }, skipped: false },
    to: { stop: { name: "Seewil, Post" }, skipped: false }, headsign: "Seewil, Ost" })] });
  const [leg] = shortNamed(inTown).legs;
  equal(leg.kind === "ride" ? [leg.from.stop.name, leg.to.stop.name, leg.headsign] : [], ["Bad", "Post", "Ost"]);
  const outwards = way({ legs: [ride("7", { from: { stop: { name: "Seewil, Bad" }, skipped: false },
    to: { stop: { name: "Nusswilen" }, skipped: false } })] });
  equal(shortNamed(outwards), outwards);
});

Deno.test("on a map a connection has its rides along their streets, its walks, its changes once, and what is passed", () => {
  /** @type {(name: string, longitude: number) => {id: string, name: string, latitude: number, longitude: number}} */
  const stop = (name, longitude) => ({ id: name, name, latitude: 47, longitude });
  /** @type {import("../../Web/app/search/way-features.js").DrawnLeg[]} */
  const legs = [
    { kind: "walk", from: { name: "Here", latitude: 47, longitude: 7.9 }, to: stop("A", 8) },
    { kind: "ride", line: { colour: "#123456" }, from: { stop: stop("A", 8) }, to: { stop: stop("B", 8.2) },
      passed: [{ stop: stop("P", 8.1) }, { stop: { name: "nowhere" } }], path: [[8, 47], [8.1, 47.1], [8.2, 47]] },
    { kind: "ride", line: { colour: "#654321" }, from: { stop: stop("B", 8.2) }, to: { stop: stop("C", 8.3) } },
  ];
  const features = /** @type {any[]} */ (wayFeatures(legs, "grey"));
  equal(features.map(({ properties: { kind, colour, name, walks } }) => [kind, colour ?? name, walks ?? ""]), [
    ["leg", "grey", true], ["leg", "#123456", false], ["leg", "#654321", false], ["passed", "P", ""],
    ["place", "Here", ""], ["place", "A", ""], ["place", "B", ""], ["place", "C", ""],
  ]);
  // Where the way is not known, from stop to stop.
  equal(features.slice(1, 3).map(({ geometry }) => geometry.coordinates),
    [[[8, 47], [8.1, 47.1], [8.2, 47]], [[8.2, 47], [8.3, 47]]]);
  equal(wayFeatures([{ kind: "walk", from: { name: "?" }, to: { name: "!" } }], "grey"), []);
  // A walk goes along its streets where they are known, also where its ends are not.
  const path = /** @type {[number, number][]} */ ([[8, 47], [8, 47.1], [8.1, 47.1]]);
  equal(wayFeatures([{ kind: "walk", from: { name: "?" }, to: stop("A", 8.1), path }], "grey")[0].geometry.coordinates, path);
});
