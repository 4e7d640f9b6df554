import { expect, test } from "vitest";
import { summarize } from "./summarize.ts";

test("an odd number of values has its middle one as the median", () => {
  expect(summarize([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9, count: 3 });
});

test("an even number of values has the mean of the two in the middle as the median", () => {
  expect(summarize([4, 1, 10, 2])).toEqual({ median: 3, min: 1, max: 10, count: 4 });
});
