"use client";

import { Button } from "@docsteward/ui/button";
import { cn } from "@docsteward/ui/cn";
import { ErrorState } from "@docsteward/ui/states";
import { ArrowUp, ListChecks, Plus, Rows3 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useAddress } from "#components/address-state.ts";
import { ExportMenu } from "#components/export-menu.tsx";
import { useListKeys } from "#components/keyboard/use-shortcuts.ts";
import { PageTitle } from "#components/page-elements.tsx";
import { hasRole, useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { ListRowsSkeleton } from "#components/skeletons.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { isFiltered, type JobFilterState, readJobFilter, toExportHref, toListInput } from "./job-filter.ts";
import { JobColumns, JobRow } from "./job-row.tsx";
import { type JobPage, useLiveJobs } from "./live-jobs.ts";

const NewJobDialog = dynamic(() => import("./new-job-dialog.tsx").then((module) => module.NewJobDialog), {
  ssr: false,
});

const FirstJob = dynamic(() => import("./first-job.tsx").then((module) => module.FirstJob));

const JobSelection = dynamic(() => import("./job-selection.tsx").then((module) => module.JobSelection), { ssr: false });
const JobCheckbox = dynamic(() => import("./job-selection.tsx").then((module) => module.JobCheckbox), { ssr: false });

type JobsViewProps = { site: { org: string; domain: string }; firstFilter: JobFilterState; first: JobPage };

/** The jobs of a project: what narrows the list, the list, and the way to a new one. */
export function JobsView({ site, firstFilter, first }: JobsViewProps) {
  const { params, change } = useAddress();
  const filter = readJobFilter(params);
  const [renderedFor] = useState(() => JSON.stringify(toListInput(firstFilter)));
  const input = toListInput(filter);
  const key = JSON.stringify(input);
  const [selected, setSelected] = useState<readonly string[] | null>(null);
  const [hasFacts, setHasFacts] = useState(false);
  const { role } = useProject();
  return (
    <div data-wide className="flex flex-col gap-4">
      <PageTitle title="Jobs">
        <RestrictedButton least="member" variant="primary" onClick={() => change({ new: "true" })}>
          <Plus aria-hidden />
          New job
        </RestrictedButton>
      </PageTitle>
      <FilterBar site={site} filter={filter} setFilter={change}>
        <div className="ml-auto flex flex-wrap gap-2">
          <Button size="sm" aria-pressed={hasFacts} className="xl:hidden" onClick={() => setHasFacts(!hasFacts)}>
            <Rows3 aria-hidden />
            {hasFacts ? "Hide details" : "Show details"}
          </Button>
          {hasRole(role, "member") && (
            <Button
              size="sm"
              aria-pressed={selected !== null}
              onClick={() => setSelected(selected === null ? [] : null)}
            >
              <ListChecks aria-hidden />
              Select
            </Button>
          )}
          <ExportMenu href={toExportHref(projectHref(site, "jobs/export"), filter)} />
        </div>
      </FilterBar>
      <JobList
        site={site}
        input={input}
        hasFacts={hasFacts}
        selected={selected}
        onSelect={setSelected}
        first={key === renderedFor ? first : null}
        empty={
          isFiltered(filter) ? (
            <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed px-3 py-8 text-center">
              <p className="text-muted-foreground">No matching jobs.</p>
              <Button size="sm" onClick={() => change(NO_FILTER)}>
                Clear filters
              </Button>
            </div>
          ) : (
            <FirstJob />
          )
        }
      />
      {params.get("new") === "true" && <NewJobDialog site={site} onClose={() => change({ new: null })} />}
    </div>
  );
}

const NO_FILTER = Object.fromEntries(Object.keys(readJobFilter(new URLSearchParams())).map((name) => [name, null]));

type JobListProps = {
  site: { org: string; domain: string };
  input: ReturnType<typeof toListInput>;
  /** Whether rows show all facts where there is no room for columns. */
  hasFacts: boolean;
  /** The jobs that are chosen; null while none can be. */
  selected: readonly string[] | null;
  onSelect: (ids: readonly string[] | null) => void;
  first: JobPage | null;
  empty: ReactNode;
};

/** The jobs that fit, newest first, renewed as things happen. */
function JobList({ site, input, hasFacts, selected, onSelect, first, empty }: JobListProps) {
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
      {selected !== null && (
        <JobSelection site={site} jobs={jobs} isArchive={input.archived} selected={selected} onSelect={onSelect} />
      )}
      {data === undefined && !error && <ListRowsSkeleton />}
      {data !== undefined && jobs.length === 0 && empty}
      {jobs.length > 0 && (
        <div className={cn("overflow-hidden rounded-lg border", isPlaceholderData && "opacity-60")}>
          <JobColumns />
          <ul ref={rows} aria-label="Jobs" aria-busy={isPlaceholderData} className="divide-y">
            {jobs.map((job) => (
              <li key={job.id} className="flex items-center">
                {selected !== null && <JobCheckbox job={job} selected={selected} onSelect={onSelect} />}
                <JobRow
                  job={job}
                  base={`/${site.org}/${site.domain}`}
                  isFresh={freshIds.has(job.id)}
                  hasFacts={hasFacts}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {hasNextPage && (
        <Button className="self-center" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Load older jobs"}
        </Button>
      )}
    </div>
  );
}
