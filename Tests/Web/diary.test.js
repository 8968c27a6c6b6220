import { neighbours } from "../../Web/app/diary/day-head.js";
import { momentIn } from "../../Web/app/diary/day-items.js";
import { dayFeatures } from "../../Web/app/diary/day-map.js";
import { spansOf } from "../../Web/app/diary/exports.js";
import { ownTracksLink, Participant } from "../../Web/app/diary/participant.js";
import { featureOf, MAXIMUM_WAITING, Recorder } from "../../Web/app/diary/recorder.js";
import { kindOf, periodOf, punctuality } from "../../Web/app/diary/statistics.js";
import { arriveBy } from "../../Web/app/diary/suggestions.js";
import { qrCode } from "../../Web/app/qr.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal } from "./support.js";

const ENROLMENT = {
  participant: "p1", token: "t1", secret: "s", study: { id: "personal", name: "", mode: /** @type {const} */ ("personal"),
    consent: { version: 1, text: "" }, retentionDays: 30 },
  overland: { url: "https://takt.test/overland", setup: "overland://setup" },
  ownTracks: { url: "https://takt.test/pub", user: "p1", password: "t1" },
};

/** A recorder whose person is known, with a phone that is where we say.
 * @param {(method: string, path: string, body: any) => {status?: number, body?: any}|null} answer
 * @param {{kept?: Map<string, string>, locks?: any}} [tabs] what it has in common with other tabs */
function recording(answer, { kept = new Map(), locks } = {}) {
  kept.set("takt.diary", JSON.stringify(ENROLMENT));
  const { send, asked } = server(answer);
  /** @type {((position: any) => void)[]} */
  const watches = [];
  const locator = {
    watchPosition: (/** @type {(position: any) => void} */ done) => watches.push(done),
    clearWatch: () => {},
  };
  const recorder = new Recorder({ participant: new Participant(memory(kept), send), store: memory(kept), locator, locks });
  const at = (/** @type {number} */ seconds) => watches.at(-1)?.({ timestamp: 1_777_000_000_000 + seconds * 1000,
    coords: { latitude: 47, longitude: 8, accuracy: 5, altitude: null, speed: null, heading: Number.NaN } });
  return { recorder, kept, asked, at };
}

Deno.test("a fix says what is known and nothing that is not", () => {
  const coords = { latitude: 47, longitude: 8, accuracy: 5, altitude: null, speed: 1.5, heading: Number.NaN };
  equal(featureOf({ coords, timestamp: 0 }, "browser-1"), {
    type: "Feature", geometry: { type: "Point", coordinates: [8, 47] }, properties: {
      timestamp: "1970-01-01T00:00:00.000Z", horizontal_accuracy: 5, speed: 1.5, motion: [], device_id: "browser-1" } });
});

Deno.test("records that cannot be sent wait on the device, also for the next visit, and are sent once", async () => {
  let isThere = false;
  const { recorder, kept, asked, at } = recording((_method, _path, body) =>
    (isThere ? { body: { stored: body.locations.length, recording: true } } : null));
  recorder.start();
  for (const second of [0, 3, 10, 20]) at(second);
  equal([recorder.waiting, JSON.parse(kept.get("takt.diaryFixes") ?? "").length], [3, 3]);
  await recorder.send();
  equal(recorder.waiting, 3);
  isThere = true;
  await recorder.stop();
  equal([recorder.waiting, recorder.sent, kept.has("takt.diaryFixes"), recorder.isOn], [0, 3, false, false]);
  await recorder.send();
  equal(asked.length, 2);
});

Deno.test("too many that wait push the oldest out, and that is said", () => {
  const { recorder, at } = recording(() => null);
  recorder.start();
  for (let number = 0; number < MAXIMUM_WAITING + 5; number += 1) at(number * 10);
  equal([recorder.waiting, recorder.lost], [MAXIMUM_WAITING, 5]);
  recorder.forget();
});

Deno.test("a paused diary says so, and an unknown participant records no more", async () => {
  const paused = recording(() => ({ body: { stored: 0, recording: false } }));
  paused.recorder.start();
  paused.at(0);
  await paused.recorder.send();
  equal([paused.recorder.problem, paused.recorder.isOn], ["paused", true]);
  paused.recorder.forget();
  const unknown = recording(() => refusal(401, "no-participant"));
  unknown.recorder.start();
  unknown.at(0);
  await unknown.recorder.send();
  equal([unknown.recorder.problem, unknown.recorder.isOn, unknown.recorder.waiting], ["unknown", false, 1]);
});

/** Locks as browsers have them, for tabs of one test. */
function tabLocks() {
  let held = Promise.resolve();
  let holders = 0;
  return {
    request: (/** @type {string} */ _name, /** @type {any} */ options, /** @type {(lock: any) => Promise<any>} */ work) => {
      if (options.ifAvailable && holders > 0) return work(null);
      const turn = held.then(() => options.signal?.aborted ? undefined : work({}))
        .finally(() => holders -= 1);
      holders += 1;
      held = turn.catch(() => {});
      return turn;
    },
  };
}

Deno.test("of two tabs one records and sends, and the other goes on when it ends", async () => {
  const tabs = { kept: new Map(), locks: tabLocks() };
  /** @type {string[]} */
  const stored = [];
  const answer = (/** @type {string} */ _method, /** @type {string} */ _path, /** @type {any} */ body) => {
    for (const { properties } of body.locations) stored.push(properties.timestamp);
    return { body: { stored: body.locations.length, recording: true } };
  };
  const [one, other] = [recording(answer, tabs), recording(answer, tabs)];
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  for (const each of [one, other]) each.recorder.start();
  await settle();
  for (const each of [one, other]) each.at(0);
  equal([one.recorder.waiting, other.recorder.waiting, other.recorder.problem], [1, 1, "elsewhere"]);
  await Promise.all([one.recorder.send(), other.recorder.send()]);
  equal(stored.length, 1);
  one.at(10);
  await one.recorder.stop();
  await settle();
  other.at(20);
  await other.recorder.stop();
  equal([stored.length, new Set(stored).size, tabs.kept.has("takt.diaryFixes"), other.recorder.problem], [3, 3, false, ""]);
});

