"use client";
import type { GapDetails } from "@docsteward/services/gap/get";
import type { GapStage } from "@docsteward/services/gap/stage-of";
import { ErrorState } from "@docsteward/ui/error-state";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useTRPC } from "../../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../../_components/site-context.tsx";
import { partHref } from "../../../../../../_components/site-parts.ts";
import { LazyStoredAnswer } from "../../../../_components/answer/lazy-stored-answer.tsx";
import { StageBadge } from "../../_components/stage-badge.tsx";
import { GapActions } from "./gap-actions.tsx";
import { GapProgress } from "./gap-progress.tsx";
import { GapQuestions } from "./gap-questions.tsx";
import { NearPages } from "./near-pages.tsx";
import { NewAnswer } from "./new-answer.tsx";

/** While something happens elsewhere, the page looks after it. */
const REFRESH_MS: Partial<Record<GapStage, number>> = { working: 2_000, merging: 2_000, review: 5_000 };

/**
 * A gap: what was asked, what is being done about it, and the answer that the pages give by now.
 *
 * @param firstAnswer the answer of `first`, as the server rendered it
 */
export function GapView({ first, firstAnswer }: { first: GapDetails; firstAnswer: ReactNode }) {
  const site = useSite();
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
        <Link
          href={partHref(site, "conversations/gaps")}
          className="flex w-fit items-center gap-1 text-muted-foreground text-xs hover:text-foreground"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          Gaps
        </Link>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-80">
            <h1 className="line-clamp-3 break-words font-semibold text-lg tracking-tight">{gap.question}</h1>
            <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs tabular-nums">
              <StageBadge stage={gap.stage} />
              <span>{gap.askedCount === 1 ? "asked once" : `asked ${gap.askedCount} times`}</span>
              <span>
                last asked <RelativeTime at={gap.lastAskedAt} />
              </span>
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
            <NewAnswer answer={gap.answer} isDone={gap.stage === "done"}>
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
