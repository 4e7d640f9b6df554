import { z } from "zod";
import type { ModelPrice, ModelPrices } from "./money.ts";

/** List prices of common models. A model with another name has none until `MODEL_PRICES` gives it one. */
const DEFAULT_PRICES: ModelPrices = {
  sonnet: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  opus: { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
  "gpt-5.1": { input: 1.25, cachedInput: 0.125, cacheWrite: 1.25, output: 10 },
  "gpt-5": { input: 1.25, cachedInput: 0.125, cacheWrite: 1.25, output: 10 },
  "gpt-5-mini": { input: 0.25, cachedInput: 0.025, cacheWrite: 0.25, output: 2 },
  "gpt-4.1": { input: 2, cachedInput: 0.5, cacheWrite: 2, output: 8 },
  "gemini-2.5-flash": { input: 0.3, cachedInput: 0.03, cacheWrite: 0.3, output: 2.5 },
};

const SHAPE = 'must be JSON such as {"sonnet":{"input":3,"cachedInput":0.3,"cacheWrite":3.75,"output":15}}';

const amount = z.number("must be a number of US dollars per million tokens").min(0, "must not be below 0");

const Prices = z.record(
  z.string().min(1),
  z
    .strictObject(
      { input: amount, cachedInput: amount, cacheWrite: amount.optional(), output: amount },
      { error: "must have only input, cachedInput, output and optionally cacheWrite" },
    )
    .transform(({ cacheWrite, ...price }): ModelPrice => ({ ...price, cacheWrite: cacheWrite ?? price.input })),
  { error: SHAPE },
);

/**
 * Reads a variable of prices: JSON, name to price. What it names replaces the built-in price of that name; the others stay.
 * A price without `cacheWrite` takes that of `input` for it.
 */
export const ModelPricesVariable = z
  .string()
  .default("{}")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", message: SHAPE, input: text });
      return z.NEVER;
    }
  })
  .pipe(Prices)
  .transform((given): ModelPrices => ({ ...DEFAULT_PRICES, ...given }));
