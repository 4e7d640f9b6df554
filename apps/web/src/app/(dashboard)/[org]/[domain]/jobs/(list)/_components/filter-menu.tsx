"use client";
import { Button } from "@docsteward/ui/button";
import { ErrorState } from "@docsteward/ui/error-state";
import { Field } from "@docsteward/ui/field";
import { Popover } from "@docsteward/ui/popover";
import { Select } from "@docsteward/ui/select";
import { Skeleton } from "@docsteward/ui/skeleton";
import { ListFilter } from "lucide-react";
import type { FilterProps } from "./filter-props.ts";
import { useJobChoices } from "./use-job-choices.ts";

/** The rarer filters: model, branch and maker, each with what occurs among the project's jobs. */
export function FilterMenu(props: FilterProps) {
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
