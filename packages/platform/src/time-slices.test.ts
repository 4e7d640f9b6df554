import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { createTimeSlices, takeTurn } from "./time-slices.ts";

const LONGEST_MS = 20_000;

test("lets the event loop run while long work goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const pause = createTimeSlices();
  // Work that lets nothing else run would never see a turn.
  const endMs = performance.now() + LONGEST_MS;
  let pieces = 0;
  while (turns < 3 && performance.now() < endMs) {
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
  const countAmong = async () => {
    const before = timers.count();
    for (let piece = 0; piece < 20; piece += 1) await takeTurn();
    return timers.count() - before;
  };
  // A busy machine takes the processor away between two pieces, which looks like other work.
  let among = await countAmong();
  for (let attempt = 1; among >= 20 && attempt < 50; attempt += 1) among = await countAmong();
  const before = timers.count();
  for (let piece = 0; piece < 5; piece += 1) {
    const turn = takeTurn();
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    await turn;
  }
  timers.stop();

  expect(timers.count() - before).toBeGreaterThanOrEqual(5);
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
