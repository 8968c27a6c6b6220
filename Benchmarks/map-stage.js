// Runs in the page before the app: vehicles and time of map-load's own. `stage.count` is the number of vehicles: copies
// of those that the server reports, each copy of the town elsewhere. From `stage.hold()` on, time passes by
// `stage.play()` only, a sixtieth of a second for each frame, as on a device that is never late.
globalThis.stage = (() => {
  const FRAME = 1000 / 60;
  /** Degrees between two copies: one view contains them all. */
  const APART = 0.004;
  const COLUMNS = 8;
  /** Each second the server reports one vehicle in this number. */
  const SENT = 20;
  /** The ids of the stage's timers and frames, above those of the browser. */
  const OWN_IDS = 1e9;
  const real = {
    frame: requestAnimationFrame.bind(globalThis), cancel: cancelAnimationFrame.bind(globalThis), timer: setTimeout.bind(globalThis),
    clear: clearTimeout.bind(globalThis), now: performance.now.bind(performance), fetch: fetch.bind(globalThis),
  };
  let isHeld = false, at = 0, begun = 0, lastId = OWN_IDS, frames = [], timers = [];
  // Within a frame time passes as it does, so that the app can see how long it works.
  performance.now = () => isHeld ? at + (begun > 0 ? real.now() - begun : 0) : real.now();
  globalThis.requestAnimationFrame = (call) => isHeld ? (frames.push({ id: ++lastId, call }), lastId) : real.frame(call);
  globalThis.cancelAnimationFrame = (id) => id < OWN_IDS ? real.cancel(id) : frames = frames.filter((each) => each.id !== id);
  globalThis.setTimeout = (call, wait = 0, ...values) => {
    if (!isHeld) return real.timer(call, wait, ...values);
    timers.push({ id: ++lastId, due: at + wait, call: () => call(...values) });
    return lastId;
  };
  globalThis.clearTimeout = (id) => id < OWN_IDS ? real.clear(id) : timers = timers.filter((each) => each.id !== id);

  let fleet = [], first = 0, news = [], second = 0, stream;
  const event = (vehicles, asOf, reset) => new TextEncoder().encode(
    `id: ${asOf}\nevent: vehicles\ndata: ${JSON.stringify({ asOf, removed: [], reset, vehicles })}\n\n`);
  const report = (vehicles, seconds, reset) => {
    const asOf = first + 1000 * seconds;
    return event(vehicles.map((each) => ({ ...each, updatedAt: asOf })), asOf, reset);
  };
  const copies = (vehicles) => Array.from({ length: stage.count }, (_, index) => {
    const one = vehicles[index % vehicles.length], copy = Math.floor(index / vehicles.length);
    const [east, north] = [(copy % COLUMNS) * APART, Math.floor(copy / COLUMNS) * APART];
    const path = one.path.map(([seconds, longitude, latitude]) => [seconds, longitude + east, latitude + north]);
    return { ...one, id: `${copy}-${one.id}`, path };
  });
  globalThis.fetch = async (address, options) => {
    if (typeof address !== "string" || !address.startsWith("/api/v1/vehicles/stream")) return real.fetch(address, options);
    if (fleet.length === 0) {
      const answer = await (await real.fetch("/api/v1/vehicles")).json();
      [first, fleet] = [answer.asOf, copies(answer.vehicles)];
    }
    const body = new ReadableStream({ start: (controller) => stream = controller });
    real.timer(() => stream.enqueue(report(fleet, performance.now() / 1000, true)), 0);
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  };

  // A finger that drags the map to and fro.
  const finger = { x: 195, y: 420, step: 1 };
  const touch = (kind) => {
    const target = document.querySelector(".maplibregl-canvas");
    const touches = [new Touch({ identifier: 1, target, clientX: finger.x, clientY: finger.y })];
    target.dispatchEvent(new TouchEvent(kind, { touches, targetTouches: touches, bubbles: true, cancelable: true }));
  };
  const drag = (pixels) => {
    finger.x += finger.step * pixels;
    finger.y += (finger.step * pixels) / 2;
    if (finger.x < 90 || finger.x > 300) finger.step = -finger.step;
    touch("touchmove");
  };

  const frame = (pixels) => {
    at += FRAME;
    begun = real.now();
    if (Math.floor(at / 1000) > second) {
      second = Math.floor(at / 1000);
      stream.enqueue(news[second % SENT]);
    }
    const due = timers.filter((each) => each.due <= at).sort((a, b) => a.due - b.due);
    timers = timers.filter((each) => each.due > at);
    for (const each of due) each.call();
    drag(pixels);
    const calls = frames;
    frames = [];
    for (const { call } of calls) call(at);
    begun = 0;
  };
  return {
    count: 0,
    paintings: 0,
    hold() {
      at = real.now();
      second = Math.floor(at / 1000);
      news = Array.from({ length: SENT }, (_, part) => report(fleet.filter((__, index) => index % SENT === part), second, false));
      isHeld = true;
      touch("touchstart");
    },
    /** Plays a frame in which the finger moves; in a task of its own, which the browser counts as a script.
     * @returns {Promise<number>} the number of times the vehicles were painted so far */
    play: (pixels) => new Promise((resolve) => real.timer(() => {
      frame(pixels);
      resolve(stage.paintings);
    }, 0)),
  };
})();
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.classList?.contains("vehicles")) stage.paintings += 1;
  return clear.apply(this, box);
};
// What the graphics card would do is not measured, and without one takes all of the machine.
for (const name of ["drawElements", "drawArrays"]) WebGL2RenderingContext.prototype[name] = () => {};
if (localStorage.getItem("takt.settings") === null) localStorage.setItem("takt.settings", '{"vehicles": null}');
