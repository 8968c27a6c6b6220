// Brings the network's file to this device: in parts, so that what has come is not fetched again after a cut, and
// verified before anything uses it.

/** @import { Difference, Ending, Folder, Offer } from "./wire.js" */
import { patched } from "./difference.js";
import { partName, partsOf } from "./files.js";

/** A part is written when this many bytes have come. */
const PART_BYTES = 512 * 1024;
/** A server that sends nothing for so long is asked again. */
const SILENCE_MILLISECONDS = 20_000;
/** How long to wait before each further attempt. */
const WAITS_MILLISECONDS = [1000, 4000, 15_000];

/** A download that ended before the file was whole. */
export class DownloadEnd extends Error {
  /** @param {Ending} ending */
  constructor(ending) {
    super(`The download ended: ${ending}.`);
    this.ending = ending;
  }
}

/** What it needs of the world.
 * @typedef {{folder: Folder, send: typeof fetch, digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>,
 *   wait: (milliseconds: number, signal: AbortSignal) => Promise<void>}} World */

/** How a download goes: `progress` gets the bytes that are here; `difference` is how the file differs from the one that
 * is kept here, null to fetch it whole.
 * @typedef {{signal: AbortSignal, progress: (bytes: number) => void, difference?: Difference|null}} How */

/** Fetches the file, verifies it and stores it under its digest; what came before is used. A difference that does not
 * come, or does not make the file, is left for the whole file.
 * @param {Offer} offer
 * @param {World} world
 * @param {How} how
 * @throws {DownloadEnd} why it is not here; the parts that came stay unless they are damaged
 * @throws {DOMException} `AbortError` where the signal ended it */
export async function download(offer, world, how) {
  if (how.difference && (await partsOf(world.folder, offer.digest)).length === 0) {
    const whole = await fromDifference(offer, how.difference, world, how);
    if (whole !== null) return await store(offer, world.folder, whole);
  }
  // One that does not fit what was promised may have been cut at a bad place: it is fetched once more from its beginning.
  for (const isLast of [false, true]) {
    await fetchParts(offer, world, how);
    const whole = await joined(offer, world.folder);
    if (whole !== null && hex(await world.digest(whole.buffer)) === offer.digest) return await store(offer, world.folder, whole);
    await dropParts(offer, world.folder);
    how.signal.throwIfAborted();
    if (isLast) throw new DownloadEnd("damaged");
  }
}

/** The file as the kept one and the difference make it; null for any trouble but the signal's.
 * @param {Offer} offer
 * @param {Difference} difference
 * @param {World} world
 * @param {How} how
 * @returns {Promise<Uint8Array<ArrayBuffer>|null>} */
async function fromDifference(offer, difference, { folder, send, digest }, { signal, progress }) {
  try {
    const silence = new AbortController();
    const response = await send(difference.address, { cache: "no-store", signal: AbortSignal.any([signal, silence.signal]) });
    if (response.status !== 200 || response.body === null) return null;
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const chunks = [];
    let here = 0;
    for await (const chunk of chunksOf(response.body, silence)) {
      here += chunk.length;
      if (here > difference.bytes) return null;
      chunks.push(chunk);
      // The bar is of the whole file.
      progress(Math.floor(here / difference.bytes * offer.bytes));
    }
    const older = await folder.read(difference.from);
    if (older === null) return null;
    const whole = patched(new Uint8Array(older), concatenated(chunks, here), offer.bytes);
    return hex(await digest(whole.buffer)) === offer.digest ? whole : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** What comes of a body, until the server is silent for too long.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {AbortController} silence aborts the request
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>} */
async function* chunksOf(body, silence) {
  const reader = body.getReader();
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** @param {Offer} offer
 * @param {World} world
 * @param {How} how */
async function fetchParts(offer, world, how) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetchRest(offer, world, how);
    } catch (error) {
      if (how.signal.aborted) throw how.signal.reason;
      if (error instanceof DownloadEnd && error.ending !== "cut") throw error;
      if (attempt >= WAITS_MILLISECONDS.length) throw new DownloadEnd("cut");
      await world.wait(WAITS_MILLISECONDS[attempt], how.signal);
    }
  }
}

