"use client";
import type { SiteFacets } from "@docsteward/services/playground";
import { Button } from "@docsteward/ui/button";
import { Chip } from "@docsteward/ui/chip";
import { Field, Input } from "@docsteward/ui/field";
import { Select } from "@docsteward/ui/select";
import type { CallSettings } from "./call-settings.ts";

type Filter = CallSettings["filter"];

const ANY = "";
const ONE_OF = [
  ["version", "versions", "Version"],
  ["language", "languages", "Language"],
  ["tag", "tags", "Tag"],
] as const;

/** Which pages may answer, by the values that the site's pages really have. */
export function FilterFields(props: { facets: SiteFacets; filter: Filter; onChange: (filter: Filter) => void }) {
  const { facets, filter, onChange } = props;
  const groups = filter.groups ?? [];
  return (
    <div className="flex flex-col gap-3">
      {ONE_OF.map(
        ([name, facet, label]) =>
          facets[facet].length > 0 && (
            <Field key={name} label={label}>
              <Select
                value={filter[name] ?? ANY}
                choices={[{ value: ANY, label: "Any" }, ...facets[facet].map((value) => ({ value, label: value }))]}
                onChange={(value) => onChange({ ...filter, [name]: value === ANY ? undefined : value })}
                isWide
              />
            </Field>
          ),
      )}
      {facets.groups.length > 0 && (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1.5 font-medium">Groups</legend>
          <div className="flex max-h-40 flex-wrap gap-1 overflow-y-auto">
            {facets.groups.map((group) => (
              <Chip
                key={group}
                isOn={groups.includes(group)}
                onClick={() =>
                  onChange({
                    ...filter,
                    groups: groups.includes(group) ? groups.filter((one) => one !== group) : [...groups, group],
                  })
                }
              >
                {group}
              </Chip>
            ))}
          </div>
        </fieldset>
      )}
      <Field label="Path" hint="Includes this path and all pages under it.">
        <Input
          value={filter.path ?? ""}
          placeholder="/guides"
          maxLength={200}
          className="font-mono text-xs"
          onValueChange={(path) => onChange({ ...filter, path: path.trim() || undefined })}
        />
      </Field>
      <Button size="sm" onClick={() => onChange({})}>
        Clear filters
      </Button>
    </div>
  );
}
