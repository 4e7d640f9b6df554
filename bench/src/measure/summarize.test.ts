import { expect, test } from "vitest";
import { percentile, summarize } from "./summarize.ts";

test("an odd number of values has its middle one as the median", () => {
  expect(summarize([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9, count: 3 });
});

test("an even number of values has the mean of the two in the middle as the median", () => {
  expect(summarize([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10, count: 4 });
});

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
