"use client";
import type { ThreadList } from "@docsteward/services/thread/list";
import type { ThreadListItem } from "@docsteward/services/thread/present";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../trpc/api.ts";

/** The conversations of one person with the playground, as many as were loaded, the newest first. */
export type Threads = {
  list: ThreadListItem[];
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Looks whether there are new ones. */
  renew: () => void;
};

/** @param first what the server rendered */
export function useThreads(site: { org: string; domain: string }, first: ThreadList): Threads {
  const trpc = useTRPC();
  const query = useInfiniteQuery(
    trpc.playground.threads.infiniteQueryOptions(site, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
      initialData: { pages: [first], pageParams: [null] },
    }),
  );
  return {
    list: query.data.pages.flatMap(({ threads }) => threads),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    renew: () => void query.refetch(),
  };
}
