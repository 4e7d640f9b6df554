import { z } from "zod";
import type { ModelPrice, ModelPrices } from "./money.ts";

const DEFAULT_PRICES: ModelPrices = {
  sonnet: { input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 },
  opus: { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
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
