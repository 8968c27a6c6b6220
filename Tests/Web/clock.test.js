import { ServerClock } from "../../Web/app/clock.js";
import { equal } from "./support.js";

/** A clock whose sources the test turns by hand. */
function made() {
  const time = { steady: 5_000, wall: 1_700_000_000_000 };
  return { time, clock: new ServerClock({ steady: () => time.steady, wall: () => time.wall }) };
}

Deno.test("until the server was heard, this machine's own time counts", () => {
  const { clock, time } = made();
  equal(clock.now(), time.wall);
});

Deno.test("the server's time goes on with the steady clock, whatever the wall clock does", () => {
  const { clock, time } = made();
  clock.set(1_000_000, 1, time.steady);
  time.steady += 2_500;
  time.wall -= 3_600_000;
  equal(clock.now(), 1_002_500);
});

Deno.test("a device that slept, whose steady clock stopped, is not late", () => {
  const { clock, time } = made();
  clock.set(1_000_000, 1, time.steady - 500);
  time.steady += 2_500;
  time.wall += 3 * 3_600_000 + 2_500;
  equal(clock.now(), 1_003_000 + 3 * 3_600_000);
});

Deno.test("until the server is heard again, its time goes on from when it was heard last", () => {
  const { clock, time } = made();
  clock.reckon(1_000_000, 1, time.wall - 60_000);
  equal(clock.now(), 1_060_000);
  clock.set(2_000_000, 1, time.steady);
  clock.reckon(1_000_000, 1, time.wall - 60_000);
  equal(clock.now(), 2_000_000);
});

Deno.test("a wall clock that was put back does not lead into the past", () => {
  const { clock, time } = made();
  clock.reckon(1_000_000, 1, time.wall + 60_000);
  equal(clock.now(), 1_000_000);
});

Deno.test("a simulated clock may be faster", () => {
  const { clock, time } = made();
  clock.set(1_000_000, 30, time.steady);
  time.steady += 1_000;
  equal(clock.now(), 1_030_000);
});

Deno.test("a speed that makes no sense is one", () => {
  for (const speed of [0, -1, NaN]) {
    const { clock, time } = made();
    clock.set(1_000_000, speed, time.steady);
    time.steady += 1_000;
    equal(clock.now(), 1_001_000, `speed ${speed}`);
  }
});

Deno.test("the stream corrects a drift, but not the network's own delay", () => {
  const { clock, time } = made();
  clock.set(1_000_000, 1, time.steady);
  clock.hint(997_500);
  equal(clock.now(), 1_000_000, "after a small difference");
  clock.hint(900_000);
  equal(clock.now(), 900_000, "after a large difference");
  time.steady += 1_000;
  equal(clock.now(), 901_000);
});
