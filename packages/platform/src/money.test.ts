import { expect, test } from "vitest";
import { addUsage, formatCost, formatCostLimit, measureCall, NO_USAGE, toMicroUsd, toUsd } from "./money.ts";

const PRICE = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };

test("a call's cost counts uncached, cached and output tokens at their own prices", () => {
  const tokens = {
    inputTokens: 130_000,
    inputTokenDetails: { cacheReadTokens: 100_000, cacheWriteTokens: 20_000 },
    outputTokens: 1_000,
  };

  expect(measureCall(tokens, PRICE)).toEqual({
    inputTokens: 130_000,
    cachedInputTokens: 100_000,
    outputTokens: 1_000,
    modelCalls: 1,
    costMicroUsd: 10_000 * 3 + 100_000 * 0.3 + 20_000 * 3.75 + 1_000 * 15,
  });
});

test("a call's cost is rounded up to a millionth of a US dollar", () => {
  expect(measureCall({ inputTokens: 1, inputTokenDetails: { cacheReadTokens: 1 } }, PRICE).costMicroUsd).toBe(1);
});

test("a call of a model without a price has tokens and costs nothing", () => {
  expect(measureCall({ inputTokens: 7, outputTokens: 2 }, null)).toMatchObject({ inputTokens: 7, costMicroUsd: 0 });
});

test("more cached tokens than tokens, as some servers report them, never lower the cost", () => {
  const tokens = { inputTokens: 5, inputTokenDetails: { cacheReadTokens: 10 }, outputTokens: 1 };

  expect(measureCall(tokens, PRICE).costMicroUsd).toBe(3 + 15);
});

test("the usage of two calls is the sum of each figure", () => {
  const call = measureCall({ inputTokens: 10, inputTokenDetails: { cacheReadTokens: 4 }, outputTokens: 3 }, PRICE);

  expect(addUsage(addUsage(NO_USAGE, call), call)).toEqual({
    inputTokens: 20,
    cachedInputTokens: 8,
    outputTokens: 6,
    modelCalls: 2,
    costMicroUsd: 2 * call.costMicroUsd,
  });
});

test("US dollars are stored in whole millionths", () => {
  expect(toMicroUsd(0.29)).toBe(290_000);
  expect([toUsd(290_000), toUsd(1_250_000n)]).toEqual([0.29, 1.25]);
});

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

test.each([
  [50, "$50"],
  [2.5, "$2.50"],
  [0.000_001, "$0.000001"],
  [1_000, "$1,000"],
])("a limit of %s US dollars reads %s", (usd, text) => {
  expect(formatCostLimit(usd)).toBe(text);
});

test("what no call can take is not counted: neither less than nothing nor more than is stored", () => {
  const price = { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 };
  const negative = { inputTokens: -1e9, inputTokenDetails: { cacheReadTokens: -1e9 }, outputTokens: -1e9 };

  expect(measureCall(negative, price)).toMatchObject({ inputTokens: 0, outputTokens: 0, costMicroUsd: 0 });
  expect(measureCall({ outputTokens: Number.NaN }, price).costMicroUsd).toBe(0);
  expect(measureCall({ inputTokens: 1e12 }, null, 1e300)).toMatchObject({
    inputTokens: 100_000_000,
    costMicroUsd: 100_000_000_000,
  });
});
