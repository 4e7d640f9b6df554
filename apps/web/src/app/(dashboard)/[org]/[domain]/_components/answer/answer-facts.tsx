"use client";
import type { TurnDetails } from "@docsteward/services/thread/present";
import { cn } from "@docsteward/ui/cn";
import { formatDuration } from "@docsteward/ui/duration";
import { formatCost } from "../../../../_components/format-cost.ts";

/** What an answer took: time, tokens, money. `isNarrow` for a column at the side. */
export function AnswerFacts({ turn, isNarrow }: { turn: TurnDetails; isNarrow?: boolean }) {
  const facts = [
    ["Retrieval", turn.retrievalMs === null ? null : formatDuration(turn.retrievalMs)],
    ["Time to first token", turn.firstTextMs === null ? null : formatDuration(turn.firstTextMs)],
    ["Total time", turn.totalMs === null ? null : formatDuration(turn.totalMs)],
    ["Input", turn.modelCalls === 0 ? null : withCached(turn)],
    ["Output", turn.modelCalls === 0 ? null : tokens(turn.outputTokens)],
    ["Model", turn.modelCalls > 1 ? `${turn.model}, ${turn.modelCalls} calls` : turn.model],
    ["Cost", turn.modelCalls === 0 ? null : formatCost(turn.costUsd)],
    ["Commit", turn.commit.slice(0, 7)],
  ] as const;
  return (
    <dl className={cn("grid grid-cols-2 gap-x-4 gap-y-2 text-xs", !isNarrow && "sm:grid-cols-4")}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="min-w-0">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="truncate font-medium tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function withCached({ inputTokens, cachedInputTokens }: TurnDetails): string {
  if (cachedInputTokens === 0) return tokens(inputTokens);
  return `${tokens(inputTokens)}, ${cachedInputTokens.toLocaleString("en")} cached`;
}

function tokens(count: number): string {
  return `${count.toLocaleString("en")} tokens`;
}
