"use client";

import type { ThreadListItem } from "@docsteward/services/thread/get";
import type { ThreadList as Page } from "@docsteward/services/thread/list";
import { Badge } from "@docsteward/ui/badge";
import { Button, buttonClasses } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { EmptyState, ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { useInfiniteQuery } from "@tanstack/react-query";
import { MessageSquare, ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { useTRPC } from "#trpc/client.tsx";
import { ReaderName } from "../../_components/reader-name.tsx";
import type { ThreadFilter } from "../thread-filter.ts";

const REFRESH_MS = 5_000;

type ThreadListProps = {
  filter: ThreadFilter;
  first: Page;
  empty: ReactNode;
};

/** The threads of a project, the one talked in last first, renewed while the page is seen. */
export function ThreadList({ filter, first, empty }: ThreadListProps) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...trpc.thread.list.infiniteQueryOptions(
      { org, domain, ...filter },
      { getNextPageParam: (page) => page.nextCursor, initialCursor: null },
    ),
    initialData: { pages: [first], pageParams: [null] },
    refetchInterval: REFRESH_MS,
  });
  const threads = data.pages.flatMap((page) => page.threads);
  return (
    <div className="flex flex-col gap-3">
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {threads.length === 0 ? (
        empty
      ) : (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {threads.map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} href={`/${org}/${domain}/conversations/${thread.id}`} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Older threads
        </Button>
      )}
    </div>
  );
}

/** A thread in one line, or two where there is no room: its first question, what became of it, who asked and when. */
function ThreadRow({ thread, href }: { thread: ThreadListItem; href: string }) {
  const { firstQuestion, turnCount, unansweredCount, upCount, downCount, fp, updatedAt } = thread;
  return (
    <Link
      href={href}
      className="-outline-offset-2 flex flex-col gap-x-4 gap-y-1 px-3 py-2.5 hover:bg-accent/60 sm:flex-row sm:items-center"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <MessageSquare aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <span className="min-w-0 truncate">{firstQuestion}</span>
        {turnCount > 1 && <Badge className="tabular-nums">{turnCount} questions</Badge>}
      </span>
      <span className="flex items-center gap-3 text-xs">
        <RatingMarks up={upCount} down={downCount} />
        {unansweredCount > 0 && (
          <Badge tone="warning">{turnCount === 1 ? "Unanswered" : `${unansweredCount} unanswered`}</Badge>
        )}
        <ReaderName fp={fp} />
        <RelativeTime at={updatedAt} className="ml-auto min-w-16 text-right text-muted-foreground tabular-nums" />
      </span>
    </Link>
  );
}

/** Teaches how a first question comes about. */
export function FirstQuestion() {
  const site = useProject();
  const code = `npx -y pnpm@12.21.0 docsteward ask ${site.domain} "How do I get started?"`;
  return (
    <EmptyState title="No questions yet">
      <p className="text-muted-foreground">
        Readers' questions appear here with their answers, sources and ratings. Ask the first question yourself, or add
        the assistant to your site with a key.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link href={projectHref(site, "assistant")} className={buttonClasses({ variant: "primary" })}>
          Open playground
        </Link>
        <Link href={projectHref(site, "keys")} className={buttonClasses()}>
          Create assistant key
        </Link>
      </div>
      <CodeBlock code={code} label="Copy command" />
    </EmptyState>
  );
}

/** How many answers readers found good and bad. */
function RatingMarks({ up, down }: { up: number; down: number }) {
  return (
    <>
      {up > 0 && (
        <span className="flex items-center gap-1 text-success tabular-nums">
          <ThumbsUp role="img" aria-label="Rated good" className="size-3.5" />
          {up}
        </span>
      )}
      {down > 0 && (
        <span className="flex items-center gap-1 text-destructive tabular-nums">
          <ThumbsDown role="img" aria-label="Rated bad" className="size-3.5" />
          {down}
        </span>
      )}
    </>
  );
}
