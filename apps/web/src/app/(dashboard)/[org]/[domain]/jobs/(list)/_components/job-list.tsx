"use client";
import type { JobStatus } from "@docsteward/contract/job";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Button } from "@docsteward/ui/button";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { JobRow } from "./job-row.tsx";

const REFRESH_MS = 2_000;

type Page = { jobs: JobDetails[]; nextCursor: string | null; hasMore: boolean };

export type JobListProps = {
  site: { org: string; domain: string };
  filter: { status: JobStatus | undefined; archived: boolean };
  first: Page;
  empty: ReactNode;
};

/** The jobs of a project, newest first, renewed every two seconds while the page is seen. */
export function JobList({ site, filter, first, empty }: JobListProps) {
  const trpc = useTRPC();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...trpc.job.list.infiniteQueryOptions(
      { ...site, ...filter },
      { getNextPageParam: (page) => page.nextCursor, initialCursor: null },
    ),
    initialData: { pages: [first], pageParams: [null] },
    refetchInterval: REFRESH_MS,
  });
  const jobs = data.pages.flatMap((page) => page.jobs);
  return (
    <div className="flex flex-col gap-3">
      {error && (
        <p role="alert" className="flex items-center gap-3 text-destructive">
          {error.message}
          <Button size="sm" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {jobs.length === 0 ? (
        empty
      ) : (
        <ul className="divide-y overflow-hidden rounded-lg border">
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} href={`/${site.org}/${site.domain}/jobs/${job.id}`} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Older jobs
        </Button>
      )}
    </div>
  );
}
