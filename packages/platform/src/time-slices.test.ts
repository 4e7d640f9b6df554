import { expect, test } from "vitest";
import { createTimeSlices } from "./time-slices.ts";

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
