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
