"use client";

import { formatCost } from "@docsteward/platform/money";
import type { JobDetails } from "@docsteward/services/job/details";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { ArrowUp, GitPullRequest } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { repositoryName } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { useListKeys } from "#components/keyboard/use-shortcuts.ts";
import { ListRowsSkeleton } from "#components/skeletons.tsx";
import { JobDuration } from "#components/status-badges.tsx";
import type { toListInput } from "./job-filter.ts";
import { type JobPage, useLiveJobs } from "./live-jobs.ts";

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

type JobRowProps = { job: JobDetails; base: string; isFresh: boolean };

/** One job: what was asked above, what became of it and where below, its facts at the right. The whole row leads to it. */
function JobRow({ job, base, isFresh }: JobRowProps) {
  const asked = firstLine(job.prompt);
  return (
    <div
      className={cn(
        "relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 hover:bg-accent has-[a[data-list-row]:focus-visible]:bg-accent",
        isFresh &&
          "transition-[background-color,opacity] duration-700 starting:bg-brand/15 motion-safe:starting:opacity-0",
      )}
    >
      <JobStatus job={job} isShort />
      <div className="min-w-0">
        <Link
          href={`${base}/jobs/${job.id}`}
          data-list-row
          className="-outline-offset-2 block truncate font-medium after:absolute after:inset-0"
        >
          {asked}
        </Link>
        <p className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
          <span className="truncate">
            {job.title && job.title !== asked && (
              <>
                {job.title}
                <span aria-hidden> · </span>
              </>
            )}
            {repositoryName(job.source.repository)}
            <span aria-hidden> · </span>
            <code className="font-mono">{job.branch ?? job.source.ref}</code>
          </span>
          <span className="shrink-0 sm:hidden">
            <span aria-hidden>· </span>
            <RelativeTime at={job.createdAt} />
          </span>
        </p>
      </div>
      <div className="flex items-center gap-3 text-muted-foreground text-xs tabular-nums sm:gap-4">
        {job.pullRequestPath !== null && (
          <Link
            href={`${base}/${job.pullRequestPath}`}
            className="relative z-10 flex items-center gap-1 rounded hover:text-foreground hover:underline"
          >
            <GitPullRequest aria-label="Pull request" className="size-3.5" />#{job.pullRequestNumber}
          </Link>
        )}
        <span className="hidden max-w-32 truncate md:inline">{job.model}</span>
        <span className="hidden min-w-12 text-right md:inline">{job.costUsd !== null && formatCost(job.costUsd)}</span>
        <JobDuration job={job} className="hidden min-w-16 text-right sm:inline" />
        <RelativeTime at={job.createdAt} className="hidden min-w-16 text-right sm:inline" />
      </div>
    </div>
  );
}

function firstLine(prompt: string): string {
  return prompt.trim().split("\n", 1)[0] ?? "";
}
