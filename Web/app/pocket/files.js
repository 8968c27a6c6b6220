// Where the network's file is kept: the site's private file system, or the browser's cache where that is missing. A file
// comes in parts under temporary names; it has its own name once it is whole and was verified.

/** @import { Folder } from "./wire.js" */

const FOLDER = "takt-network";
const CACHE = "takt-network";
const PART = ".part-";
const PART_DIGITS = 5;

/** The folder of this browser; null where it keeps no files: an old one, or one that is not asked over HTTPS.
 * @returns {Promise<Folder|null>} */
export async function browserFolder() {
  const hasFiles = typeof FileSystemFileHandle !== "undefined" && "createWritable" in FileSystemFileHandle.prototype;
  try {
    if (hasFiles) return fileFolder(await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true }));
  } catch {
    // A private window may have the interface and refuse it.
  }
  try {
    return typeof caches === "undefined" ? null : cacheFolder(await caches.open(CACHE));
  } catch {
    return null;
  }
}

/** Removes the folder with all that is in it. */
export async function removeFolder() {
  const folder = await browserFolder();
  if (folder !== null) await keepOnly(folder, null);
}

/** @param {FileSystemDirectoryHandle} folder
 * @returns {Folder} */
function fileFolder(folder) {
  return {
    async list() {
      const files = [];
      for await (const handle of /** @type {any} */ (folder).values()) {
        if (handle.kind === "file") files.push({ name: handle.name, bytes: (await handle.getFile()).size });
      }
      return files;
    },
    async read(name) {
      try {
        return await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer();
      } catch (error) {
        if (error instanceof DOMException && error.name === "NotFoundError") return null;
        throw error;
      }
    },
    async write(name, bytes) {
      const file = await (await folder.getFileHandle(name, { create: true })).createWritable();
      try {
        await file.write(bytes);
        await file.close();
      } catch (error) {
        await file.abort().catch(() => {});
        await folder.removeEntry(name).catch(() => {});
        throw error;
      }
    },
    async remove(name) {
      await folder.removeEntry(name).catch((error) => {
        if (error.name !== "NotFoundError") throw error;
      });
    },
  };
}

/** @param {Cache} cache
 * @returns {Folder} */
function cacheFolder(cache) {
  const address = (/** @type {string} */ name) => `/${FOLDER}/${name}`;
  return {
    async list() {
      return await Promise.all((await cache.keys()).map(async (request) => {
        const bytes = Number((await cache.match(request))?.headers.get("Content-Length") ?? 0);
        return { name: new URL(request.url).pathname.slice(address("").length), bytes };
      }));
    },
    async read(name) {
      return await (await cache.match(address(name)))?.arrayBuffer() ?? null;
    },
    async write(name, bytes) {
      await cache.put(address(name), new Response(bytes, { headers: { "Content-Length": String(bytes.length) } }));
    },
    async remove(name) {
      await cache.delete(address(name));
    },
  };
}

/** The parts of a file that have come, in order.
 * @param {Folder} folder
 * @param {string} name
 * @returns {Promise<{name: string, bytes: number}[]>} those that follow one another without a gap */
export async function partsOf(folder, name) {
  const parts = (await folder.list()).filter((each) => each.name.startsWith(name + PART))
    .sort((one, other) => one.name < other.name ? -1 : 1);
  const gap = parts.findIndex((part, at) => part.name !== partName(name, at) || part.bytes === 0);
  return gap === -1 ? parts : parts.slice(0, gap);
}

/** @param {string} name
 * @param {number} at from 0 */
export function partName(name, at) {
  return name + PART + String(at).padStart(PART_DIGITS, "0");
}

/** Removes all files but the one of a name, and with `parts` its parts.
 * @param {Folder} folder
 * @param {string|null} name null for none
 * @param {{parts?: boolean}} [keeping] */
export async function keepOnly(folder, name, { parts = false } = {}) {
  for (const each of await folder.list()) {
    const isKept = name !== null && (each.name === name || parts && each.name.startsWith(name + PART));
    if (!isKept) await folder.remove(each.name);
  }
}
