import { expect, test } from "vitest";
import { percentile } from "./percentile.ts";

test.each([
  [0.5, 50],
  [0.95, 95],
  [1, 100],
  [0, 1],
])("the share %s of the numbers from 1 to 100 lies at or below %s", (share, value) => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);

  expect(percentile(values, share)).toBe(value);
});

test("of nothing there is none", () => {
  expect(percentile([], 0.5)).toBeNaN();
});
