import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { priceOf } from "./money.ts";

const pricesOf = (MODEL_PRICES: string) => parseEnv({ MODEL_PRICES }).MODEL_PRICES;

test("sonnet and opus have a price from the start, other models have none", () => {
  const prices = pricesOf("");

  expect(priceOf(prices, "sonnet")).toEqual({ input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 });
  expect(priceOf(prices, "opus")).toMatchObject({ input: 5, output: 25 });
  expect(priceOf(prices, "offline")).toBeNull();
  expect(priceOf(prices, "constructor")).toBeNull();
});

test("a price that is given replaces the one of its name and leaves the others", () => {
  const prices = pricesOf(
    '{"sonnet":{"input":1,"cachedInput":0,"output":2},"qwen3":{"input":0,"cachedInput":0,"output":0}}',
  );

  expect(priceOf(prices, "sonnet")).toEqual({ input: 1, cachedInput: 0, cacheWrite: 1, output: 2 });
  expect(priceOf(prices, "qwen3")).toEqual({ input: 0, cachedInput: 0, cacheWrite: 0, output: 0 });
  expect(priceOf(prices, "opus")).toMatchObject({ input: 5 });
});

test.each([
  ["{", "  MODEL_PRICES must be JSON such as"],
  ["[]", "  MODEL_PRICES must be JSON such as"],
  ["5", "  MODEL_PRICES must be JSON such as"],
  ['{"gpt":5}', "  MODEL_PRICES.gpt must have only input, cachedInput, output"],
  ['{"gpt":{"input":1,"cachedInput":1}}', "  MODEL_PRICES.gpt.output must be a number of US dollars"],
  ['{"gpt":{"input":-1,"cachedInput":1,"output":1}}', "  MODEL_PRICES.gpt.input must not be below 0"],
  ['{"gpt":{"input":1,"cachedInput":1,"output":1,"in":1}}', "  MODEL_PRICES.gpt must have only input"],
])("MODEL_PRICES=%s is named at the start with what is wrong", (text, line) => {
  expect(() => pricesOf(text)).toThrow(line);
});

test.each(["0", "-1", "five", "1.2345678", "2000000", "1e3"])("JOB_MAX_COST_USD=%s is refused", (amount) => {
  expect(() => parseEnv({ JOB_MAX_COST_USD: amount })).toThrow("  JOB_MAX_COST_USD must be US dollars from");
});

test("money is read in US dollars; a month has no bound unless one is set", () => {
  const env = parseEnv({ JOB_MAX_COST_USD: "0.25", PROJECT_MAX_COST_USD_PER_MONTH: "50" });

  expect(env).toMatchObject({ JOB_MAX_COST_USD: 0.25, PROJECT_MAX_COST_USD_PER_MONTH: 50 });
  expect(parseEnv({})).toMatchObject({ JOB_MAX_COST_USD: 5 });
  expect(parseEnv({}).ORGANIZATION_MAX_COST_USD_PER_MONTH).toBeUndefined();
});
