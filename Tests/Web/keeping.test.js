import { DownloadEnd, download } from "../../Web/app/pocket/download.js";
import { Keeper } from "../../Web/app/pocket/keeper.js";
import { keptNetwork, noteKept, noteLack, offerOf } from "../../Web/app/pocket/record.js";
import { shortDay, size } from "../../Web/app/pocket/sizes.js";
import { isDue, mayFetch } from "../../Web/app/pocket/updates.js";
import { channels, file, fileServer, folder, keeperWorld, keptFile, locks, offering } from "./pocket-world.js";
import { memory } from "./rider-server.js";
import { equal, holdsTrue } from "./support.js";

const BYTES = file();

/** Downloads into a folder; how it ended, and how far it was told to be.
 * @param {any} place
 * @param {any} server
 * @param {AbortSignal} [signal] */
async function brought(place, server, signal = new AbortController().signal) {
  const offer = await offering(BYTES);
  /** @type {number[]} */
  const progress = [];
  const world = { folder: place, send: server.send, wait: () => Promise.resolve(),
    digest: (/** @type {ArrayBuffer} */ bytes) => crypto.subtle.digest("SHA-256", bytes) };
  const ending = await download(offer, world, { signal, progress: (bytes) => progress.push(bytes) })
    .then(() => "whole", (error) => error instanceof DownloadEnd ? error.ending : error.name);
  return { ending, progress, names: [...place.files.keys()].map((name) => name.replace(offer.digest, "file")) };
}

Deno.test("a download comes in parts and is one file under its digest in the end", async () => {
  const place = folder();
  const { ending, progress, names } = await brought(place, fileServer(BYTES));
  equal([ending, names, progress.at(-1)], ["whole", ["file"], BYTES.length]);
  equal(progress, progress.toSorted((one, other) => one - other), "the progress");
});

Deno.test("after a cut it goes on where it was", async () => {
  const place = folder();
  const server = fileServer(BYTES, { cutAt: 700_000 });
  const { ending, names } = await brought(place, server);
  equal([ending, names, server.ranges], ["whole", ["file"], ["all", "bytes=700000-"]]);
});

Deno.test("a server that breaks off again and again is left, and what came is used the next time", async () => {
  const place = folder();
  const server = fileServer(BYTES, { cutAt: 100_000 });
  equal((await brought(place, server)).ending, "cut");
  equal(server.ranges, ["all", "bytes=100000-", "bytes=200000-", "bytes=300000-"]);
  server.state.cutAt = Infinity;
  const { ending, names } = await brought(place, server);
  equal([ending, names, server.ranges.at(-1)], ["whole", ["file"], "bytes=400000-"]);
});

Deno.test("a server that knows no ranges sends all once more", async () => {
  const place = folder();
  const server = fileServer(BYTES, { cutAt: 700_000 });
  server.state.knowsRanges = false;
  await brought(place, server);
  server.state.cutAt = Infinity;
  const { ending, names } = await brought(place, server);
  equal([ending, names], ["whole", ["file"]]);
});

Deno.test("other bytes than were promised are never used, however they came", async () => {
  const place = folder();
  const damaged = BYTES.slice();
  damaged[1_000_000] ^= 1;
  const server = fileServer(damaged);
  const { ending, names } = await brought(place, server);
  // Once from its beginning, as a cut at a bad place may have been the reason.
  equal([ending, names, server.ranges], ["damaged", [], ["all", "all"]]);
  equal((await brought(folder(), fileServer(new Uint8Array([...BYTES, 1])))).ending, "changed");
});

Deno.test("parts of which one was damaged on the device are fetched once more", async () => {
  const place = folder();
  const server = fileServer(BYTES, { cutAt: 600_000 });
  const { digest } = await offering(BYTES);
  place.files.set(`${digest}.part-00000`, new Uint8Array(600_000));
  const { ending, names } = await brought(place, { send: (/** @type {any} */ address, /** @type {any} */ how) => {
    server.state.cutAt = Infinity;
    return server.send(address, how);
  } });
  equal([ending, names, server.ranges], ["whole", ["file"], ["bytes=600000-", "all"]]);
});

