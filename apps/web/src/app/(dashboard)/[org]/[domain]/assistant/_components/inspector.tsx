"use client";
import { buttonClasses } from "@docsteward/ui/button";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useCallback } from "react";
import { AnswerTiming, RetrievedPassages } from "#components/answer/answer-details.tsx";
import { SourceList } from "#components/answer/source-list.tsx";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { type Activity, outcomeOf, type PlaygroundMessage, sourcesOf } from "./messages.ts";

type Props = {
  message: PlaygroundMessage;
  isRunning: boolean;
  activity: Activity | null;
  highlighted: number | null;
  /** The source that was chosen, to be brought into view. */
  chosen: number | null;
};

const LOOK_MS = 1_000;

/** Details of an answer: the search, the retrieved passages, the timing. From the stored turn, once it exists. */
export function Inspector({ message, isRunning, activity, highlighted, chosen }: Props) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const {
    data: turn,
    error,
    refetch,
  } = useQuery({
    ...trpc.thread.turn.queryOptions({ org, domain, messageId: message.id }),
    enabled: !isRunning,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? LOOK_MS : false),
  });
  const intoView = useCallback(
    (list: HTMLDivElement | null) => {
      if (chosen !== null) list?.querySelector(`#source-${chosen}`)?.scrollIntoView({ block: "nearest" });
    },
    [chosen],
  );
  if (isRunning) return <WhileRunning message={message} activity={activity} />;
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />;
  if (turn === undefined) return <Skeleton className="h-64" />;
  return (
    <div ref={intoView} className="flex flex-col gap-4">
      <section aria-label="Timing">
        <h2 className="mb-2 font-medium">Timing</h2>
        <AnswerTiming turn={turn} isNarrow />
      </section>
      <section aria-label="Retrieved passages" className="border-t pt-3">
        <h2 className="mb-2 flex items-baseline gap-2 font-medium">
          Retrieved passages
          {turn.trace && (
            <span className="font-normal text-muted-foreground text-xs tabular-nums">
              {turn.trace.passages.length} passages, {turn.sources.length} cited
            </span>
          )}
        </h2>
        {turn.trace ? (
          <RetrievedPassages
            trace={turn.trace}
            searchedFor={turn.searchedFor}
            cited={new Set(turn.sources.map(({ number }) => number))}
            highlighted={highlighted}
          />
        ) : (
          <p className="text-muted-foreground text-xs">The passages for this answer weren't stored.</p>
        )}
      </section>
      {(outcomeOf(message) === "unanswered" || turn.rating === "down") && <ToGap gapId={turn.gapId} />}
    </div>
  );
}

function WhileRunning({ message, activity }: { message: PlaygroundMessage; activity: Activity | null }) {
  const sources = sourcesOf(message);
  return (
    <div className="flex flex-col gap-3">
      <h2 className="font-medium">Generating answer</h2>
      <p className="text-muted-foreground text-xs">
        {activity?.type === "search" ? `Searching for “${activity.query}”` : null}
        {activity?.type === "read" ? `Reading ${activity.path}` : null}
        {activity?.type === "think" || activity === null ? "Passages appear when the answer is complete." : null}
      </p>
      {sources.length > 0 && <SourceList sources={sources} />}
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}

function ToGap({ gapId }: { gapId: string | null }) {
  const href = projectHref(
    useProject(),
    gapId === null ? "conversations/gaps?sort=newest" : `conversations/gaps/${gapId}`,
  );
  return (
    <div className="flex flex-col gap-2 border-t pt-3">
      <p className="text-muted-foreground">The docs don't cover this. Create a job to add it.</p>
      <Link href={href} className={buttonClasses({ size: "sm" })}>
        Open gap
      </Link>
    </div>
  );
}
