// The days of files on this device: read and inferred in a worker, with nothing sent anywhere.

/** @import { Context } from "../context.js" */
/** @import { FileReport } from "../../engine/diary.js" */
import { sibling } from "../render.js";
import { ownZone } from "./participant.js";

/** What the reading of files needs of the world; `connect` begins a worker.
 * @typedef {{connect: () => Promise<Client>, network: () => Promise<ArrayBuffer|null>}} FileWorld */

/** A worker that reads files, as Web/engine has it.
 * @typedef {{open: (network: ArrayBuffer|null) => Promise<void>, infer: (progress: (share: number) => void) => Promise<void>,
 *   add: (file: Blob, progress: (share: number) => void) => Promise<FileReport>,
 *   answer: (what: string, zone: string) => Promise<string>, close: () => void}} Client */

/** What became of a file: its report, or why it was refused.
 * @typedef {{name: string, report: FileReport}|{name: string, problem: any}} ReadFile */

/** @typedef {(what: "reading"|"inferring", share: number, name: string) => void} Progress */

/** The share of the whole that an inference is. */
const INFERENCE = 0.3;

export class FileDays {
  /** @param {FileWorld} world */
  constructor(world) {
    /** @private */
    this.world = world;
    /** @private @type {Promise<Client>|null} */
    this.starting = null;
    /** Whether the lines of a kept network name rides. */
    this.hasLines = false;
  }

  /** Fetches all code, so that nothing needs to be fetched once there is a file.
   * @returns {Promise<Client>} */
  ready() {
    this.starting ??= this.world.connect().catch((error) => {
      this.starting = null;
      throw error;
    });
    return this.starting;
  }

  /** Reads files in place of those before, and infers their days.
   * @param {File[]} files
   * @param {Progress} progress
   * @returns {Promise<ReadFile[]>} in the order of the files
   * @throws what ends the worker: it has no memory left, or it was closed */
  async read(files, progress) {
    const client = await this.ready();
    const network = await this.world.network().catch(() => null);
    this.hasLines = network !== null;
    await client.open(network).catch(async (error) => {
      if (network === null) throw error;
      // A network of another release names no lines.
      this.hasLines = false;
      await client.open(null);
    });
    const all = Math.max(1, files.reduce((sum, { size }) => sum + size, 0));
    /** @type {ReadFile[]} */
    const read = [];
    let before = 0;
    for (const file of files) {
      const { name, size } = file;
      try {
        const report = await client.add(file, (share) =>
          progress("reading", (before + share * size) / all * (1 - INFERENCE), name));
        read.push({ name, report });
      } catch (error) {
        const { code, more } = /** @type {any} */ (error);
        if (code !== "bad-file") throw error;
        read.push({ name, problem: more });
      }
      before += size;
    }
    await client.infer((share) => progress("inferring", 1 - INFERENCE + share * INFERENCE, ""));
    return read;
  }

  /** The server's answer about the days.
   * @param {string} what "days", a day such as "2026-05-04", or the ending of an export, such as "csv"
   * @returns {Promise<string>} JSON or the export */
  async answer(what) {
    return await (await this.ready()).answer(what, ownZone());
  }

  /** Ends the worker, which forgets everything; the next file begins another. */
  close() {
    this.starting?.then((client) => client.close(), () => {});
    this.starting = null;
  }
}

/** @param {Context} context
 * @returns {FileWorld} */
export function browserFiles(context) {
  return { connect: startWorker, network: () => keptNetwork(context) };
}

/** The network that is kept on this device; null without one.
 * @param {Context} context
 * @returns {Promise<ArrayBuffer|null>} */
async function keptNetwork({ pocket }) {
  const kept = pocket?.kept ?? null;
  return pocket === null || kept === null || kept.lack !== undefined ? null : await pocket.keeper.read(kept);
}

/** @returns {Promise<Client>} */
async function startWorker() {
  const { FileDiaryClient } = await import("../../engine/diary-client.js");
  const file = await fetch(sibling("../../engine/takt-diary.wasm", import.meta.url));
  if (!file.ok) throw new Error(`The module is missing: ${file.status}`);
  const wasm = await WebAssembly.compile(await file.arrayBuffer());
  const client = new FileDiaryClient(new Worker(sibling("../../engine/diary-worker.js", import.meta.url), { type: "module" }));
  // The worker's modules are there once it answers.
  await client.open(wasm, null);
  return {
    open: (network) => client.open(wasm, network),
    add: (each, progress) => client.add(each, progress),
    infer: (progress) => client.infer(progress),
    answer: (what, zone) => client.answer(what, zone),
    close: () => client.close(),
  };
}