Deno.test("a sign-in page, an address that is gone and a full device each end it with their reason", async () => {
  equal((await brought(folder(), fileServer(BYTES, { page: "sign in" }))).ending, "cut");
  equal((await brought(folder(), fileServer(BYTES, { status: 404 }))).ending, "changed");
  equal((await brought(folder(), fileServer(BYTES, { status: 503 }))).ending, "cut");
  equal((await brought(folder(600_000), fileServer(BYTES))).ending, "full");
  // Room for the file once, and not for its parts beside it.
  equal(await brought(folder(BYTES.length), fileServer(BYTES)).then(({ ending, names }) => [ending, names]), ["whole", ["file"]]);
});

Deno.test("a cancelled download ends at once", async () => {
  const stopping = new AbortController();
  stopping.abort(new DOMException("cancelled", "AbortError"));
  equal((await brought(folder(), fileServer(BYTES), stopping.signal)).ending, "AbortError");
});

Deno.test("the network is kept only when it is whole, and removed without a trace", async () => {
  const place = folder();
  const store = memory();
  /** @type {boolean[]} */
  const marks = [];
  const server = fileServer(BYTES, { status: 503 });
  const keeper = new Keeper(keeperWorld({
    store, folder: () => Promise.resolve(place), send: server.send, marked: (isKept) => Promise.resolve(marks.push(isKept)) }));
  const offer = await offering(BYTES);
  equal([await keeper.keep(offer), keeper.kept, keeper.work], [false, null, { kind: "ended", ending: "cut" }]);
  server.state.status = undefined;
  equal(await keeper.keep(offer), true);
  equal([keeper.work, keeper.kept?.digest, keeper.kept?.at], [null, offer.digest, Date.parse("2026-05-04T08:00:00Z")]);
  equal((await keeper.read(keptFile({ ...keeper.kept })))?.byteLength, BYTES.length);
  await keeper.remove();
  equal([keeper.kept, [...place.files.keys()], marks], [null, [], [true, false]]);
});

Deno.test("a person who does not answer whether the browser may keep files for long waits for nothing", async () => {
  const world = keeperWorld({ persist: () => new Promise(() => {}) });
  const keeper = new Keeper(world);
  const offer = await offering(BYTES);
  await keeper.keep(offer);
  equal(keeper.kept?.digest, offer.digest);
});

Deno.test("a newer file takes the place of the older only when it is whole", async () => {
  const place = folder();
  const store = memory();
  const older = await offering(BYTES);
  const newer = await offering(file(7));
  const world = (/** @type {any} */ server) => keeperWorld({ store, folder: () => Promise.resolve(place), send: server.send });
  await new Keeper(world(fileServer(BYTES))).keep(older);
  const server = fileServer(file(7), { cutAt: 300_000 });
  server.state.knowsRanges = false;
  const keeper = new Keeper(world(server));
  equal(await keeper.keep(newer), false);
  equal([keeper.kept?.digest === older.digest, place.files.has(older.digest)], [true, true]);
  server.state.cutAt = Infinity;
  await keeper.keep(newer);
  equal([keeper.kept?.digest === newer.digest, [...place.files.keys()]], [true, [newer.digest]]);
});

Deno.test("of two windows one downloads, and both know how far it is and use it then", async () => {
  const place = folder();
  const store = memory();
  const server = fileServer(BYTES);
  const [channel, lock] = [channels(), locks()];
  const make = () => new Keeper(keeperWorld({ store, folder: () => Promise.resolve(place), send: server.send, locks: lock, channel: channel() }));
  const [one, other] = [make(), make()];
  /** @type {any[]} */
  const seen = [];
  other.onChange(() => seen.push(other.work?.kind === "loading" ? other.work.isHere : other.work));
  const offer = await offering(BYTES);
  equal(await Promise.all([one.keep(offer), other.keep(offer)]), [true, true]);
  equal([server.ranges, one.kept?.digest, other.kept?.digest], [["all"], offer.digest, offer.digest]);
  holdsTrue(seen.includes(false), "the one that waits shows the other's progress");
  equal(other.work, null);
});

