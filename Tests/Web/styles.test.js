import { equal, holdsTrue } from "./support.js";
import { files, read } from "./web-files.js";

/** Where the tokens are, in the rule of `:root`. */
const TOKENS = "/app/app.css";

/** @returns {Promise<{path: string, css: string}[]>} the style sheets without their comments */
async function sheets() {
  const paths = (await files("app/")).filter((path) => path.endsWith(".css"));
  return await Promise.all(paths.map(async (path) => ({ path, css: (await read(path)).replace(/\/\*[^]*?\*\//g, "") })));
}

/** The innermost blocks in braces, with the text before them.
 * @param {string} css
 * @returns {{selector: string, declarations: [string, string][]}[]} */
function rules(css) {
  return [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: selector.trim(),
    declarations: [...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  }));
}

/** Lines that are drawn and their shadows are as thin everywhere; a curtain's stripes are a picture. */
const THIN = /^(border|outline|box-shadow|text-decoration)/;
/** Properties that may have a length in rem: boxes that hold text grow with it. */
const OF_TEXT = /^(flex|flex-basis|grid-template-columns|(min-|max-)?(inline|block)-size|(scroll-)?padding-inline(-start)?)$/;

/** The parts of a declaration that belong in a token.
 * @param {string} name
 * @param {string} value
 * @returns {string|null} */
function unnamed(name, value) {
  if (/^(font-weight|z-index)$/.test(name) && /\d/.test(value.replace(/var\([^)]*\)/g, ""))) return value;
  for (const [length, number, unit] of value.matchAll(/(?<![\w.#-])(-?[\d.]+)(px|rem)\b/g)) {
    const isThin = unit === "px" && Math.abs(Number(number)) <= 4 && THIN.test(name) && !name.endsWith("radius");
    const isHidden = length === "1px";
    if (!isThin && !isHidden && !(unit === "rem" && OF_TEXT.test(name))) return length;
  }
  return null;
}

Deno.test("what may be written as a number and what is a token", () => {
  for (const [name, value] of [
    ["padding", "8px"], ["gap", "0 13px"], ["font-size", "0.9rem"], ["font-weight", "600"], ["z-index", "7"], ["border-radius", "3px"],
    ["margin-block", "1rem"], ["inline-size", "44px"], ["inset", "-64px"],
  ]) holdsTrue(unnamed(name, value) !== null, `${name}: ${value}`);
  for (const [name, value] of [
    ["padding", "0 var(--space-2)"], ["border", "1px solid var(--rule)"], ["outline-offset", "-3px"], ["flex", "1 1 8rem"],
    ["border-radius", "50%"], ["font-size", "0.875em"], ["z-index", "var(--layer-card)"],
  ]) equal(unnamed(name, value), null, `${name}: ${value}`);
});

Deno.test("lengths, radii, sizes of text, weights and layers are named in one place, and nowhere else by their numbers", async () => {
  /** @type {string[]} */
  const found = [];
  for (const { path, css } of await sheets()) {
    for (const { selector, declarations } of rules(css)) {
      if (path === TOKENS && selector.endsWith(":root")) continue;
      if (selector === "@font-face") continue;
      for (const [name, value] of declarations) {
        holdsTrue(!/^--(size|space|radius|layer|icon|weight)/.test(name), `${path}: ${name} is no token of ${TOKENS}`);
        const length = unnamed(name, value);
        if (length !== null) found.push(`${path} ${selector} ${name}: ${value}`);
      }
    }
  }
  equal(found, []);
});

Deno.test("every token that is used is there, and every one that is there is used", async () => {
  const all = await sheets();
  const app = all.find(({ path }) => path === TOKENS)?.css ?? "";
  const named = new Set([...app.matchAll(/^ {2}(--[\w-]+):/gm)].map((found) => found[1]));
  const text = all.map(({ css }) => css).join("");
  const used = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map((found) => found[1]));
  equal([...named].filter((name) => !used.has(name)), []);
  // Set by the app on an element.
  const own = ["--drawn", "--fill", "--line", "--overhang"];
  equal([...used].filter((name) => !named.has(name) && !own.includes(name) && !text.includes(`${name}:`)), []);
});

Deno.test("widths at which the page changes are a few", async () => {
  for (const { path, css } of await sheets()) {
    for (const [, width] of css.matchAll(/(?:min|max)-width: (\d+)px/g)) holdsTrue(["480", "719", "720", "960", "1100"].includes(width), `${path}: ${width}`);
  }
});

Deno.test("every rule is in a layer, and the layers have one order", async () => {
  const order = /@layer base, parts, screens;/;
  for (const { path, css } of await sheets()) {
    equal(order.test(css), path === TOKENS, path);
    // What remains without layers: the tokens, the font, and print styles.
    let depth = 0;
    const outside = css.replace(order, "").split("\n").filter((line) => {
      const was = depth;
      depth += (line.match(/\{/g) ?? []).length - (line.match(/\}/g) ?? []).length;
      return was === 0 && line.trim() !== "";
    });
    equal(outside.filter((line) => !/^(@layer (base|parts|screens) \{|:root|@font-face|@media print|\})/.test(line)), [], path);
  }
});

Deno.test("a part is described in one sheet: no selector is in two", async () => {
  /** @type {Map<string, string>} */
  const sheetOf = new Map();
  for (const { path, css } of await sheets()) {
    // A part may be overridden within a screen's own scope, and with forced colours.
    const shared = css.replace(/@scope \([^]*?\n\}\n\}/g, "").replace(/@media [^{]*\{[^]*?\n\}/g, "");
    for (const { selector } of rules(shared)) {
      for (const one of selector.split(",").map((each) => each.trim()).filter((each) => each.startsWith("."))) {
        equal(sheetOf.get(one) ?? path, path, one);
        sheetOf.set(one, path);
      }
    }
  }
  holdsTrue(sheetOf.size > 100, "parts are found");
});

Deno.test("within a screen's scope the screen itself is `:scope`: its class would be looked for inside it", async () => {
  for (const { path, css } of await sheets()) {
    for (const [, roots, body] of css.matchAll(/@scope \(([^)]*)\) \{([^]*?)\n\}\n\}/g)) {
      for (const root of roots.split(", ")) {
        equal(rules(body).filter(({ selector }) => selector.split(",").some((each) => each.trim().split(/[ :>[]/)[0] === root)), [],
          `${path} ${root}`);
      }
    }
  }
});
