"use client";

import type { JobDetails } from "@docsteward/services/job/details";
import type { JobListChange } from "@docsteward/services/job/follow";
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "#trpc/client.tsx";
import type { toListInput } from "./job-filter.ts";

type Pages = InfiniteData<JobPage, string | null>;

/** Rows above the fold may appear automatically; below it they would move what a person reads. */
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
      // Changes during a disconnect are not sent again.
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

export type JobPage = { jobs: JobDetails[]; nextCursor: string | null; hasMore: boolean };

/** What becomes of a list: its pages with every change of what they hold, and the jobs that are new to it. */
type Merged = { pages: JobPage[]; arrived: JobDetails[] };

/**
 * Brings a change into the pages that are shown, without moving a row: known jobs are renewed where they stand, and those that
 * left the list go.
 *
 * @returns as `arrived` the jobs that belong between or above the rows; what is older than the last page is left to it
 */
export function mergeChanges(pages: readonly JobPage[], change: Pick<JobListChange, "jobs" | "goneIds">): Merged {
  const changed = new Map(change.jobs.map((job) => [job.id, job]));
  const gone = new Set(change.goneIds);
  const merged = pages.map((page) => ({
    ...page,
    jobs: page.jobs.flatMap((job) => (gone.has(job.id) ? [] : (changed.get(job.id) ?? job))),
  }));
  const known = new Set(pages.flatMap(({ jobs }) => jobs.map(({ id }) => id)));
  const oldest = pages.at(-1)?.hasMore ? pages.at(-1)?.jobs.at(-1) : undefined;
  const arrived = change.jobs.filter((job) => !known.has(job.id) && (!oldest || isNewer(job, oldest)));
  return { pages: merged, arrived };
}

/** Puts jobs where they belong in the order of the list, newest first. */
export function insertJobs(pages: readonly JobPage[], jobs: readonly JobDetails[]): JobPage[] {
  const [first = { jobs: [], nextCursor: null, hasMore: false }, ...rest] = pages;
  const known = new Set(pages.flatMap((page) => page.jobs.map(({ id }) => id)));
  let left = jobs.filter(({ id }) => !known.has(id));
  return [first, ...rest].map((page, index) => {
    const last = page.jobs.at(-1);
    const isLast = index === rest.length;
    const own = isLast || !last ? left : left.filter((job) => isNewer(job, last));
    left = left.filter((job) => !own.includes(job));
    return own.length === 0 ? page : { ...page, jobs: [...page.jobs, ...own].sort((a, b) => (isNewer(a, b) ? -1 : 1)) };
  });
}

function isNewer(a: JobDetails, b: JobDetails): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}
