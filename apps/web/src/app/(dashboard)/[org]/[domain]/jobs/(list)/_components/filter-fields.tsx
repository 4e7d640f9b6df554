"use client";

import { Field, Input } from "@docsteward/ui/field";
import { Select } from "@docsteward/ui/select";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { type FilterProps, useJobChoices } from "./job-choices.ts";

/** The fields of the rarer filters. They come when the filter is opened. */
export function FilterFields({ site, filter, setFilter }: FilterProps) {
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
              onChange={(model) => setFilter({ model })}
            />
          </Field>
          <Field label="Branch">
            <Select
              isSmall
              placeholder="Any"
              choices={toChoices(data.refs)}
              value={filter.ref}
              onChange={(ref) => setFilter({ ref })}
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
              onChange={(by) => setFilter({ by })}
            />
          </Field>
          <Field label="Checks">
            <Select
              isSmall
              placeholder="Any"
              choices={[
                { value: "passed", label: "Passed" },
                { value: "problems", label: "With problems" },
              ]}
              value={filter.checks}
              onChange={(checks) => setFilter({ checks })}
            />
          </Field>
          <div className="grid grid-cols-2 gap-2">
            <Field label="From">
              <Input
                type="date"
                isSmall
                value={filter.from ?? ""}
                max={filter.to ?? undefined}
                onValueChange={(from) => setFilter({ from: from || null })}
              />
            </Field>
            <Field label="Until">
              <Input
                type="date"
                isSmall
                value={filter.to ?? ""}
                min={filter.from ?? undefined}
                onValueChange={(to) => setFilter({ to: to || null })}
              />
            </Field>
          </div>
        </>
      )}
    </>
  );
}
