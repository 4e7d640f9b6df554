"use client";
import { Chip, RemovableChip } from "@docsteward/ui/chip";
import { Input } from "@docsteward/ui/input";
import { Search } from "lucide-react";
import { debounce } from "nuqs";
import { FilterMenu } from "./filter-menu.tsx";
import type { FilterProps } from "./filter-props.ts";
import { STATUS_WORDS, STATUSES } from "./job-filter.ts";
import { useJobChoices } from "./use-job-choices.ts";

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
