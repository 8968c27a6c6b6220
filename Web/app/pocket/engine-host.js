// The engine in its worker: opened when the first question comes, begun once more where it ends by itself, and given up
// for this page where that goes on.

/** @import { Kept, Lack, EngineAnswer } from "./wire.js" */

/** An answer takes milliseconds; an engine that is silent for so long will not answer any more. */
const SILENCE_MILLISECONDS = 15_000;
/** A question that ends an engine is asked once more; an engine that ends so often on one page is of no use. */
const MAXIMUM_TRIES = 2;
const MAXIMUM_STARTS = 6;

/** An engine in a worker, as Web/engine has it.
 * @typedef {{get: (path: string) => Promise<EngineAnswer>, openNetwork: (bytes: ArrayBuffer) => Promise<unknown>,
 *   apply: (frame: ArrayBuffer) => Promise<number>, close: () => void}} Engine */

/** What it needs of the world: `connect` begins a worker, `lacks` notes why the file cannot be used.
 * @typedef {{connect: () => Promise<Engine>, kept: () => Kept|null, read: (kept: Kept) => Promise<ArrayBuffer|null>,
 *   lacks: (kept: Kept, lack: Lack) => void, silence?: number}} HostWorld `silence` in milliseconds */

/** The engine cannot answer: the server is to be asked. */
export class EngineAway extends Error {}

export class EngineHost {
  /** @param {HostWorld} world */
  constructor(world) {
    /** @private */
    this.world = world;
    /** @private @type {Promise<Engine>|null} */
    this.opening = null;
    /** The digest of the file that was opened last. @private */
    this.file = "";
    /** How often an engine was begun on it. @private */
    this.starts = 0;
    /** Called with each engine that has opened the file. @type {(engine: Engine) => void} */
    this.onOpen = () => {};
  }

  /** Whether there is a file that an engine may answer from. */
  get isUsable() {
    const kept = this.world.kept();
    return kept !== null && kept.lack === undefined;
  }

  /** Asks the engine, and a new one where the first one dies of it.
   * @param {string} path from the root of the site
   * @returns {Promise<EngineAnswer>}
   * @throws {EngineAway} where none answers */
  async get(path) {
    return await this.use((engine) => engine.get(path));
  }

  /** Does something with an engine.
   * @template Value
   * @param {(engine: Engine) => Promise<Value>} work
   * @returns {Promise<Value>}
   * @throws {EngineAway} */
  async use(work) {
    for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
      const engine = await this.ready();
      try {
        return await this.inTime(work(engine));
      } catch {
        this.end(engine);
      }
    }
    throw new EngineAway("The engine ends on this question.");
  }

  /** Ends the worker; the next question begins another. */
  close() {
    this.opening?.then((engine) => engine.close(), () => {});
    this.opening = null;
    this.starts = 0;
  }

  /** An engine with the file that is kept at present.
   * @private
   * @returns {Promise<Engine>} */
  async ready() {
    const kept = this.world.kept();
    if (kept === null || kept.lack !== undefined) throw new EngineAway("Nothing is kept.");
    if (this.file !== kept.digest) this.close();
    this.file = kept.digest;
    if (this.opening === null) {
      this.starts += 1;
      if (this.starts > MAXIMUM_STARTS) {
        this.world.lacks(kept, "failed");
        throw new EngineAway("The engine ends again and again.");
      }
      const opening = this.begin(kept);
      this.opening = opening;
      opening.then((engine) => this.onOpen(engine), () => {
        if (this.opening === opening) this.opening = null;
      });
    }
    return await this.opening;
  }

  /** @private
   * @param {Kept} kept
   * @returns {Promise<Engine>} */
  async begin(kept) {
    const bytes = await this.world.read(kept).catch(() => null);
    // Another tab may have changed it for a newer one meanwhile.
    const now = this.world.kept();
    if (now !== null && now.digest !== kept.digest) return await this.begin(now);
    if (bytes === null) {
      this.world.lacks(kept, "lost");
      throw new EngineAway("The browser removed the file.");
    }
    /** @type {Engine} */
    let engine;
    try {
      engine = await this.world.connect();
    } catch {
      throw new EngineAway("The engine did not load.");
    }
    try {
      await this.inTime(engine.openNetwork(bytes));
    } catch (error) {
      engine.close();
      const lack = lackOf(error);
      if (lack !== null) this.world.lacks(kept, lack);
      throw new EngineAway("The engine does not open the file.");
    }
    return engine;
  }

  /** @private
   * @param {Engine} engine */
  end(engine) {
    engine.close();
    this.opening = null;
  }

  /** @private
   * @template Value
   * @param {Promise<Value>} answer
   * @returns {Promise<Value>} */
  async inTime(answer) {
    let timer = 0;
    const silence = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new EngineAway("The engine is silent.")), this.world.silence ?? SILENCE_MILLISECONDS);
    });
    try {
      return await Promise.race([answer, /** @type {Promise<never>} */ (silence)]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Why the engine refused a file; null where it died of something else.
 * @param {any} error as the engine's client gives it
 * @returns {Lack|null} */
function lackOf(error) {
  if (error?.code === "other-format") return "format";
  return error?.code === "bad-network" ? "damaged" : null;
}
