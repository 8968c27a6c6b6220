// Creates elements. Text is always text: nothing is parsed as HTML.

/** @typedef {string|number|Node|null|undefined|false} Child */

/** Creates an element. `class`, `text` and handlers such as `onclick` are supported; `true` sets an empty attribute,
 * null and false none; everything else becomes an attribute.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...(Child|Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]} */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on") && typeof value === "function") {
      element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** A name that may be broken after a slash, before browsers break a word.
 * @param {string} name */
export function breakable(name) {
  return name.split("/").flatMap((part, at) => at === 0 ? [part] : ["/", h("wbr"), part]);
}

const SVG = "http://www.w3.org/2000/svg";

/** The path of a file of the same release.
 * @param {string} path relative to the module, such as "../vendor/icons.svg"
 * @param {string} module its `import.meta.url` */
export function sibling(path, module) {
  return new URL(path, module).pathname;
}

const ICONS = sibling("../vendor/icons.svg", import.meta.url);

/** A decorative icon of the sprite; a text or label accompanies it.
 * @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${ICONS}#${name}`);
  svg.append(use);
  return svg;
}

/** Sets the text only when it differs, to avoid repeated announcements and layout.
 * @param {Element} element
 * @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A selector that finds a control again after a redraw; null where the control has no id, key or address.
 * @param {Element|null} element
 * @returns {string|null} */
export function selectorOf(element) {
  if (element === null) return null;
  if (element.id !== "") return `#${CSS.escape(element.id)}`;
  for (const name of ["data-key", "data-call", "data-connection", "data-control", "data-vehicle", "href"]) {
    const value = element.getAttribute(name);
    if (value !== null) return `[${name}="${CSS.escape(value)}"]`;
  }
  return element.localName === "summary" ? selectorOf(element.parentElement)?.concat(" > summary") ?? "summary" : null;
}

/** The node under the finger, until its click was handled. @type {Node|null} */
let pressed = null;
/** What is drawn when the finger is lifted, by the part in which it is. @type {Map<Node, () => void>} */
const held = new Map();

/** @param {Node|null} node */
function press(node) {
  pressed = node;
}

function release() {
  press(null);
  const draws = [...held.values()];
  held.clear();
  for (const draw of draws) draw();
}

globalThis.addEventListener?.("pointerdown", ({ target }) => press(target instanceof Node ? target : null), true);
// A handler draws at once.
globalThis.addEventListener?.("click", () => press(null), true);
for (const end of ["pointerup", "pointercancel", "blur"]) {
  // A click follows in the same task.
  globalThis.addEventListener?.(end, () => setTimeout(release), true);
}

/** Draws a part, but not while a finger is on it: a browser forgets a tap whose control was replaced.
 * @param {Node} part
 * @param {() => void} draw */
export function drawUnderFinger(part, draw) {
  if (pressed !== null && part.contains(pressed)) return void held.set(part, draw);
  held.delete(part);
  draw();
}

/** The content drawn into a part, and its markup. @type {WeakMap<Element, {nodes: Node[], print: string}>} */
const drawn = new WeakMap();

/** Replaces the children of a part if their markup changed, and when no finger is on them. The focus moves to the same
 * control among the new children. A part with fields is always redrawn, because markup does not show their values.
 * @param {Element} parent
 * @param {(Node|string)[]} children */
export function patch(parent, children) {
  drawUnderFinger(parent, () => replace(parent, children));
}

/** @param {Element} parent
 * @param {(Node|string)[]} children */
function replace(parent, children) {
  const nodes = children.map((each) => each instanceof Node ? each : new Text(each));
  const print = nodes.map((node) => node instanceof Element ? node.outerHTML : node.nodeValue).join();
  const before = drawn.get(parent);
  const isSame = before?.print === print && parent.childNodes.length === nodes.length &&
    before.nodes.every((node, at) => node === parent.childNodes[at]);
  if (isSame && parent.querySelector("input, select, textarea") === null) return;
  const { activeElement } = document;
  const control = parent.contains(activeElement) ? selectorOf(activeElement) : null;
  parent.replaceChildren(...nodes);
  drawn.set(parent, { nodes, print });
  const again = control === null ? null : parent.querySelector(control);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Loads a style sheet once; later screens bring their own.
 * @param {string} path
 * @returns {Promise<void>} resolved when it applies */
export function loadStyle(path) {
  const known = styles.get(path);
  if (known !== undefined) return known;
  /** @type {Promise<void>} */
  const loading = new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href: path, onload: () => resolve() });
    link.onerror = () => {
      styles.delete(path);
      link.remove();
      reject(new Error(`${path} did not load.`));
    };
    document.head.append(link);
  });
  styles.set(path, loading);
  return loading;
}
