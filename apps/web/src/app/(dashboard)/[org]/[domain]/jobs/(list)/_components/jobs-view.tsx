"use client";

import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { EmptyState } from "@docsteward/ui/states";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FILTER_PARSERS, isFiltered, type JobFilterState, toListInput } from "./job-filter.ts";
import { JobList } from "./job-list.tsx";
import type { JobPage } from "./live-jobs.ts";

const SEARCH_REST_MS = 250;

const NewJobDialog = dynamic(() => import("./new-job-dialog.tsx").then((module) => module.NewJobDialog), {
  ssr: false,
});

type Props = { site: { org: string; domain: string }; firstFilter: JobFilterState; first: JobPage };

/** The jobs of a project: what narrows the list, the list, and the way to a new one. */
export function JobsView({ site, firstFilter, first }: Props) {
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
