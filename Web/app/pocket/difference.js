// Makes a newer file of the network from the one that is kept and how they differ, so that little has to come.

/** @import { Difference, Offer } from "./wire.js" */

/** Numbers are below this: whole in JavaScript, and far longer than any file. */
const NUMBER_END = 2 ** 49;

/** Which difference makes the offered file of the one that is kept; null where the server offers none.
 * @param {Offer|null} offer
 * @param {{digest: string, lack?: string}|null} kept
 * @returns {Difference|null} */
export function differenceFor(offer, kept) {
  if (kept === null || kept.lack !== undefined) return null;
  return offer?.differences?.find(({ from }) => from === kept.digest) ?? null;
}

/** How many bytes come for the offered file, for riders to decide.
 * @param {Offer|null} offer
 * @param {{digest: string, lack?: string}|null} kept */
export function comingBytes(offer, kept) {
  return differenceFor(offer, kept)?.compressedBytes ?? offer?.bytes ?? 0;
}

/** The newer file. `difference` has its parts in order, each with a number of seven bits a byte, the double of a count: if
 * it is even, so many bytes of the file follow; if it is odd, so many bytes are in the older file, and how far their
 * beginning is from the end of the range before follows (zigzag: 0, -1, 1, -2).
 * @param {Uint8Array<ArrayBuffer>} older
 * @param {Uint8Array<ArrayBuffer>} difference
 * @param {number} bytes the size of the newer file
 * @returns {Uint8Array<ArrayBuffer>}
 * @throws {RangeError} where they do not fit one another */
export function patched(older, difference, bytes) {
  const newer = new Uint8Array(bytes);
  let [at, filled, from] = [0, 0, 0];
  const number = () => {
    for (let [value, scale] = [0, 1]; scale < NUMBER_END && at < difference.length; scale *= 128) {
      const byte = difference[at];
      at += 1;
      value += byte % 128 * scale;
      if (byte < 128) return value;
    }
    throw new RangeError("A number has no end.");
  };
  const fill = (/** @type {Uint8Array<ArrayBuffer>} */ file, /** @type {number} */ start, /** @type {number} */ count) => {
    if (start < 0 || start + count > file.length || filled + count > bytes) throw new RangeError("A range is beyond a file.");
    newer.set(file.subarray(start, start + count), filled);
    filled += count;
    return start + count;
  };
  while (at < difference.length) {
    const head = number();
    const count = Math.floor(head / 2);
    if (head % 2 === 0) {
      at = fill(difference, at, count);
    } else {
      const step = number();
      from = fill(older, from + (step % 2 === 0 ? step / 2 : -(step + 1) / 2), count);
    }
  }
  if (filled !== bytes) throw new RangeError("The file is not whole.");
  return newer;
}
