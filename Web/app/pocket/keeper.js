// Keeps the network on this device: brings the file, changes it for a newer one, removes it. One tab does that at a time,
// and all tabs know how far it is.

/** @import { Store } from "../store.js" */
/** @import { Ending, Folder, Kept, Offer } from "./wire.js" */
import { differenceFor } from "./difference.js";
import { DownloadEnd, download } from "./download.js";
import { browserFolder, keepOnly } from "./files.js";
import { keptNetwork, noteKept, noteWanted, wantedDigest } from "./record.js";

const LOCK = "takt-network";
const CHANNEL = "takt-network";
/** In this cache the service worker finds that the network is kept: it then keeps the engine with every release. */
export const MARK_CACHE = "takt-pocket";
/** Room for the file once more while it is put together. */
const ROOM_TIMES = 2;

/** What a download is at: `loading` with the `bytes` that are here, by this tab or another; `ended` why it is not whole.
 * @typedef {{kind: "loading", bytes: number, all: number, isHere: boolean}|{kind: "ended", ending: Ending}|null} Work */

/** What the keeper needs of the world.
 * @typedef {{store: Store|null, now: () => number, folder: () => Promise<Folder|null>, send: typeof fetch,
 *   room: () => Promise<number>, persist: () => Promise<unknown>, marked: (isKept: boolean) => Promise<unknown>,
 *   digest: (bytes: ArrayBuffer) => Promise<ArrayBuffer>, wait: (milliseconds: number, signal: AbortSignal) => Promise<void>,
 *   locks?: LockManager, channel: Pick<BroadcastChannel, "postMessage"> & {onmessage: any}|null}} KeeperWorld `now` is the
 *   server's clock; `room` is how many more bytes the browser lets this site keep */

/** The world of a browser.
 * @param {Store|null} store
 * @param {() => number} now the server's clock
 * @returns {KeeperWorld} */
