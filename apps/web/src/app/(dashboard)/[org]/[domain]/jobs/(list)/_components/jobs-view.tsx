"use client";

import { formatCost } from "@docsteward/platform/money";
import type { JobDetails } from "@docsteward/services/job/details";
import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { CodeBlock } from "@docsteward/ui/copy";
import { EmptyState, ErrorState } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { ArrowUp, GitPullRequest, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { type ReactNode, useEffect, useState } from "react";
import { repositoryName } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { useListKeys } from "#components/keyboard/use-shortcuts.ts";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { ListRowsSkeleton } from "#components/skeletons.tsx";
import { JobDuration } from "#components/status-badges.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FILTER_PARSERS, isFiltered, type JobFilterState, toListInput } from "./job-filter.ts";
import { type JobPage, useLiveJobs } from "./live-jobs.ts";

const SEARCH_REST_MS = 250;

const NewJobDialog = dynamic(() => import("./new-job-dialog.tsx").then((module) => module.NewJobDialog), {
  ssr: false,
});

type JobsViewProps = { site: { org: string; domain: string }; firstFilter: JobFilterState; first: JobPage };

/** The jobs of a project: what narrows the list, the list, and the way to a new one. */
export function JobsView({ site, firstFilter, first }: JobsViewProps) {
  const [filter, setFilter] = useQueryStates(FILTER_PARSERS);
  const [isNew, setIsNew] = useQueryState("new", parseAsBoolean.withDefault(false));
  const [renderedFor] = useState(() => JSON.stringify(toListInput(firstFilter)));
  const q = useDebounced(filter.q, SEARCH_REST_MS);
  const input = toListInput({ ...filter, q });
  const key = JSON.stringify(input);
  const clear = () => void setFilter({ status: null, archived: null, ref: null, model: null, by: null, q: null });
  return (
    <div data-wide className="flex flex-col gap-4">
      <PageTitle title="Jobs">
        <RestrictedButton least="member" variant="primary" onClick={() => void setIsNew(true)}>
          <Plus aria-hidden />
          New job
        </RestrictedButton>
      </PageTitle>
      <FilterBar site={site} filter={filter} setFilter={setFilter} />
      <JobList
        site={site}
        input={input}
        first={key === renderedFor ? first : null}
        empty={
          isFiltered(filter) ? (
            <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-3 py-8 text-center">
              <p className="text-muted-foreground">No matching jobs.</p>
              <Button size="sm" onClick={clear}>
                Clear filters
              </Button>
            </div>
          ) : (
            <FirstJob />
          )
        }
      />
      {isNew && <NewJobDialog site={site} onClose={() => void setIsNew(null)} />}
    </div>
  );
}

/** Teaches the first call, with the real address and project id. The list above it takes its place when a job comes in. */
function FirstJob() {
  const { org, domain, projectId, baseUrl } = useProject();
  const code = [
    `curl -X POST ${baseUrl}/v2/agent/${projectId}/job \\`,
    `  -H "Authorization: Bearer $ADMIN_API_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"prompt":"Replace \\"Old Name\\" with \\"New Name\\" everywhere."}'`,
  ].join("\n");
  return (
    <EmptyState title="No jobs yet">
      <p className="text-muted-foreground">
        A job turns an instruction into a pull request. Start one here, or call the API with an{" "}
        <Link href={`/${org}/${domain}/keys`} className="text-brand underline-offset-2 hover:underline">
          admin key
        </Link>
        :
      </p>
      <CodeBlock code={code} label="Copy command" />
      <p role="status" className="flex items-center gap-2 text-muted-foreground">
        <span aria-hidden className="size-2 rounded-full bg-brand motion-safe:animate-pulse" />
        Waiting for your first job. It appears here automatically.
      </p>
    </EmptyState>
  );
}

/** The value after a short pause: a search does not run for each typed letter. */
function useDebounced<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}

type JobListProps = {
  site: { org: string; domain: string };
  input: ReturnType<typeof toListInput>;
  first: JobPage | null;
  empty: ReactNode;
};

/** The jobs that fit, newest first, renewed as things happen. */
function JobList({ site, input, first, empty }: JobListProps) {
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
