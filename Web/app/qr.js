// QR codes by ISO/IEC 18004:2015: bytes only (UTF-8), error correction M, or L if M has no room; no other modes, no
// Micro QR.

/** Correction bytes of each block and the number of blocks, by version from 1. */
const TABLES = {
  L: {
    bits: 1,
    correction: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
      30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30],
    blocks: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19,
      19, 20, 21, 22, 24, 25],
  },
  M: {
    bits: 0,
    correction: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28,
      28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28],
    blocks: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
      35, 37, 38, 40, 43, 45, 47, 49],
  },
};
const LAST_VERSION = 40;

/** @typedef {typeof TABLES["L"]} Table */

/** The capacity of a version in bytes, including correction.
 * @param {number} version */
function capacity(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    modules -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** @param {Table} table
 * @param {number} version */
function dataCapacity(table, version) {
  return capacity(version) - table.correction[version - 1] * table.blocks[version - 1];
}

/** The product in the field of 256 elements, by the polynomial 0x11D.
 * @param {number} a
 * @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** The generator polynomial: the product of (x - 2^i).
 * @param {number} degree */
function divisor(degree) {
  const result = new Array(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let turn = 0; turn < degree; turn += 1) {
    for (let at = 0; at < degree; at += 1) {
      result[at] = times(result[at], root);
      if (at + 1 < degree) result[at] ^= result[at + 1];
    }
    root = times(root, 2);
  }
  return result;
}

/** The correction bytes of a block.
 * @param {number[]} data
 * @param {number[]} by */
function remainder(data, by) {
  const result = by.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ /** @type {number} */ (result.shift());
    result.push(0);
    by.forEach((coefficient, at) => result[at] ^= times(coefficient, factor));
  }
  return result;
}

/** The bytes in drawing order: blocks interleaved, followed by their correction.
 * @param {number[]} data
 * @param {Table} table
 * @param {number} version */
function interleaved(data, table, version) {
  const count = table.blocks[version - 1];
  const length = table.correction[version - 1];
  const all = capacity(version);
  const short = Math.floor(all / count) - length;
  const isShort = (/** @type {number} */ block) => block < count - (all % count);
  const by = divisor(length);
  const blocks = [];
  for (let block = 0, at = 0; block < count; block += 1) {
    const part = data.slice(at, at += short + (isShort(block) ? 0 : 1));
    blocks.push({ part, correction: remainder(part, by) });
  }
  const result = [];
  for (let at = 0; at <= short; at += 1) {
    for (const { part } of blocks) if (at < part.length) result.push(part[at]);
  }
  for (let at = 0; at < length; at += 1) for (const { correction } of blocks) result.push(correction[at]);
  return result;
}

/** Length and bytes, padded to the capacity of the version.
 * @param {Uint8Array} bytes
 * @param {number} room bytes
 * @param {number} version */
function framed(bytes, room, version) {
  const bits = version < 10 ? 8 : 16;
  /** @type {number[]} */
  const stream = [];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) stream.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, bits);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - stream.length));
  push(0, (8 - stream.length % 8) % 8);
  const result = [];
  for (let at = 0; at < stream.length; at += 8) result.push(parseInt(stream.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; result.length < room; pad ^= 0xec ^ 0x11) result.push(pad);
  return result;
}

