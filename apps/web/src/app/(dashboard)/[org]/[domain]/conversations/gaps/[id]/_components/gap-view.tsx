"use client";

import type { GapDetails } from "@docsteward/services/gap/gap";
import type { GapStage } from "@docsteward/services/gap/progress";
import { Badge } from "@docsteward/ui/badge";
import { Card, CardHeader } from "@docsteward/ui/layout";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useQuery } from "@tanstack/react-query";
import { ThumbsDown } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import type { ReactNode } from "react";
import { SourceLink, SourceList } from "#components/answer/source-list.tsx";
import { BackLink } from "#components/back-link.tsx";
import { GoldenButton } from "#components/golden-button.tsx";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { StageBadge } from "../../_components/stage-badge.tsx";
import { GapOwner } from "./gap-owner.tsx";
import { GapActions, GapProgress } from "./gap-progress.tsx";

/** While something happens elsewhere, the page looks after it. */
const REFRESH_MS: Partial<Record<GapStage, number>> = { working: 2_000, merging: 2_000, review: 5_000 };

/**
 * A gap: what was asked, what is being done about it, and the answer that the pages give by now.
 *
 * @param firstAnswer the answer of `first`, as the server rendered it
 */
export function GapView({ first, firstAnswer }: { first: GapDetails; firstAnswer: ReactNode }) {
  const site = useProject();
  const { org, domain } = site;
  const trpc = useTRPC();
  const {
    data: gap,
    error,
    refetch,
  } = useQuery({
    ...trpc.gap.get.queryOptions({ org, domain, id: first.id }),
    initialData: first,
    refetchInterval: ({ state }) => (state.data ? (REFRESH_MS[state.data.stage] ?? false) : false),
  });
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-col gap-2">
        <BackLink href={projectHref(site, "conversations/gaps")}>All gaps</BackLink>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="line-clamp-3 break-words font-semibold text-lg tracking-tight">{gap.question}</h1>
            <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs tabular-nums">
              <StageBadge stage={gap.stage} />
              <span>{gap.askedCount === 1 ? "asked once" : `asked ${gap.askedCount} times`}</span>
              <span>
                last asked <RelativeTime at={gap.lastAskedAt} />
              </span>
              <GapOwner gap={gap} />
            </p>
          </div>
          <GapActions gap={gap} />
        </div>
        {gap.note && (
          <p className="rounded-md bg-muted px-3 py-2">
            <span className="text-muted-foreground">Note: </span>
            {gap.note}
          </p>
        )}
      </header>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      <GapProgress gap={gap} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {gap.answer && (
            <NewAnswer answer={gap.answer} gapId={gap.id} isDone={gap.stage === "done"}>
              {gap.answer.answer === first.answer?.answer ? firstAnswer : <LazyStoredAnswer text={gap.answer.answer} />}
            </NewAnswer>
          )}
          <GapQuestions turns={gap.turns} count={gap.askedCount} />
        </div>
        <NearPages pages={gap.nearest} />
      </div>
    </div>
  );
}

/** The readers' questions, each with a link to its thread. */
function GapQuestions({ turns, count }: { turns: GapDetails["turns"]; count: number }) {
  const site = useProject();
  return (
    <Card className="overflow-hidden">
      <CardHeader>
        <h2 className="font-medium">Reader questions</h2>
        {count > turns.length && <span className="text-muted-foreground text-xs">newest {turns.length}</span>}
      </CardHeader>
      {turns.length === 0 ? (
        <p className="px-3 py-4 text-muted-foreground">These threads were deleted after the retention period.</p>
      ) : (
        <ul className="divide-y">
          {turns.map((turn) => (
            <li key={turn.messageId}>
              <Link
                href={`${projectHref(site, `conversations/${turn.threadId}`)}#${turn.messageId}`}
                className="-outline-offset-2 flex flex-col gap-1 px-3 py-2.5 hover:bg-accent/60"
              >
                <span className="flex items-baseline gap-3">
                  <span className="line-clamp-2 min-w-0 flex-1 break-words">{turn.question}</span>
                  <RelativeTime at={turn.createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
                </span>
                {turn.rating === "down" && (
                  <span className="flex items-start gap-1.5 text-muted-foreground text-xs">
                    <ThumbsDown
                      role="img"
                      aria-label="Rated bad"
                      className="mt-px size-3.5 shrink-0 text-destructive"
                    />
                    {turn.comment ?? "Rated bad. No comment."}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The pages that came nearest to the question: where its answer probably belongs. */
function NearPages({ pages }: { pages: GapDetails["nearest"] }) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">Related pages</h2>
      </CardHeader>
      {pages.length === 0 ? (
        <p className="px-3 py-3 text-muted-foreground">No related pages.</p>
      ) : (
        <ol className="flex flex-col gap-2 px-3 py-2.5">
          {pages.map(({ path, title, url, count }) => (
            <li key={path} className="min-w-0">
              <p className="flex items-baseline gap-2">
                <SourceLink url={url}>{title}</SourceLink>
                {count > 1 && (
                  <span className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums">{count}×</span>
                )}
              </p>
              <p className="truncate font-mono text-muted-foreground text-xs">{path}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

type Answer = NonNullable<GapDetails["answer"]>;

type Props = {
  answer: Answer;
  gapId: string;
  isDone: boolean;
  /** Its words, rendered. */
  children: ReactNode;
};

/** What the pages say to the question by now. */
function NewAnswer({ answer, gapId, isDone, children }: Props) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">New answer</h2>
        <Outcome answer={answer} isDone={isDone} />
        <RelativeTime at={answer.createdAt} className="ml-auto text-muted-foreground text-xs tabular-nums" />
      </CardHeader>
      <div className="flex flex-col gap-3 px-3 py-3">
        {children}
        {answer.failure && <p className="text-destructive">{answer.failure}</p>}
        {answer.sources.length > 0 && <SourceList sources={answer.sources} />}
        {isDone && answer.category === "answered" && <GoldenButton from={{ gapId }} />}
      </div>
    </Card>
  );
}

function Outcome({ answer: { status, category }, isDone }: { answer: Answer; isDone: boolean }) {
  if (status === "failed") return <Badge tone="destructive">Failed</Badge>;
  if (category === "unanswered") return <Badge tone="warning">Still unanswered</Badge>;
  return isDone ? (
    <Badge tone="success">Answered by the docs</Badge>
  ) : (
    <Badge tone="brand">Answered: needs review</Badge>
  );
}

/** A stored answer that comes while the page is open. What renders it comes with it. */
const LazyStoredAnswer = dynamic(
  () => import("#components/answer/stored-answer.tsx").then((module) => module.StoredAnswer),
  {
    ssr: false,
  },
);
