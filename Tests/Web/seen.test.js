import { whileSeen } from "../../Web/app/seen.js";
import { equal } from "./support.js";

/** A page that is seen or not, and a clock that the test moves.
 * @param {(page: {see: (isSeen: boolean) => void, pass: (milliseconds: number) => void}) => void} test */
function onPage(test) {
  const document = Object.assign(new EventTarget(), { hidden: false });
  /** @type {Map<number, {every: number, due: number, work: () => void}>} */
  const timers = new Map();
  let [now, last] = [0, 0];
  const world = /** @type {any} */ (globalThis);
  const real = { setInterval: world.setInterval, clearInterval: world.clearInterval };
  world.document = document;
  world.setInterval = (/** @type {() => void} */ work, /** @type {number} */ every) => {
    timers.set(++last, { every, due: now + every, work });
    return last;
  };
  world.clearInterval = (/** @type {number} */ id) => timers.delete(id);
  try {
    test({
      see: (isSeen) => {
        document.hidden = !isSeen;
        document.dispatchEvent(new Event("visibilitychange"));
      },
      pass: (milliseconds) => {
        for (const end = now + milliseconds; now < end; now += 1) {
          for (const timer of timers.values()) {
            if (timer.due > now) continue;
            timer.due = now + timer.every;
            timer.work();
          }
        }
      },
    });
  } finally {
    Object.assign(world, real);
    delete world.document;
  }
}

Deno.test("work goes on while the page is seen, and at once when it is seen again", () => {
  onPage(({ see, pass }) => {
    let done = 0;
    whileSeen(10, () => done += 1);
    pass(25);
    equal(done, 2);
    see(false);
    pass(100);
    equal(done, 2, "in a pocket");
    see(true);
    equal(done, 3, "when it is seen again");
    pass(15);
    equal(done, 4);
  });
});

Deno.test("a screen's work ends when it is left, also while the page is not seen", () => {
  for (const isSeen of [true, false]) {
    onPage(({ see, pass }) => {
      let done = 0;
      const leaving = new AbortController();
      whileSeen(10, () => done += 1, leaving.signal);
      see(isSeen);
      const before = done;
      leaving.abort();
      pass(50);
      see(true);
      pass(50);
      equal(done, before);
      // A screen that was left before it could begin does not.
      whileSeen(10, () => done += 1, leaving.signal);
      pass(50);
      equal(done, before);
    });
  }
});