export function browserWorld(store, now) {
  return {
    store, now, folder: browserFolder, send: (...request) => fetch(...request),
    room: async () => {
      const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.().catch(() => /** @type {StorageEstimate} */ ({})) ?? {};
      return quota - usage;
    },
    persist: async () => await navigator.storage?.persist?.(),
    marked: async (isKept) => {
      if (!isKept) return await caches.delete(MARK_CACHE);
      await (await caches.open(MARK_CACHE)).put("/kept", new Response(""));
      navigator.serviceWorker?.controller?.postMessage("engine");
    },
    digest: (bytes) => crypto.subtle.digest("SHA-256", bytes),
    wait: (milliseconds, signal) => new Promise((resolve, reject) => {
      setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
    locks: navigator.locks,
    channel: typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL),
  };
}

/** Whether this browser can keep the network at all: it gives neither files nor digests without HTTPS. */
export function canKeep() {
  return globalThis.isSecureContext && typeof crypto.subtle !== "undefined" && typeof caches !== "undefined";
}

export class Keeper {
  /** @param {KeeperWorld} world */
  constructor(world) {
    /** @private */
    this.world = world;
    /** @type {Work} */
    this.work = null;
    /** @private @type {AbortController|null} */
    this.stopping = null;
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    const { channel } = world;
    if (channel !== null) channel.onmessage = (/** @type {{data: any}} */ { data }) => this.heard(data);
  }

  /** What is kept, null if nothing is. @returns {Kept|null} */
  get kept() {
    return keptNetwork(this.world.store);
  }

  /** What a rider wanted and is not here yet, as when the page was left meanwhile; null if nothing is. */
  get wanted() {
    return wantedDigest(this.world.store);
  }

  /** @param {() => void} listener called when what is kept or the download changed
   * @param {AbortSignal} [signal] ends it */
  onChange(listener, signal) {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
  }

  /** Tells that something changed, here or in another tab. */
  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Brings the file and keeps it, in the place of the one that was kept until now. Where another tab is at it, waits for
   * that one.
   * @param {Offer} offer
   * @returns {Promise<boolean>} whether it is kept now */
  async keep(offer) {
    if (this.stopping !== null) return false;
    const stopping = new AbortController();
    this.stopping = stopping;
    noteWanted(this.world.store, offer.digest);
    this.report({ kind: "loading", bytes: 0, all: offer.bytes, isHere: true });
    try {
      await this.alone(stopping.signal, () => this.bring(offer, stopping.signal));
      this.report(null);
      return true;
    } catch (error) {
      const ending = error instanceof DownloadEnd ? error.ending : "refused";
      this.report(stopping.signal.aborted ? null : { kind: "ended", ending });
      return false;
    } finally {
      this.stopping = null;
    }
  }

  /** Ends the download; what has come stays for the next attempt, or until all is removed. */
  cancel() {
    noteWanted(this.world.store, null);
    this.stopping?.abort(new DOMException("cancelled", "AbortError"));
    // Another tab's ends too.
    this.world.channel?.postMessage({ cancel: true });
  }

  /** Removes what is kept, and what came of it. */
  async remove() {
    this.cancel();
    noteKept(this.world.store, null);
    await this.world.marked(false);
    this.work = null;
    this.changed();
    const folder = await this.world.folder();
    if (folder !== null) await keepOnly(folder, null);
    this.world.channel?.postMessage({ changed: true });
  }

  /** The bytes of the kept file; null where the browser no longer has it whole.
   * @param {Kept} kept
   * @returns {Promise<ArrayBuffer|null>} */
  async read({ digest, bytes }) {
    const folder = await this.world.folder();
    const file = await folder?.read(digest) ?? null;
    return file?.byteLength === bytes ? file : null;
  }

  /** @private
   * @param {Offer} offer
   * @param {AbortSignal} signal */
  async bring(offer, signal) {
    const { world } = this;
    const known = this.kept;
    // Another tab may have brought it while this one waited.
    if (known?.digest === offer.digest && known.lack === undefined && await this.read(known) !== null) {
      return noteWanted(world.store, null);
    }
    const folder = await world.folder();
    if (folder === null || world.store === null) throw new DownloadEnd("refused");
    // Parts of other files are of no use any more; the file in use stays until the new one is whole.
    for (const { name } of await folder.list()) {
      if (!name.startsWith(offer.digest) && name !== known?.digest) await folder.remove(name);
    }
    if (await world.room() < ROOM_TIMES * offer.bytes) throw new DownloadEnd("full");
    // Firefox asks the person, who may never answer.
    world.persist().catch(() => {});
    const progress = (/** @type {number} */ bytes) => this.report({ kind: "loading", bytes, all: offer.bytes, isHere: true });
    const difference = differenceFor(offer, known);
    await download(offer, { folder, send: world.send, digest: world.digest, wait: world.wait }, { signal, progress, difference });
    signal.throwIfAborted();
    const { digest, bytes, firstDay, lastDay, region, revision } = offer;
    try {
      noteKept(world.store, {
        digest, bytes, firstDay, lastDay, at: world.now(), revision, ...(region === undefined ? {} : { region }),
      });
    } catch {
      throw new DownloadEnd("full");
    }
    await world.marked(true).catch(() => {});
    await keepOnly(folder, digest);
    world.channel?.postMessage({ changed: true });
  }

  /** @private
   * @param {AbortSignal} signal
   * @param {() => Promise<void>} work */
  async alone(signal, work) {
    const { locks } = this.world;
    if (locks === undefined) return await work();
    await locks.request(LOCK, { signal }, work);
  }

  /** @private
   * @param {Work} work */
  report(work) {
    this.work = work;
    this.world.channel?.postMessage({ work });
    this.changed();
  }

  /** @private
   * @param {{work?: Work, cancel?: boolean, changed?: boolean}} data from another tab */
  heard({ work, cancel }) {
    if (cancel) this.stopping?.abort(new DOMException("cancelled", "AbortError"));
    // Who waits here for the other tab shows how far that one is.
    if (work !== undefined && (this.stopping === null || work?.kind === "loading")) {
      this.work = work?.kind === "loading" ? { ...work, isHere: false } : null;
    }
    this.changed();
  }
}