/** The positions of the alignment patterns.
 * @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const places = [6];
  for (let at = version * 4 + 10; places.length < count; at -= step) places.splice(1, 0, at);
  return places;
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => (x * y) % 2 + (x * y) % 3 === 0,
  (x, y) => ((x * y) % 2 + (x * y) % 3) % 2 === 0,
  (x, y) => ((x + y) % 2 + (x * y) % 3) % 2 === 0,
];

class Drawing {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    /** Modules that carry no data. @type {boolean[][]} */
    this.fixed = this.dark.map((row) => [...row]);
    this.patterns();
  }

  /** @param {number} x
   * @param {number} y
   * @param {boolean} dark */
  fix(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** @private */
  patterns() {
    const { size, version } = this;
    for (let at = 0; at < size; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.square(cx, cy, 4, [2, 4]);
    const places = alignments(version);
    const last = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      const isCorner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isCorner) this.square(x, y, 2, [1]);
    }));
    this.format(0, 0);
    if (version < 7) return;
    let rest = version;
    for (let turn = 0; turn < 12; turn += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const dark = ((bits >>> at) & 1) !== 0;
      this.fix(size - 11 + at % 3, Math.floor(at / 3), dark);
      this.fix(Math.floor(at / 3), size - 11 + at % 3, dark);
    }
  }

  /** A square whose rings at these distances from its middle are light.
   * @private
   * @param {number} cx
   * @param {number} cy
   * @param {number} reach
   * @param {number[]} light */
  square(cx, cy, reach, light) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        this.fix(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Draws the correction level and the mask.
   * @param {number} level
   * @param {number} mask */
  format(level, mask) {
    const data = (level << 3) | mask;
    let rest = data;
    for (let turn = 0; turn < 10; turn += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (/** @type {number} */ at) => ((bits >>> at) & 1) !== 0;
    const { size } = this;
    for (let at = 0; at <= 5; at += 1) this.fix(8, at, bit(at));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let at = 9; at < 15; at += 1) this.fix(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at += 1) this.fix(size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at += 1) this.fix(8, size - 15 + at, bit(at));
    this.fix(8, size - 8, true);
  }

  /** Draws the bytes in columns of two, up and down from the right.
   * @param {number[]} bytes */
  fill(bytes) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x] || at >= bytes.length * 8) continue;
          this.dark[y][x] = ((bytes[at >>> 3] >>> (7 - (at & 7))) & 1) !== 0;
          at += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  apply(mask) {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) {
        if (!this.fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
      }
    }
  }

  /** The penalty of the standard: runs, blocks, patterns that look like a finder, imbalance of colours. */
  penalty() {
    const { size, dark } = this;
    const columns = dark.map((_, x) => dark.map((row) => row[x]));
    let result = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.map((each) => (each ? "1" : "0")).join("");
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) result += run.length - 2;
      for (const pattern of ["10111010000", "00001011101"]) {
        for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1)) result += 40;
      }
    }
    for (let y = 0; y + 1 < size; y += 1) {
      for (let x = 0; x + 1 < size; x += 1) {
        const same = dark[y][x];
        if (dark[y][x + 1] === same && dark[y + 1][x] === same && dark[y + 1][x + 1] === same) result += 3;
      }
    }
    const share = dark.flat().filter(Boolean).length / (size * size);
    return result + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
  }
}

/** The modules of a text, row by row, without the quiet zone of four modules that must surround them; null if the text
 * is too long for any code.
 * @param {string} text
 * @param {number} [forced] the mask, for tests; otherwise the one with the smallest penalty
 * @returns {boolean[][]|null} */
export function qrCode(text, forced) {
  const bytes = new TextEncoder().encode(text);
  for (const table of [TABLES.M, TABLES.L]) {
    for (let version = 1; version <= LAST_VERSION; version += 1) {
      const room = dataCapacity(table, version);
      if (bytes.length + (version < 10 ? 2 : 3) > room) continue;
      const content = interleaved(framed(bytes, room, version), table, version);
      const drawn = (/** @type {number} */ mask) => {
        const drawing = new Drawing(version);
        drawing.fill(content);
        drawing.apply(mask);
        drawing.format(table.bits, mask);
        return drawing;
      };
      if (forced !== undefined) return drawn(forced).dark;
      const all = MASKS.map((_, mask) => drawn(mask));
      return all.reduce((best, each) => (each.penalty() < best.penalty() ? each : best)).dark;
    }
  }
  return null;
}

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4;

/** A picture of a text for another device's camera: dark on light in either theme, as cameras need.
 * @param {string} text
 * @param {string} label its description for screen readers
 * @returns {SVGSVGElement|null} null if the text is too long */
export function qrPicture(text, label) {
  const rows = qrCode(text);
  if (rows === null) return null;
  const side = rows.length + 2 * QUIET;
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${side} ${side}`);
  picture.setAttribute("class", "qr");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  picture.setAttribute("shape-rendering", "crispEdges");
  const paper = document.createElementNS(SVG, "rect");
  paper.setAttribute("width", String(side));
  paper.setAttribute("height", String(side));
  paper.setAttribute("fill", "#ffffff");
  const squares = document.createElementNS(SVG, "path");
  squares.setAttribute("fill", "#000000");
  squares.setAttribute("d", rows.flatMap((row, y) => row.flatMap((dark, x) =>
    dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])).join(""));
  picture.append(paper, squares);
  return picture;
}