Deno.test("a download that was left behind is known to be wanted, until it is here or no longer wanted", async () => {
  const store = memory();
  const server = fileServer(BYTES, { status: 503 });
  const make = () => new Keeper(keeperWorld({ store, send: server.send }));
  const offer = await offering(BYTES);
  await make().keep(offer);
  equal([make().wanted, make().kept], [offer.digest, null]);
  server.state.status = undefined;
  const keeper = make();
  await keeper.keep(offer);
  equal([keeper.wanted, keeper.kept?.digest], [null, offer.digest]);
  const newer = { ...offer, digest: "b".repeat(64) };
  server.state.status = 503;
  await keeper.keep(newer);
  // The file before stays in use meanwhile.
  equal([keeper.wanted, keeper.kept?.digest], [newer.digest, offer.digest]);
  keeper.cancel();
  equal([keeper.wanted, keeper.kept?.digest], [null, offer.digest]);
});

Deno.test("too little room is reported before anything is fetched", async () => {
  const server = fileServer(BYTES);
  const keeper = new Keeper(keeperWorld({ send: server.send, room: () => Promise.resolve(BYTES.length) }));
  equal([await keeper.keep(await offering(BYTES)), keeper.work, server.ranges], [false, { kind: "ended", ending: "full" }, []]);
});

Deno.test("a browser without a place for files refuses, with a reason", async () => {
  const keeper = new Keeper(keeperWorld({ folder: () => Promise.resolve(null) }));
  equal([await keeper.keep(await offering(BYTES)), keeper.work], [false, { kind: "ended", ending: "refused" }]);
});

Deno.test("the stored state is read with care, and the reason why a file cannot be used belongs to that file", () => {
  const store = memory();
  for (const text of ["", "{", "null", "[]", '{"digest":"x"}', JSON.stringify({ ...keptFile(), lastDay: 7 })]) {
    store.setItem("takt.pocket", text);
    equal(keptNetwork(store), null, text);
  }
  noteKept(store, keptFile({ revision: "r1" }));
  equal(keptNetwork(store)?.revision, "r1");
  noteLack(store, "b".repeat(64), "lost");
  equal(keptNetwork(store)?.lack, undefined);
  noteLack(store, keptFile().digest, "lost");
  equal(keptNetwork(store)?.lack, "lost");
});

Deno.test("a server without a file for phones offers none", () => {
  equal(offerOf(null), null);
  equal(offerOf(/** @type {any} */ ({})), null);
  equal(offerOf(/** @type {any} */ ({ phone: { address: "/x", bytes: 0 } })), null);
});

Deno.test("updates come by themselves where they cost nothing, and are asked for where they are due", () => {
  const noon = new Date(2026, 4, 4, 12);
  const night = new Date(2026, 4, 4, 2);
  equal([undefined, {}, { type: "wifi" }, { type: "wifi", saveData: true }, { type: "cellular" }].map((each) => mayFetch(noon, each)),
    [false, false, true, false, false]);
  equal([undefined, {}, { type: "cellular" }, { saveData: true }].map((each) => mayFetch(night, each)), [false, true, false, false]);
  const time = { today: "2026-05-05", now: Date.parse("2026-05-05T08:00:00Z") };
  equal(isDue(keptFile(), time), false);
  equal(isDue(keptFile({ lack: "lost" }), time), true);
  equal(isDue(keptFile({ lastDay: "2026-05-07" }), time), true);
  equal(isDue(keptFile({ at: Date.parse("2026-04-20T08:00:00Z") }), time), true);
});

Deno.test("sizes and days are short", () => {
  equal([size(2_123_456, "en-GB"), size(17_900_000, "en-GB"), size(20_000, "en-GB")], ["2.1 MB", "18 MB", "0.1 MB"]);
  equal([shortDay("2026-11-22", "2026-11-24", "en-GB"), shortDay("2025-11-22", "2026-01-02", "en-GB")], ["22 Nov", "22 Nov 2025"]);
});
