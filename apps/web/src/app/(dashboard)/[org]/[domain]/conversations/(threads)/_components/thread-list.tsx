"use client";
import type { ThreadList as Page, ThreadMatter } from "@docsteward/services/thread/list";
import { Button } from "@docsteward/ui/button";
import { ErrorState } from "@docsteward/ui/error-state";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { ThreadRow } from "./thread-row.tsx";

const REFRESH_MS = 5_000;

export type ThreadListProps = {
  filter: { search: string | undefined; about: ThreadMatter | undefined; days: number | undefined };
  first: Page;
  empty: ReactNode;
};

/** The threads of a project, the one talked in last first, renewed while the page is seen. */
export function ThreadList({ filter, first, empty }: ThreadListProps) {
  const { org, domain } = useSite();
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
