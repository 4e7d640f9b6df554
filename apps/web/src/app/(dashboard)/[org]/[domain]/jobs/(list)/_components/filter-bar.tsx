"use client";

import { Button } from "@docsteward/ui/button";
import { Chip, RemovableChip } from "@docsteward/ui/chip";
import { Field, Input } from "@docsteward/ui/field";
import { Popover } from "@docsteward/ui/popover";
import { Select } from "@docsteward/ui/select";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { useQuery } from "@tanstack/react-query";
import { ListFilter, Search } from "lucide-react";
import { debounce, type SetValues } from "nuqs";
import { useTRPC } from "#trpc/client.tsx";
import { type FILTER_PARSERS, type JobFilterState, STATUS_WORDS, STATUSES } from "./job-filter.ts";

const SEARCH_REST_MS = 250;

/** What narrows the list. All of it is in the address, so that a link shows the same list. */
export function FilterBar({ site, filter, setFilter }: FilterProps) {
  const isAll = filter.status === null && !filter.archived;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="relative w-full sm:w-64">
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-muted-foreground" />
        <Input
          type="search"
          aria-label="Search jobs"
          placeholder="Search prompts and titles"
          className="pl-8"
          value={filter.q}
          onValueChange={(q) => void setFilter({ q: q || null }, { limitUrlUpdates: debounce(SEARCH_REST_MS) })}
        />
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        <Chip isOn={isAll} onClick={() => void setFilter({ status: null, archived: null })}>
          All
        </Chip>
        {STATUSES.map((status) => (
          <Chip
            key={status}
            isOn={filter.status === status && !filter.archived}
            onClick={() => void setFilter({ status, archived: null })}
          >
            {STATUS_WORDS[status]}
          </Chip>
        ))}
        <Chip isOn={filter.archived} onClick={() => void setFilter({ status: null, archived: true })}>
          Archived
        </Chip>
      </fieldset>
      <FilterMenu site={site} filter={filter} setFilter={setFilter} />
      <ChosenFilters site={site} filter={filter} setFilter={setFilter} />
    </div>
  );
}

function ChosenFilters({ site, filter, setFilter }: FilterProps) {
  const { data: choices } = useJobChoices(site, { isWanted: filter.by !== null });
  const maker = choices?.creators.find(({ id }) => id === filter.by)?.name ?? filter.by;
  return (
    <>
      {filter.model && (
        <RemovableChip name={`model ${filter.model}`} onRemove={() => void setFilter({ model: null })} />
      )}
      {filter.ref && <RemovableChip name={`branch ${filter.ref}`} onRemove={() => void setFilter({ ref: null })} />}
      {filter.by && <RemovableChip name={`created by ${maker}`} onRemove={() => void setFilter({ by: null })} />}
    </>
  );
}

/** The rarer filters: model, branch and maker, each with what occurs among the project's jobs. */
function FilterMenu(props: FilterProps) {
  return (
    <Popover
      title="Filter jobs"
      className="w-64"
      trigger={
        <Button size="sm" variant="ghost">
          <ListFilter aria-hidden />
          Filter
        </Button>
      }
    >
      <FilterFields {...props} />
    </Popover>
  );
}

function FilterFields({ site, filter, setFilter }: FilterProps) {
  const { data, error, refetch } = useJobChoices(site, { isWanted: true });
  const toChoices = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }));
  return (
    <>
      {error && <ErrorState message={error.message} onRetry={() => refetch()} />}
      {data === undefined && !error && <Skeleton className="h-40 w-full" />}
      {data && (
        <>
          <Field label="Model">
            <Select
              isSmall
              placeholder="Any"
              choices={toChoices(data.models)}
              value={filter.model}
              onChange={(model) => void setFilter({ model })}
            />
          </Field>
          <Field label="Branch">
            <Select
              isSmall
              placeholder="Any"
              choices={toChoices(data.refs)}
              value={filter.ref}
              onChange={(ref) => void setFilter({ ref })}
            />
          </Field>
          <Field label="Created by">
            <Select
              isSmall
              placeholder="Anyone"
              choices={data.creators.map(({ id, name, kind }) => ({
                value: id,
                label: name,
                hint: kind === "key" ? "API key" : undefined,
              }))}
              value={filter.by}
              onChange={(by) => void setFilter({ by })}
            />
          </Field>
        </>
      )}
    </>
  );
}

type FilterProps = {
  site: { org: string; domain: string };
  filter: JobFilterState;
  setFilter: SetValues<typeof FILTER_PARSERS>;
};

/** What the list can be narrowed to; asked for when it is first wanted. */
function useJobChoices(site: { org: string; domain: string }, { isWanted }: { isWanted: boolean }) {
  const trpc = useTRPC();
  return useQuery(trpc.job.choices.queryOptions(site, { enabled: isWanted, staleTime: 30_000 }));
}
