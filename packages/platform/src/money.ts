/** What a model costs, in US dollars per million tokens. */
export type ModelPrice = { input: number; cachedInput: number; cacheWrite: number; output: number };

/** Prices by the name that a job shows. */
export type ModelPrices = Readonly<Record<string, ModelPrice>>;

/** The price of a model by the name that a job shows; null when it is not known. */
export function priceOf(prices: ModelPrices, name: string): ModelPrice | null {
  return (Object.hasOwn(prices, name) && prices[name]) || null;
}

/** The share of a limit from which people are warned of its end. */
export const NEARLY_USED = 0.8;

/** Tokens and money of one model call, or of several together. */
export type ModelUsage = {
  inputTokens: number;
  /** The part of `inputTokens` that the provider read from its cache. */
  cachedInputTokens: number;
  outputTokens: number;
  modelCalls: number;
  /** In millionths of a US dollar; 0 also when the model's price is not known. */
  costMicroUsd: number;
};

export const NO_USAGE: Readonly<ModelUsage> = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  modelCalls: 0,
  costMicroUsd: 0,
};

/** The tokens of a model call, as the AI SDK counts them: `inputTokens` includes what the cache read and wrote. */
type CallTokens = {
  inputTokens?: number;
  inputTokenDetails?: { cacheReadTokens?: number; cacheWriteTokens?: number };
  outputTokens?: number;
};

/**
 * What one model call took. Its cost is rounded up to a millionth of a US dollar: a price per million tokens is that of one token in
 * this unit.
 *
 * @param price null when it is not known; the call then costs what the provider reports, else nothing
 * @param reportedUsd what the provider says that the call cost
 */
export function measureCall(
  { inputTokens: input, inputTokenDetails: details = {}, outputTokens: output }: CallTokens,
  price: ModelPrice | null,
  reportedUsd = 0,
): ModelUsage {
  const [inputTokens, outputTokens] = [toCount(input), toCount(output)];
  const [cacheReadTokens, cacheWriteTokens] = [toCount(details.cacheReadTokens), toCount(details.cacheWriteTokens)];
  const uncachedTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const cost =
    price === null
      ? Math.min(reportedUsd, MAX_CALL_USD) * MICRO_USD
      : uncachedTokens * price.input +
        cacheReadTokens * price.cachedInput +
        cacheWriteTokens * price.cacheWrite +
        outputTokens * price.output;
  return {
    inputTokens,
    cachedInputTokens: cacheReadTokens,
    outputTokens,
    modelCalls: 1,
    costMicroUsd: Math.ceil(cost),
  };
}

/** No call takes more: counts are stored in columns of 32 bits. */
const MAX_CALL_TOKENS = 100_000_000;
const MAX_CALL_USD = 100_000;

/** A count as a model server reports it. Tenants run such servers: nothing below zero may take other calls' use away. */
function toCount(tokens = 0): number {
  return Number.isFinite(tokens) ? Math.min(Math.max(0, Math.trunc(tokens)), MAX_CALL_TOKENS) : 0;
}

export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    modelCalls: a.modelCalls + b.modelCalls,
    costMicroUsd: a.costMicroUsd + b.costMicroUsd,
  };
}

const MICRO_USD = 1_000_000;

/** US dollars as they are stored and compared: in whole millionths. */
export function toMicroUsd(usd: number): number {
  return Math.round(usd * MICRO_USD);
}

/** A stored amount in US dollars. */
export function toUsd(microUsd: number | bigint): number {
  return Number(microUsd) / MICRO_USD;
}

/** Writes a cost in US dollars, to the cent: `$1.25`, `<$0.01` for less than one, `—` when it is not known. */
export function formatCost(usd: number | null): string {
  if (usd === null) return "—";
  if (usd > 0 && usd < 0.01) return "<$0.01";
  return formatUsd(usd, 2, 2);
}

/** Writes a limit in US dollars, exactly: `$50`, `$2.50`, `$0.000001`. */
export function formatCostLimit(usd: number): string {
  return formatUsd(usd, Number.isInteger(usd) ? 0 : 2, 6);
}

function formatUsd(usd: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  return `$${usd.toLocaleString("en", { minimumFractionDigits, maximumFractionDigits })}`;
}
