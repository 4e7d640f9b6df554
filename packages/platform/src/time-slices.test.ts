import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { createTimeSlices, takeTurn } from "./time-slices.ts";

test("lets the event loop run while long work goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const pause = createTimeSlices();
  const endMs = performance.now() + 100;
  let pieces = 0;
  while (performance.now() < endMs) {
    pieces += 1;
    await pause();
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
  expect(pieces).toBeGreaterThan(turns);
});

test("gives each turn of the event loop to one piece of work, in their order", async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const taken: [string, number][] = [];
  await Promise.all(["a", "b", "c", "d"].map((name) => takeTurn().then(() => taken.push([name, turn]))));
  isOver = true;

  expect(taken.map(([name]) => name)).toEqual(["a", "b", "c", "d"]);
  expect(new Set(taken.map(([, at]) => at)).size).toBe(4);
});

test("a piece that comes after other work rests first, and pieces among themselves do not", async () => {
  const timers = createTimerCount();
  for (let piece = 0; piece < 20; piece += 1) await takeTurn();
  const among = timers.count();
  for (let piece = 0; piece < 5; piece += 1) {
    const turn = takeTurn();
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    await turn;
  }
  timers.stop();

  expect(timers.count() - among).toBeGreaterThanOrEqual(5);
  expect(among).toBeLessThan(20);
});

/** Counts the timers that begin. */
function createTimerCount() {
  let count = 0;
  const init = (_: number, type: string) => {
    if (type === "Timeout") count += 1;
  };
  const hook = createHook({ init }).enable();
  return { count: () => count, stop: () => hook.disable() };
}
