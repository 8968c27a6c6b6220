import { Keeper } from "../../Web/app/pocket/keeper.js";
import { comingBytes, differenceFor, patched } from "../../Web/app/pocket/difference.js";
import { offerOf } from "../../Web/app/pocket/record.js";
import { file, fileServer, folder, keeperWorld, keptFile, offering } from "./pocket-world.js";
import { memory } from "./rider-server.js";
import { equal, holdsTrue } from "./support.js";

const OLDER = file();
/** The older file with three other bytes in it, and its beginning once more at its end. */
const NEWER = new Uint8Array([...OLDER.slice(0, 700_000), 7, 8, 9, ...OLDER.slice(700_000), ...OLDER.slice(0, 100)]);

/** Numbers of seven bits a byte. @param {number[]} values */
function numbers(...values) {
  return values.flatMap((value) => {
    const bytes = [];
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
    return [...bytes, value];
  });
}

/** What makes NEWER of OLDER: a range, three bytes, the rest, and back to the beginning. */
const DIFFERENCE = Uint8Array.from([
  ...numbers(2 * 700_000 + 1, 0), ...numbers(6), 7, 8, 9, ...numbers(2 * (OLDER.length - 700_000) + 1, 0),
  ...numbers(201, 2 * OLDER.length - 1),
]);

Deno.test("a difference makes the newer file of the older one", () => {
  equal(patched(OLDER, DIFFERENCE, NEWER.length), NEWER);
  equal(patched(OLDER, Uint8Array.of(4, 1, 2), 2), Uint8Array.of(1, 2));
});

Deno.test("a damaged difference is refused, whatever it says", () => {
  const refuses = (/** @type {number[]} */ bytes, /** @type {number} */ size) => {
    try {
      patched(Uint8Array.of(1, 2, 3), Uint8Array.from(bytes), size);
      return false;
    } catch (error) {
      return error instanceof RangeError;
    }
  };
  // In order: cut bytes, a cut number, one without end, beyond the older file, before it, too long, too short.
  const damaged = [[4, 1], [128], Array(20).fill(255), [7, 2], [3, 1], [6, 1, 2, 3], [2, 1]];
  equal(damaged.map((bytes) => refuses(bytes, 2)), damaged.map(() => true));
});

/** A server with the newer file and a difference from the older one.
 * @param {Uint8Array<ArrayBuffer>} difference
 * @param {{isGone?: boolean, breaks?: boolean}} [how] */
async function newerServer(difference, { isGone = false, breaks = false } = {}) {
  const whole = fileServer(NEWER);
  const from = (await offering(OLDER)).digest;
  const address = `/api/v1/network/file?from=${from}`;
  /** @type {string[]} */
  const asked = [];
  const send = /** @type {typeof fetch} */ ((/** @type {any} */ path, /** @type {any} */ request) => {
    asked.push(path === address ? "difference" : "whole");
    if (path !== address) return whole.send(path, request);
    if (isGone) return Promise.resolve(new Response("{}", { status: 404 }));
    return fileServer(difference, breaks ? { cutAt: 5 } : {}).send(path, { ...request, headers: {} });
  });
  const offer = { ...await offering(NEWER), differences: [{ address, bytes: difference.length, compressedBytes: 9, from }] };
  return { send, asked, offer };
}

/** Updates a device that keeps the older file.
 * @param {Awaited<ReturnType<typeof newerServer>>} server
 * @param {(place: ReturnType<typeof folder>) => void} [meddle] */
async function updated({ send, asked, offer }, meddle = () => {}) {
  const [place, store] = [folder(), memory()];
  const world = (/** @type {any} */ send) => keeperWorld({ store, folder: () => Promise.resolve(place), send });
  await new Keeper(world(fileServer(OLDER).send)).keep(await offering(OLDER));
  meddle(place);
  const keeper = new Keeper(world(send));
  /** @type {number[]} */
  const seen = [];
  keeper.onChange(() => keeper.work?.kind === "loading" && seen.push(keeper.work.bytes));
  const isKept = await keeper.keep(offer);
  holdsTrue(isKept && keeper.kept?.digest === offer.digest, "the newer file is kept");
  equal([...place.files].map(([name, bytes]) => [name, bytes.length]), [[offer.digest, NEWER.length]]);
  holdsTrue(seen.every((bytes) => bytes <= NEWER.length), "the progress is of the file");
  return asked;
}

Deno.test("a newer file is made of the kept one and the difference", async () => {
  equal(await updated(await newerServer(DIFFERENCE)), ["difference"]);
});

Deno.test("a difference that is damaged, cut, gone or too long is left for the whole file", async () => {
  const damaged = DIFFERENCE.slice();
  damaged[8] ^= 1;
  const both = ["difference", "whole"];
  equal(await updated(await newerServer(damaged)), both);
  equal(await updated(await newerServer(DIFFERENCE, { isGone: true })), both);
  equal(await updated(await newerServer(DIFFERENCE, { breaks: true })), both);
  const long = await newerServer(DIFFERENCE);
  long.offer.differences[0].bytes -= 1;
  equal(await updated(long), both);
});

Deno.test("the kept file is not trusted: one that was damaged or removed makes nothing", async () => {
  const name = (await offering(OLDER)).digest;
  const damage = (/** @type {ReturnType<typeof folder>} */ place) => place.files.set(name, OLDER.map((byte) => byte ^ 1));
  equal(await updated(await newerServer(DIFFERENCE), damage), ["difference", "whole"]);
  equal(await updated(await newerServer(DIFFERENCE), (place) => place.files.delete(name)), ["difference", "whole"]);
});

Deno.test("a difference is of use for the file that it is from, and says how much comes", () => {
  const [from, other] = ["a".repeat(64), "b".repeat(64)];
  const phone = { address: "/x", bytes: 5, digest: other, firstDay: "2026-05-04", lastDay: "2026-05-18",
    differences: [{ address: "/d", bytes: 3, compressedBytes: 2, from }, { address: 7 }] };
  const offer = offerOf(/** @type {any} */ ({ phone }));
  equal(offer?.differences?.length, 1);
  equal([differenceFor(offer, keptFile({ digest: from }))?.address, comingBytes(offer, keptFile({ digest: from }))], ["/d", 2]);
  equal([differenceFor(offer, keptFile({ digest: other })), comingBytes(offer, null)], [null, 5]);
  equal(differenceFor(offer, keptFile({ digest: from, lack: "damaged" })), null);
  equal(offerOf(/** @type {any} */ ({ phone: { ...phone, differences: "none" } }))?.differences, []);
});
