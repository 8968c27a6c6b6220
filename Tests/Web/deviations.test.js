import { Deviations, FrameReader } from "../../Web/app/pocket/deviations.js";
import { equal } from "./support.js";

/** @param {number[]} contents one frame for each, of so many bytes */
function framed(...contents) {
  return Uint8Array.from(contents.flatMap((length) => [length, 0, 0, 0, ...Array(length).fill(length)]));
}

/** A server whose answers are lists of pieces, and an engine that says something of each frame.
 * @param {(Uint8Array[]|number)[]} answers
 * @param {(length: number) => number|string} engine the frame's number, or the code of a problem */
function scene(answers, engine) {
  /** @type {string[]} */
  const events = [];
  /** @type {(done: unknown) => void} */
  let end = () => {};
  const over = new Promise((resolve) => end = resolve);
  const deviations = new Deviations({
    send: /** @type {typeof fetch} */ (/** @type {unknown} */ ((/** @type {string} */ address) => {
      events.push(address.replace("/api/v1/deviations/stream", "ask"));
      const answer = answers.shift();
      if (answer === undefined) {
        end(null);
        return new Promise(() => {});
      }
      if (typeof answer === "number") return Promise.resolve(new Response("{}", { status: answer }));
      return Promise.resolve(new Response(new ReadableStream({
        start(controller) {
          for (const piece of answer) controller.enqueue(piece);
          controller.close();
        },
      })));
    })),
    apply: (frame) => {
      const said = engine(frame.byteLength);
      events.push(`${frame.byteLength} ${said}`);
      return typeof said === "number" ? Promise.resolve(said) : Promise.reject(Object.assign(new Error(said), { code: said }));
    },
    begun: () => events.push("begun"),
    wait: () => Promise.resolve(),
  });
  return { deviations, events, over };
}

Deno.test("frames are found wherever the stream is split", () => {
  const bytes = framed(3, 0, 5);
  for (let at = 0; at <= bytes.length; at += 1) {
    const reader = new FrameReader();
    const found = [...reader.push(bytes.slice(0, at)), ...reader.push(bytes.slice(at))];
    equal(found.map(({ byteLength }) => byteLength), [3, 5], `${at}`);
  }
});

Deno.test("a cut stream goes on after the last frame", async () => {
  const { deviations, events, over } = scene([[framed(3, 4)], 503, [framed(5)]], (length) => 100 + length);
  deviations.start();
  await over;
  deviations.stop();
  equal(events, ["ask", "3 103", "begun", "4 104", "ask?after=104", "ask?after=104", "5 105", "begun", "ask?after=105"]);
});

Deno.test("after a gap or damage the stream begins again", async () => {
  const { deviations, events, over } = scene([[framed(3, 4, 5)], [framed(6, 7)]],
    (length) => length === 4 ? "frame-gap" : length === 6 ? "bad-frame" : length);
  deviations.start();
  await over;
  deviations.stop();
  equal(events, ["ask", "3 3", "begun", "4 frame-gap", "ask", "6 bad-frame", "ask"]);
});

Deno.test("where the server has no stream or the engine cannot read it nothing more is asked until another engine begins", async () => {
  for (const [answers, engine, expected] of /** @type {[any[], any, string[]][]} */ ([
    [[404], () => 1, ["ask"]], [[[framed(3)]], () => "other-format", ["ask", "3 other-format"]]])) {
    const { deviations, events } = scene(answers, engine);
    deviations.start();
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    deviations.stop();
    deviations.start();
    equal(events, expected);
    deviations.reset();
    deviations.start();
    equal(events.at(-1), "ask");
    equal(events.length, expected.length + 1);
    deviations.stop();
  }
});
