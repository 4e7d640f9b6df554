"use client";

import { formatCost } from "@docsteward/platform/money";
import type { AnswerTrace, TurnDetails } from "@docsteward/services/thread/get";
import { cn } from "@docsteward/ui/cn";
import { formatDuration } from "@docsteward/ui/time";
import { BookOpen, Search } from "lucide-react";
import { SourceLink, sourceTitle } from "./source-list.tsx";

/** What an answer took: time, tokens, money. `isNarrow` for a column at the side. */
export function AnswerTiming({ turn, isNarrow }: { turn: TurnDetails; isNarrow?: boolean }) {
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

type Passage = AnswerTrace["passages"][number];

/** What the model was given, by the search or the look at a page that brought it. The cited ones stand out. */
export function RetrievedPassages(props: {
  trace: AnswerTrace;
  searchedFor: string | null;
  cited: ReadonlySet<number>;
  highlighted?: number | null;
}) {
  const { trace, searchedFor } = props;
  const groups = [
    { key: "question", step: null, label: searchedFor ?? "", Icon: Search, atMs: null },
    ...trace.steps.map((step, at) => ({
      key: `${at}`,
      step: at,
      label: step.type === "search" ? step.query : step.path,
      Icon: step.type === "search" ? Search : BookOpen,
      atMs: step.atMs,
    })),
  ];
  return (
    <div className="flex flex-col gap-4">
      {groups.map(({ key, step, label, Icon, atMs }) => {
        const passages = trace.passages.filter((passage) => passage.step === step);
        const isSearch = step === null || trace.steps[step]?.type === "search";
        return (
          <section
            key={key}
            aria-label={step === null ? "Retrieved for the question" : `Retrieved in step ${step + 1}`}
          >
            <p className="mb-1.5 flex items-center gap-1.5 text-muted-foreground text-xs">
              <Icon aria-hidden className="size-3.5 shrink-0" />
              <span className="min-w-0 break-words font-mono">{label}</span>
              {atMs !== null && <span className="ml-auto shrink-0 tabular-nums">after {atMs} ms</span>}
            </p>
            {passages.length === 0 ? (
              <p className="text-muted-foreground text-xs">No new passages.</p>
            ) : (
              <ol className="flex flex-col gap-1.5">
                {passages.map((passage, index) => (
                  <PassageCard
                    key={passage.number}
                    passage={passage}
                    rank={isSearch ? index + 1 : null}
                    isCited={props.cited.has(shownNumber(passage))}
                    isHighlighted={props.highlighted === shownNumber(passage)}
                  />
                ))}
              </ol>
            )}
          </section>
        );
      })}
    </div>
  );
}

type CardProps = {
  passage: Passage;
  /** Its place in the search; null for a passage of a page that was opened. */
  rank: number | null;
  isCited: boolean;
  isHighlighted: boolean;
};

/** The number of its page in the answer; where the answer does not cite it, none that could be one. */
function shownNumber({ number, cited }: Passage): number {
  // Answers of before pages had numbers cite passages.
  return cited === undefined ? number : (cited ?? 0);
}

// A score compares the passages of one search only: people get the order, and the nearness in meaning, which all searches share.
function PassageCard({ passage, rank, isCited, isHighlighted }: CardProps) {
  const { nearness, excerpt, path, url } = passage;
  const number = shownNumber(passage);
  return (
    <li
      id={number === 0 ? undefined : `source-${number}`}
      className={cn(
        "rounded-md border px-2.5 py-2 transition-colors",
        !isCited && "border-dashed",
        isHighlighted && "border-brand bg-brand/5",
      )}
    >
      <div className="flex items-baseline gap-2">
        <span
          className={cn("rounded px-1 font-mono text-[0.6875rem]", isCited ? "bg-brand text-background" : "bg-accent")}
        >
          {number === 0 ? "–" : number}
          <span className="sr-only">{isCited ? ", cited" : ", not cited"}</span>
        </span>
        <span className="min-w-0 flex-1 truncate font-medium text-[0.8125rem]">
          <SourceLink url={url}>{sourceTitle(passage)}</SourceLink>
        </span>
        {rank !== null && <span className="shrink-0 text-muted-foreground text-xs tabular-nums">Rank {rank}</span>}
        {typeof nearness === "number" && (
          <span className="flex shrink-0 items-center gap-1.5 text-muted-foreground text-xs tabular-nums">
            <span aria-hidden className="h-1 w-10 overflow-hidden rounded-full bg-accent">
              <span
                className="block h-full bg-foreground/50"
                style={{ width: `${Math.max(0, Math.min(1, nearness)) * 100}%` }}
              />
            </span>
            <span>
              <span className="sr-only">Semantic similarity </span>
              {nearness.toFixed(2)}
            </span>
          </span>
        )}
      </div>
      <p className="mt-0.5 truncate font-mono text-[0.6875rem] text-muted-foreground">{path}</p>
      <p className="mt-1 line-clamp-3 text-muted-foreground text-xs">{excerpt}</p>
    </li>
  );
}
