"use client";

import { Button } from "@docsteward/ui/button";
import { Chip, RemovableChip } from "@docsteward/ui/chip";
import { Input } from "@docsteward/ui/field";
import { Popover } from "@docsteward/ui/popover";
import { Skeleton } from "@docsteward/ui/states";
import { ListFilter, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FilterProps, useJobChoices } from "./job-choices.ts";
import { STATUS_WORDS, STATUSES } from "./job-filter.ts";

const SEARCH_REST_MS = 250;

const FilterFields = dynamic(() => import("./filter-fields.tsx").then((module) => module.FilterFields), {
  ssr: false,
  loading: () => <Skeleton className="h-40 w-full" />,
});

/** What narrows the list. All of it is in the address, so that a link shows the same list. `children` are the list's actions. */
export function FilterBar({ site, filter, setFilter, children }: FilterProps & { children: ReactNode }) {
  const isAll = filter.status === null && !filter.archived;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="relative w-full sm:w-64">
        <Search aria-hidden className="absolute top-2 left-2.5 size-4 text-muted-foreground" />
        <SearchField value={filter.q} onSearch={(q) => setFilter({ q })} />
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Status</legend>
        <Chip isOn={isAll} onClick={() => setFilter({ status: null, archived: null })}>
          All
        </Chip>
        {STATUSES.map((status) => (
          <Chip
            key={status}
            isOn={filter.status === status && !filter.archived}
            onClick={() => setFilter({ status, archived: null })}
          >
            {STATUS_WORDS[status]}
          </Chip>
        ))}
        <Chip isOn={filter.archived} onClick={() => setFilter({ status: null, archived: "true" })}>
          Archived
        </Chip>
      </fieldset>
      <FilterMenu site={site} filter={filter} setFilter={setFilter} />
      <ChosenFilters site={site} filter={filter} setFilter={setFilter} />
      {children}
    </div>
  );
}

/** Searches after a short pause: not for each typed letter, and browsers limit how often an address changes. */
function SearchField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    // The address changed elsewhere, such as by "Clear filters".
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Input
      type="search"
      aria-label="Search jobs"
      placeholder="Search prompts and titles"
      className="pl-8"
      value={typed}
      onValueChange={(words) => {
        setTyped(words);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setKnown(words);
          onSearch(words);
        }, SEARCH_REST_MS);
      }}
    />
  );
}

function ChosenFilters({ site, filter, setFilter }: FilterProps) {
  const { data: choices } = useJobChoices(site, { isWanted: filter.by !== null });
  const maker = choices?.creators.find(({ id }) => id === filter.by)?.name ?? filter.by;
  return (
    <>
      {filter.model && <RemovableChip name={`model ${filter.model}`} onRemove={() => setFilter({ model: null })} />}
      {filter.ref && <RemovableChip name={`branch ${filter.ref}`} onRemove={() => setFilter({ ref: null })} />}
      {filter.checks && (
        <RemovableChip name={`checks: ${filter.checks}`} onRemove={() => setFilter({ checks: null })} />
      )}
      {filter.from && <RemovableChip name={`from ${filter.from}`} onRemove={() => setFilter({ from: null })} />}
      {filter.to && <RemovableChip name={`until ${filter.to}`} onRemove={() => setFilter({ to: null })} />}
      {filter.by && <RemovableChip name={`created by ${maker}`} onRemove={() => setFilter({ by: null })} />}
    </>
  );
}

/** The rarer filters: model, branch and author with what occurs among the project's jobs, what the checks left, and days. */
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
