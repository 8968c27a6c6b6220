import { drawUnderFinger } from "../../Web/app/render.js";
import { equal } from "./support.js";

/** A page in which a finger is put on a part or lifted, and what was drawn in it.
 * @param {(page: {finger: (kind: string) => void, draw: (name: string, isUnder?: boolean) => void, drawn: string[],
 *   handled: () => Promise<void>}) => Promise<void>} test */
async function onPage(test) {
  const world = /** @type {any} */ (globalThis);
  const before = world.Node;
  // The page's window is where this test's events go.
  world.Node = { [Symbol.hasInstance]: () => true };
  const part = /** @type {any} */ ({ contains: () => true });
  const elsewhere = /** @type {any} */ ({ contains: () => false });
  /** @type {string[]} */
  const drawn = [];
  const finger = (/** @type {string} */ kind) => void globalThis.dispatchEvent(new Event(kind));
  const handled = () => new Promise((/** @type {(value: void) => void} */ done) => setTimeout(done));
  try {
    await test({ finger, drawn, handled,
      draw: (name, isUnder = true) => drawUnderFinger(isUnder ? part : elsewhere, () => drawn.push(name)) });
  } finally {
    finger("pointerup");
    await handled();
    world.Node = before;
  }
}

Deno.test("a part under a finger is drawn when the finger is lifted, and only the last of its drawings", () =>
  onPage(async ({ finger, draw, drawn, handled }) => {
    draw("before");
    finger("pointerdown");
    draw("first");
    draw("second");
    draw("another part", false);
    equal(drawn, ["before", "another part"]);
    finger("pointerup");
    equal(drawn, ["before", "another part"]);
    await handled();
    equal(drawn, ["before", "another part", "second"]);
  }));

Deno.test("a tap is drawn at once, and no older answer after it", () =>
  onPage(async ({ finger, draw, drawn, handled }) => {
    finger("pointerdown");
    draw("an answer");
    finger("pointerup");
    finger("click");
    draw("the tap");
    equal(drawn, ["the tap"]);
    await handled();
    equal(drawn, ["the tap"]);
  }));

Deno.test("a finger that scrolls, or a page that is left, holds nothing back", () =>
  onPage(async ({ finger, draw, drawn, handled }) => {
    for (const end of ["pointercancel", "blur"]) {
      finger("pointerdown");
      draw(end);
      finger(end);
      await handled();
    }
    equal(drawn, ["pointercancel", "blur"]);
  }));
