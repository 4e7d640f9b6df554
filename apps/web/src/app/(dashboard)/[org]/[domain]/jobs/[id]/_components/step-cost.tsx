import { formatCost, type ModelPrice, measureCall, toUsd } from "@docsteward/platform/money";
import { formatDuration } from "@docsteward/ui/time";
import type { ToolItem } from "./step-groups.ts";

/** What some steps took: the model's time and the tools', and what the model's answers cost where its price is known. */
export function StepCost({ calls, price }: { calls: readonly ToolItem[]; price: ModelPrice | null }) {
  const steps = calls.flatMap(({ step }) => step ?? []);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const modelMs = sum(steps.map(({ durationMs }) => durationMs));
  const toolMs = sum(calls.map(({ result }) => result?.durationMs ?? 0));
  const costs = steps.map(({ inputTokens, cachedInputTokens, outputTokens }) => {
    const inputTokenDetails = { cacheReadTokens: cachedInputTokens };
    return measureCall({ inputTokens, inputTokenDetails, outputTokens }, price).costMicroUsd;
  });
  const inputTokens = sum(steps.map((step) => step.inputTokens));
  const outputTokens = sum(steps.map((step) => step.outputTokens));
  const tokens = `${inputTokens.toLocaleString("en")} tokens in, ${outputTokens.toLocaleString("en")} out`;
  const parts = [
    `Model ${formatDuration(modelMs)}`,
    `tools ${formatDuration(toolMs)}`,
    ...(inputTokens > 0 ? [tokens] : []),
  ];
  return (
    <span title={parts.join(", ")} className="shrink-0 text-muted-foreground text-xs tabular-nums">
      {formatDuration(modelMs + toolMs)}
      {price !== null && steps.length > 0 && ` · ${formatCost(toUsd(sum(costs)))}`}
    </span>
  );
}
