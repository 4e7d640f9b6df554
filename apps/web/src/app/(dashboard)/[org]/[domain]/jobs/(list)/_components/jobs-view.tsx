"use client";
import { Button } from "@docsteward/ui/button";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsBoolean, useQueryState, useQueryStates } from "nuqs";
import { useState } from "react";
import { PageTitle } from "../../../../../_components/page-title.tsx";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { FirstJob } from "./first-job.tsx";
import { FILTER_PARSERS, isFiltered, type JobFilterState, toListInput } from "./job-filter.ts";
import { JobList } from "./job-list.tsx";
import type { JobPage } from "./merge-changes.ts";
import { useSettled } from "./use-settled.ts";

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
  const q = useSettled(filter.q, SEARCH_REST_MS);
  const input = toListInput({ ...filter, q });
  const key = JSON.stringify(input);
  const clear = () => void setFilter({ status: null, archived: null, ref: null, model: null, by: null, q: null });
  return (
    <div className="flex flex-col gap-4">
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
