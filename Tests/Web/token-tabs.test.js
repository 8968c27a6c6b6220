import { Rider } from "../../Web/app/rider/rider.js";
import { memory, refusal, server } from "./rider-server.js";
import { equal } from "./support.js";

/** A rider in a tab that sees late what another one stored, with a server that gives out the token "new".
 * @param {{before?: string, status?: any}} [how] `before` is the token that this tab still sees */
function late({ before, status } = {}) {
  const kept = new Map(before === undefined ? [] : [["takt.rider", before]]);
  const { send, asked } = server(() => status ?? { status: 201, body: { token: "new" } });
  setTimeout(() => kept.set("takt.rider", "stored"), 150);
  return { rider: new Rider(memory(kept), send), asked, kept };
}

/** Runs work while another tab holds the lock of a stored token.
 * @param {() => Promise<void>} work */
async function besideAnotherTab(work) {
  const locks = {
    query: () => Promise.resolve({ held: [{ name: "takt.rider stored" }] }),
    request: async (/** @type {any[]} */ ...rest) => await rest.at(-1)({}),
  };
  const real = Object.getOwnPropertyDescriptor(navigator, "locks");
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  try {
    await work();
  } finally {
    if (real === undefined) Reflect.deleteProperty(navigator, "locks");
    else Object.defineProperty(navigator, "locks", real);
  }
}

// This tab has stored nothing in the first two.
Deno.test("a tab with the token of before does not put the rider aside when another one got a new one", () =>
  besideAnotherTab(async () => {
    const { rider, kept } = late({ before: "before", status: refusal(401, "no-rider") });
    await rider.request("GET", "/rider/home").catch(() => {});
    equal([rider.token, [...kept.keys()]], ["stored", ["takt.rider"]]);
  }));

Deno.test("a tab that does not see yet what another one stored waits for it", () =>
  besideAnotherTab(async () => {
    const { rider, asked } = late();
    equal([await rider.begin("de"), rider.token, asked], [false, "stored", []]);
  }));

Deno.test("a rider who was deleted meanwhile is not waited for without end", () =>
  besideAnotherTab(async () => {
    const { rider, kept } = late();
    equal(await rider.begin("de"), false);
    kept.delete("takt.rider");
    equal([await rider.begin("de"), rider.token], [true, "new"]);
  }));
