import { expect, test } from "vitest";
import { formatCost } from "./format.ts";

test.each([
  [null, "—"],
  [0, "$0.00"],
  [0.000_001, "<$0.01"],
  [0.01, "$0.01"],
  [1.256, "$1.26"],
  [1_234.5, "$1,234.50"],
])("a cost of %s reads %s", (usd, text) => {
  expect(formatCost(usd)).toBe(text);
});
