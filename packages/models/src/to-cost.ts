import type { ModelPrice } from "@docsteward/platform/model-price";

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
export function toCost(usage: TokenUsage, price: ModelPrice | null): number {
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
