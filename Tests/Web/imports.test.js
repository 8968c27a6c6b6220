import { equal } from "./support.js";
import { modules } from "./web-files.js";

/** The modules that a text imports at once or later, types aside, as paths from the root of the site.
 * @param {string} path
 * @param {string} text */
function imports(path, text) {
  const code = text.replace(/\/\*[^]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  const names = [...code.matchAll(/\bfrom\s+"(\.[^"]+)"|\bimport\(?\s*"(\.[^"]+)"/g)].map(([, first, second]) => first ?? second);
  return [...new Set(names.map((name) => new URL(name, `http://takt.test${path}`).pathname))];
}

/** The first circle of imports, from a module back to itself; empty without one.
 * @param {Map<string, string[]>} graph
 * @returns {string[]} */
function circle(graph) {
  const done = new Set();
  /** @param {string} path
   * @param {string[]} way
   * @returns {string[]} */
  const visit = (path, way) => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const next of graph.get(path) ?? []) {
      const found = visit(next, [...way, path]);
      if (found.length > 0) return found;
    }
    done.add(path);
    return [];
  };
  for (const path of graph.keys()) {
    const found = visit(path, []);
    if (found.length > 0) return found;
  }
  return [];
}

Deno.test("the app's modules import one another in no circle, later ones included", async () => {
  const graph = new Map((await modules()).map(({ path, text }) => [path, imports(path, text)]));
  equal(circle(graph), []);
});

Deno.test("a circle is seen, whether its modules are loaded at once or later", () => {
  const graph = new Map([
    ["/app/a.js", imports("/app/a.js", 'import { b } from "./b.js";\n/** @import { C } from "./c.js" */')],
    ["/app/b.js", imports("/app/b.js", 'const { c } = await import("./parts/c.js");')],
    ["/app/parts/c.js", imports("/app/parts/c.js", 'import "../b.js";\n// import "./d.js";')],
  ]);
  equal(graph.get("/app/a.js"), ["/app/b.js"]);
  equal(circle(graph), ["/app/b.js", "/app/parts/c.js", "/app/b.js"]);
});
