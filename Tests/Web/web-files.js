// The files of Web/, for tests that compare them with one another.

const WEB = new URL("../../Web/", import.meta.url);

/** @param {string} folder relative to Web/, with a slash at its end
 * @returns {AsyncGenerator<string>} paths from the root of the site */
async function* walk(folder) {
  for await (const entry of Deno.readDir(new URL(folder, WEB))) {
    if (entry.isDirectory) yield* walk(`${folder}${entry.name}/`);
    else yield `/${folder}${entry.name}`;
  }
}

/** Every file below a folder of the site, sorted.
 * @param {string} folder such as "app/" */
export async function files(folder) {
  return (await Array.fromAsync(walk(folder))).sort();
}

/** @param {string} path from the root of the site */
export async function read(path) {
  return await Deno.readTextFile(new URL(`.${path}`, WEB));
}

/** The app's modules with their text. */
export async function modules() {
  const paths = (await files("app/")).filter((path) => path.endsWith(".js"));
  return await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
}

/** The modules that a module needs first, without itself.
 * @param {string} path
 * @param {Set<string>} [found] */
export async function needed(path, found = new Set()) {
  const text = (await read(path)).replace(/\/\*[^]*?\*\//g, "");
  for (const [, name] of text.matchAll(/^(?:import|export)\s[^;]*?from\s+"(\.[^"]+)"/gm)) {
    const other = new URL(name, `http://takt.test${path}`).pathname;
    if (found.has(other)) continue;
    found.add(other);
    await needed(other, found);
  }
  return found;
}