/** Fetches what lacks of the file.
 * @param {Offer} offer
 * @param {World} world
 * @param {How} how */
async function fetchRest(offer, { folder, send }, { signal, progress }) {
  let parts = await partsOf(folder, offer.digest);
  let here = sum(parts);
  if (here > offer.bytes) {
    await dropParts(offer, folder);
    [parts, here] = [[], 0];
  }
  progress(here);
  if (here === offer.bytes) return;
  const silence = new AbortController();
  const response = await send(offer.address, {
    headers: here === 0 ? {} : { Range: `bytes=${here}-` }, cache: "no-store",
    signal: AbortSignal.any([signal, silence.signal]),
  });
  if (response.status === 404 || response.status === 410) throw new DownloadEnd("changed");
  const isWhole = response.status === 200;
  const isRest = response.status === 206 && response.headers.get("Content-Range")?.startsWith(`bytes ${here}-`);
  if (response.status === 416 || isWhole && here > 0) {
    await dropParts(offer, folder);
    [parts, here] = [[], 0];
  }
  if (!isWhole && !isRest || response.body === null || response.headers.get("Content-Type")?.startsWith("text/html")) {
    throw new DownloadEnd("cut");
  }
  await writeParts(response.body, { offer, folder, next: parts.length, here, silence, progress });
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body
 * @param {{offer: Offer, folder: Folder, next: number, here: number, silence: AbortController,
 *   progress: (bytes: number) => void}} state `next` is the number of the next part, `here` the bytes before it */
async function writeParts(body, { offer, folder, next, here, silence, progress }) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  let chunks = [];
  let waiting = 0;
  const write = async () => {
    if (waiting === 0) return;
    await writePart(folder, partName(offer.digest, next), concatenated(chunks, waiting));
    [chunks, next, here, waiting] = [[], next + 1, here + waiting, 0];
  };
  try {
    for await (const value of chunksOf(body, silence)) {
      chunks.push(value);
      waiting += value.length;
      if (here + waiting > offer.bytes) throw new DownloadEnd("changed");
      progress(here + waiting);
      if (waiting >= PART_BYTES) await write();
    }
  } catch (error) {
    // What came before a cut counts; where there is no room it does not.
    if (!(error instanceof DownloadEnd)) await write();
    throw error;
  }
  await write();
  if (here < offer.bytes) throw new DownloadEnd("cut");
}

/** @param {Folder} folder
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes */
async function writePart(folder, name, bytes) {
  try {
    await folder.write(name, bytes);
  } catch (error) {
    throw new DownloadEnd(isFull(error) ? "full" : "refused");
  }
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}

/** The parts as one; null where they are not as long as the file.
 * @param {Offer} offer
 * @param {Folder} folder */
async function joined(offer, folder) {
  const parts = [];
  for (const { name } of await partsOf(folder, offer.digest)) {
    const bytes = await folder.read(name);
    if (bytes !== null) parts.push(new Uint8Array(bytes));
  }
  const length = parts.reduce((total, { length }) => total + length, 0);
  return length === offer.bytes ? concatenated(parts, length) : null;
}

/** Gives the file its own name. Where there is no room for both, the parts go first: the bytes are here.
 * @param {Offer} offer
 * @param {Folder} folder
 * @param {Uint8Array<ArrayBuffer>} whole */
async function store(offer, folder, whole) {
  try {
    await folder.write(offer.digest, whole);
  } catch {
    await dropParts(offer, folder);
    await writePart(folder, offer.digest, whole);
  }
  await dropParts(offer, folder);
}

/** @param {Offer} offer
 * @param {Folder} folder */
async function dropParts(offer, folder) {
  for (const { name } of await folder.list()) {
    if (name.startsWith(`${offer.digest}.`)) await folder.remove(name);
  }
}

/** @param {{bytes: number}[]} parts */
function sum(parts) {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}

/** @param {Uint8Array<ArrayBuffer>[]} parts
 * @param {number} length */
function concatenated(parts, length) {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {ArrayBuffer} bytes */
export function hex(bytes) {
  return [...new Uint8Array(bytes)].map((each) => each.toString(16).padStart(2, "0")).join("");
}
