import { expect, test } from "vitest";
import { FAULT_KINDS, planFaults } from "./fault-injector.ts";

test("the same seed gives the same faults, another seed others", () => {
  expect(planFaults("a", 240)).toEqual(planFaults("a", 240));
  expect(planFaults("b", 240)).not.toEqual(planFaults("a", 240));
});

test.each(["a", "b", "7"])(
  "within a minute of seed %s every kind comes, and a fault of all processes only once",
  (seed) => {
    const kinds = planFaults(seed, 60).map(({ kind }) => kind);

    expect(new Set(kinds)).toEqual(new Set(FAULT_KINDS));
    expect(planFaults(seed, 240).filter(({ kind }) => kind === "kill everything")).toHaveLength(1);
  },
);

test("a fault comes every two to four seconds, and none after the end", () => {
  const times = planFaults("a", 240).map(({ atMs }) => atMs);
  const pauses = times.map((atMs, index) => atMs - (times[index - 1] ?? 0));

  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(4_000);
  expect(Math.max(...times)).toBeLessThan(240_000);
});