Deno.test("joining is kept on this device, and so is leaving", async () => {
  const kept = new Map();
  const { send, asked } = server(() => ({ status: 200, body: ENROLMENT }));
  const person = new Participant(memory(kept), send);
  await person.join(ENROLMENT.study, "CODE");
  equal([JSON.parse(kept.get("takt.diary")).token, asked[0]],
    ["t1", 'POST /diary/participants {"code":"CODE","consentVersion":1} nobody']);
  person.forget();
  equal([person.enrolment, kept.size], [null, 0]);
});

Deno.test("OwnTracks is set up by one link", () => {
  const link = ownTracksLink(ENROLMENT);
  const settings = JSON.parse(atob(link.replace("owntracks:///config?inline=", "")));
  equal([settings._type, settings.mode, settings.url, settings.username, settings.password],
    ["configuration", 3, "https://takt.test/pub", "p1", "t1"]);
});

Deno.test("a week begins on Monday, and a month ends where it ends", () => {
  equal([periodOf("week", "2026-05-03"), periodOf("week", "2026-05-04")],
    [{ from: "2026-04-27", to: "2026-05-03" }, { from: "2026-05-04", to: "2026-05-10" }]);
  equal([periodOf("month", "2028-02-29"), periodOf("month", "2026-12-31")],
    [{ from: "2028-02-01", to: "2028-02-29" }, { from: "2026-12-01", to: "2026-12-31" }]);
  equal([kindOf("2026-05-04", "2026-05-10"), kindOf("2026-02-01", "2026-02-28")], ["week", "month"]);
  equal([punctuality({ timedRides: 8, onTimeRides: 6 }, "en"), punctuality({ timedRides: 0, onTimeRides: 0 }, "en")],
    ["75%", null]);
});

Deno.test("a cut is within the trip, also beyond midnight", () => {
  const trip = { start: "2026-05-04T23:50:00+02:00", end: "2026-05-05T00:20:00+02:00" };
  equal([momentIn(trip, "23:55"), momentIn(trip, "00:05")], ["2026-05-04T23:55:00+02:00", "2026-05-05T00:05:00+02:00"]);
  equal(neighbours("2026-05-04", ["2026-05-06", "2026-05-05", "2026-05-01"]), { before: "2026-05-01", after: "2026-05-05" });
  equal([arriveBy("08:15"), arriveBy("23:58")], ["08:20", "23:59"]);
});

Deno.test("the map has a line for each leg and a dot for each stay", () => {
  const geometry = { type: "LineString", coordinates: /** @type {[number, number][]} */ ([[8, 47], [8.1, 47]]) };
  const span = { start: "", end: "" };
  const leg = { ...span, id: "l", distanceMetres: 1, mode: /** @type {const} */ ("walk"), probability: 1, geometry };
  const features = /** @type {any[]} */ (dayFeatures([
    { ...span, kind: "stay", id: "s", latitude: 47, longitude: 8, nearStop: { id: "x", name: "Bad" } },
    { ...span, kind: "gap", reason: "silence" },
    { ...span, kind: "trip", id: "t", distanceMetres: 1, seconds: 1, legs: [leg] },
  ], (token) => token));
  equal(features.map(({ properties }) => [properties.kind, properties.name ?? properties.colour]),
    [["leg", "mode-walk"], ["place", "Bad"]]);
});

// Written by another encoder (PyPI's qrcode 8.2), with the same mask.
const GOLDEN = `1fce03a7f 104435141 175243a5d 175c26f5d 175ff185d 1055cec41 1fd55557f 1553d00 17c1da57c a189ef6d c73f9116
33f9dcdd 75870dba f80a4043 949b08de 1100218dc 1ae2e86b1 1cb853aef 164824cf6 11be51bfe 195dc729a 12b3f2f65 135f0189a 158b96c2f
11dbc85f0 19db915 1fcd38b56 1058acf1c 1758111fa 1755e679f 175cf0d6c 104626c9c 1fd2a972a`;

Deno.test("a QR code is what another encoder makes of the same text", () => {
  const rows = qrCode("https://takt.example/settings/devices?code=ABCD1234", 2);
  equal(rows?.map((row) => parseInt(row.map(Number).join(""), 2).toString(16)), GOLDEN.split(/\s+/));
});

Deno.test("many days come as several files that leave none out", () => {
  equal(spansOf("2026-05-01", "2026-05-31"), [{ from: "2026-05-01", to: "2026-05-31" }]);
  equal(spansOf("2024-01-01", "2026-01-02"), [
    { from: "2024-01-01", to: "2024-12-31" }, { from: "2025-01-01", to: "2026-01-01" }, { from: "2026-01-02", to: "2026-01-02" },
  ]);
  equal([spansOf("2026-05-02", "2026-05-01"), spansOf("", "2026-05-01")],
    [[{ from: "2026-05-02", to: "2026-05-01" }], [{ from: "", to: "2026-05-01" }]]);
});

Deno.test("a QR code grows with its text, until there is none for it", () => {
  equal(["", "x".repeat(14), "x".repeat(15), "x".repeat(2331), "x".repeat(2953), "x".repeat(2954)].map((text) =>
    qrCode(text)?.length ?? null), [21, 21, 25, 177, 177, null]);
});
