"use client";
import type { JobListChange } from "@docsteward/services/job/follow-jobs";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import type { toListInput } from "./job-filter.ts";
import { insertJobs, type JobPage, mergeChanges } from "./merge-changes.ts";

type Pages = InfiniteData<JobPage, string | null>;

/** Rows above the fold may come in by themselves; below it they would push away what somebody reads. */
const AT_TOP_PX = 120;

/**
 * A list of jobs that renews itself: what the server rendered first, then every change as it happens.
 *
 * @param first what the server rendered; null when it was for another filter
 * @returns `waiting`, new jobs that are held back because the page is scrolled, and `showWaiting` to bring them in
 */
export function useLiveJobs(
  input: { org: string; domain: string } & ReturnType<typeof toListInput>,
  first: JobPage | null,
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const options = trpc.job.list.infiniteQueryOptions(input, {
    getNextPageParam: (page) => page.nextCursor,
    initialCursor: null,
  });
  const key = JSON.stringify(input);
  const [held, setHeld] = useState<{ key: string; jobs: JobDetails[] }>({ key, jobs: [] });
  const waiting = held.key === key ? held.jobs : [];
  const [freshIds, setFreshIds] = useState<ReadonlySet<string>>(new Set());
  const query = useInfiniteQuery({
    ...options,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    ...(first && { initialData: { pages: [first], pageParams: [null] } }),
  });

  const write = (change: (pages: JobPage[]) => JobPage[]) =>
    queryClient.setQueryData(
      options.queryKey,
      (data: Pages | undefined) => data && { ...data, pages: change(data.pages) },
    );
  const insert = (jobs: JobDetails[]) => {
    setFreshIds(new Set(jobs.map(({ id }) => id)));
    write((pages) => insertJobs(pages, jobs));
  };
  const onChange = (change: JobListChange) => {
    if (change.isStale) return void queryClient.invalidateQueries({ queryKey: options.queryKey });
    const data = queryClient.getQueryData<Pages>(options.queryKey);
    if (data === undefined) return;
    const { pages, arrived } = mergeChanges(data.pages, change);
    write(() => pages);
    if (window.scrollY <= AT_TOP_PX) insert(arrived);
    else setHeld((last) => ({ key, jobs: toWaiting(last.key === key ? last.jobs : [], arrived, change) }));
  };
  const live = useSubscription(
    trpc.job.listChanges.subscriptionOptions(input, {
      onData: onChange,
      // What happened while nobody listened is not told again.
      onConnectionStateChange: ({ state }) => {
        if (state === "pending") void queryClient.invalidateQueries({ queryKey: options.queryKey });
      },
    }),
  );

  const showWaiting = () => {
    insert(waiting);
    setHeld({ key, jobs: [] });
    window.scrollTo({ top: 0 });
  };
  const jobs = query.data?.pages.flatMap((page) => page.jobs) ?? [];
  return { query, jobs, freshIds, waiting, showWaiting, isConnected: live.status !== "error" };
}

/** Held jobs are renewed too, and leave when they leave the list. */
function toWaiting(held: JobDetails[], arrived: JobDetails[], { goneIds }: JobListChange): JobDetails[] {
  const newIds = new Set(arrived.map(({ id }) => id));
  return [...arrived, ...held.filter(({ id }) => !newIds.has(id) && !goneIds.includes(id))];
}
