import { FileDays } from "../../Web/app/diary/file-days.js";
import { fileLine, LEFT_OUT } from "../../Web/app/diary/file-words.js";
import { loadCatalogue, Speaker } from "../../Web/app/i18n.js";
import { parseDiary } from "../../Web/app/router.js";
import { EngineError } from "../../Web/engine/host.js";
import { answering, WorkerClient } from "../../Web/engine/messages.js";
import { equal } from "./support.js";

const speaker = new Speaker("en", "en-GB", await loadCatalogue("en", ["diary"]));
const REPORT = { format: "GPX", fixes: 1200, motions: 0, skipped: {} };

/** A worker that reads every file but those of which it knows a problem.
 * @param {Record<string, object>} problems by the file's name
 * @param {{wantsNoNetwork?: boolean}} [how] */
function client(problems, { wantsNoNetwork = false } = {}) {
  /** @type {string[]} */
  const asked = [];
  return {
    asked,
    /** @type {(network: ArrayBuffer|null) => Promise<void>} */
    open: (network) => {
      asked.push(network === null ? "open" : "open with a network");
      return network !== null && wantsNoNetwork ? Promise.reject(new EngineError("bad-network", "")) : Promise.resolve();
    },
    /** @type {(file: any, progress: (share: number) => void) => Promise<any>} */
    add: (file, progress) => {
      asked.push(file.name);
      progress(0.5);
      const problem = problems[file.name];
      return problem === undefined ? Promise.resolve(REPORT) : Promise.reject(new EngineError("bad-file", "", problem));
    },
    /** @type {(progress: (share: number) => void) => Promise<void>} */
    infer: (progress) => {
      asked.push("infer");
      progress(0.5);
      return Promise.resolve();
    },
    answer: (/** @type {string} */ what) => Promise.resolve(what),
    close: () => asked.push("close"),
  };
}

/** @param {string} name
 * @param {number} size */
const file = (name, size) => /** @type {any} */ ({ name, size });
const nothing = () => Promise.resolve(null);

Deno.test("files are read one after another, then the days are inferred, and the progress only grows", async () => {
  const worker = client({});
  const days = new FileDays({ connect: () => Promise.resolve(worker), network: nothing });
  /** @type {number[]} */
  const shares = [];
  const read = await days.read([file("a.gpx", 100), file("b.rec", 300)], (_, share) => shares.push(share));
  equal(worker.asked, ["open", "a.gpx", "b.rec", "infer"]);
  equal(read.map(({ name }) => name), ["a.gpx", "b.rec"]);
  equal(shares.length, 3);
  equal(shares.every((share, at) => share > 0 && share < 1 && share > (shares[at - 1] ?? 0)), true);
});

Deno.test("a file that is refused costs only itself", async () => {
  const worker = client({ "b.rec": { kind: "unknown-format", detail: "" } });
  const days = new FileDays({ connect: () => Promise.resolve(worker), network: nothing });
  const read = await days.read([file("b.rec", 1), file("a.gpx", 1)], () => {});
  equal(read.map((each) => "problem" in each), [true, false]);
});

Deno.test("a kept network names lines unless it is of another release", async () => {
  const network = () => Promise.resolve(new ArrayBuffer(1));
  const one = client({});
  const days = new FileDays({ connect: () => Promise.resolve(one), network });
  await days.read([file("a.gpx", 1)], () => {});
  equal([one.asked[0], days.hasLines], ["open with a network", true]);
  const other = client({}, { wantsNoNetwork: true });
  const old = new FileDays({ connect: () => Promise.resolve(other), network });
  await old.read([file("a.gpx", 1)], () => {});
  equal([other.asked.slice(0, 2), old.hasLines], [["open with a network", "open"], false]);
});

Deno.test("a worker that ends is replaced by the next one", async () => {
  let connections = 0;
  const days = new FileDays({ network: nothing, connect: () => {
    connections += 1;
    return connections === 1 ? Promise.reject(new Error("the module is missing")) : Promise.resolve(client({}));
  } });
  equal(await days.ready().then(() => "ready", () => "failed"), "failed");
  await days.ready();
  days.close();
  await days.ready();
  equal(connections, 3);
});

Deno.test("each file gets a sentence: what was read, what was left out, what was expected where", () => {
  const skipped = { "no usable time": 3, "recorded twice": 1 };
  equal(fileLine({ name: "a.gpx", report: { ...REPORT, skipped } }, speaker), {
    text: "a.gpx: GPX, 1,200 places", leftOut: "Left out: 3 without a usable time, 1 recorded twice", isProblem: false,
  });
  const problem = (/** @type {object} */ parts) =>
    fileLine({ name: "a.gpx", problem: { detail: "", ...parts } }, speaker).text;
  equal(problem({ kind: "malformed", format: "GPX file", line: 7 }),
    "a.gpx looks like GPX file, but is damaged or cut off in line 7.");
  equal(problem({ kind: "missing-columns", columns: ["lat", "lon"] }), "a.gpx: the first line has no column lat, lon.");
  equal(problem({ kind: "too-long", limitBytes: 200_000_000 }).includes("200 MB"), true);
  for (const kind of ["unknown-format", "compressed", "malformed"]) equal(problem({ kind }).startsWith("a.gpx "), true);
  equal(Object.values(LEFT_OUT).every((key) => speaker.say(key, { n: 1 }).startsWith("1 ")), true);
});

Deno.test("the address of the files names their day", () => {
  equal(parseDiary("files", new URLSearchParams("day=2026-05-04")), {
    date: "2026-05-04", from: null, to: null, code: "", part: "files" });
  equal(parseDiary("files", new URLSearchParams())?.date, null);
});

Deno.test("a worker is asked one thing at a time, and says how far it is", async () => {
  const worker = /** @type {any} */ ({ postMessage: (/** @type {any} */ data) => self.onmessage?.(/** @type {any} */ ({ data })) });
  const { postMessage, onmessage } = self;
  self.postMessage = (/** @type {any} */ data) => worker.onmessage({ data });
  try {
    const client = new WorkerClient(worker);
    /** @type {string[]} */
    const order = [];
    let traps = 0;
    answering(async (method, values, progress) => {
      order.push(`${method} begins`);
      await Promise.resolve();
      if (method === "trap") throw new WebAssembly.RuntimeError("unreachable");
      progress(0.5);
      order.push(`${method} ends`);
      return values;
    }, () => traps += 1);
    /** @type {number[]} */
    const shares = [];
    const all = await Promise.all([
      client.ask("one", [1], { progress: (share) => shares.push(share) }), client.ask("two", [2]),
      client.ask("trap", []).catch((/** @type {any} */ error) => error.code),
    ]);
    equal([all, shares, traps], [[[1], [2], "engine-failed"], [0.5], 1]);
    equal(order.slice(0, 4), ["one begins", "one ends", "two begins", "two ends"]);
  } finally {
    Object.assign(self, { postMessage, onmessage });
  }
});
