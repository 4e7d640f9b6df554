import type { LanguageModelUsage } from "ai";
import type { ModelPrice } from "../ports.ts";

/**
 * What a model call costs, in millionths of a US dollar, rounded up: a price per million tokens is just that for one token.
 *
 * @returns 0 when the price is not known
 */
export function toCost(usage: LanguageModelUsage, price: ModelPrice | null): number {
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
