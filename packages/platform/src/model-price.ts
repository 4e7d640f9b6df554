import { z } from "zod";

/** What a model costs, in US dollars per million tokens. */
export type ModelPrice = { input: number; cachedInput: number; cacheWrite: number; output: number };

/** Prices by the name a job shows. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

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

/** The price of a model by the name a job shows; null when it is not known. */
export function priceOf(prices: ModelPrices, name: string): ModelPrice | null {
  return (Object.hasOwn(prices, name) && prices[name]) || null;
}

/** The tokens of a model call, as the ai SDK counts them. */
export type TokenUsage = {
  inputTokens?: number;
  inputTokenDetails?: { cacheReadTokens?: number; cacheWriteTokens?: number };
  outputTokens?: number;
};

/**
 * What a model call costs, in millionths of a US dollar, rounded up: a price per million tokens is just that for one token.
 *
 * @returns 0 when the price is not known
 */
export function costOf(usage: TokenUsage, price: ModelPrice | null): number {
  if (price === null) return 0;
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = usage.inputTokenDetails ?? {};
  const plain = Math.max(0, (usage.inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens);
  const cost =
    plain * price.input +
    cacheReadTokens * price.cachedInput +
    cacheWriteTokens * price.cacheWrite +
    (usage.outputTokens ?? 0) * price.output;
  return Math.ceil(cost);
}
