"use client";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { ErrorState } from "@docsteward/ui/error-state";
import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useListKeys } from "../../../../../_components/keyboard/use-list-keys.ts";
import { ListRowsSkeleton } from "../../../../../_components/list-skeleton.tsx";
import type { toListInput } from "./job-filter.ts";
import { JobRow } from "./job-row.tsx";
import type { JobPage } from "./merge-changes.ts";
import { useLiveJobs } from "./use-live-jobs.ts";

type Props = {
  site: { org: string; domain: string };
  input: ReturnType<typeof toListInput>;
  first: JobPage | null;
  empty: ReactNode;
};

/** The jobs that fit, newest first, renewed as things happen. */
export function JobList({ site, input, first, empty }: Props) {
  const { query, jobs, freshIds, waiting, showWaiting, isConnected } = useLiveJobs({ ...site, ...input }, first);
  const rows = useListKeys<HTMLUListElement>();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData } = query;
  return (
    <div className="flex flex-col gap-3">
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {!isConnected && (
        <p role="status" className="text-warning">
          The connection to the server is lost. Updates resume when it is back.
        </p>
      )}
      {waiting.length > 0 && (
        <Button
          size="sm"
          variant="primary"
          onClick={showWaiting}
          shape="round"
          className="sticky top-14 z-20 self-center"
        >
          <ArrowUp aria-hidden />
          {waiting.length === 1 ? "1 new job" : `${waiting.length} new jobs`}
        </Button>
      )}
      {data === undefined && !error && <ListRowsSkeleton />}
      {data !== undefined && jobs.length === 0 && empty}
      {jobs.length > 0 && (
        <ul
          ref={rows}
          aria-label="Jobs"
          aria-busy={isPlaceholderData}
          className={cn("divide-y overflow-hidden rounded-lg border", isPlaceholderData && "opacity-60")}
        >
          {jobs.map((job) => (
            <li key={job.id}>
              <JobRow job={job} base={`/${site.org}/${site.domain}`} isFresh={freshIds.has(job.id)} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Load older jobs"}
        </Button>
      )}
    </div>
  );
}
