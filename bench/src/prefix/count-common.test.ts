import { expect, test } from "vitest";
import { countCommon } from "./count-common.ts";

const bytes = (length: number, end = "") => Buffer.from("a".repeat(length) + end);

test.each([
  [0, 0, 0],
  [1, 1, 1],
  [70_001, 70_001, 70_001],
  [70_001, 200_000, 70_001],
])("%i and %i equal bytes have %i in common", (before, now, common) => {
  expect(countCommon(bytes(before), bytes(now))).toBe(common);
});

test.each([0, 15, 16, 255, 4_097, 65_536, 131_075])("the first difference after %i bytes ends it", (common) => {
  expect(countCommon(bytes(common, "bccc"), bytes(common, "cccc"))).toBe(common);
});
