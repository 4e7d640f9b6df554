"use client";

import type { SiteFacets } from "@docsteward/services/playground";
import { Button } from "@docsteward/ui/button";
import { Chip } from "@docsteward/ui/chip";
import { Combobox } from "@docsteward/ui/combobox";
import { Field, Input, Textarea } from "@docsteward/ui/field";
import { Segmented } from "@docsteward/ui/segmented";
import { Select } from "@docsteward/ui/select";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { CallSettings, ContextItem } from "./call-settings.ts";

const MAX_ITEMS = 20;
const MAX_CHARACTERS = 20_000;
const TYPES = [
  { value: "code", label: "Code" },
  { value: "textSelection", label: "Selection" },
] as const;

/** Code and selections that the reader has before their eyes. */
export function ContextFields({
  context,
  onChange,
}: {
  context: ContextItem[];
  onChange: (context: ContextItem[]) => void;
}) {
  const [type, setType] = useState<ContextItem["type"]>("code");
  const [value, setValue] = useState("");
  return (
    <div className="flex flex-col gap-3">
      {context.length > 0 && (
        <ul className="flex flex-col gap-1">
          {context.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same text may stand there twice, and nothing else tells them apart
            <li key={at} className="flex items-center gap-2 rounded-md border px-2 py-1">
              <span className="shrink-0 text-muted-foreground text-xs">
                {item.type === "code" ? "Code" : "Selection"}
              </span>
              <span className="min-w-0 flex-1 truncate font-mono text-xs">{item.value}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove context item ${at + 1}`}
                onClick={() => onChange(context.filter((_, other) => other !== at))}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Segmented label="Context type" choices={TYPES} value={type} onChange={setType} />
      <Field label={type === "code" ? "Code" : "Selected text"} hint="Included in the search and sent to the model.">
        <Textarea
          value={value}
          maxLength={MAX_CHARACTERS}
          height="short"
          className="font-mono text-xs"
          onChange={({ target }) => setValue(target.value)}
        />
      </Field>
      <Button
        size="sm"
        disabled={value.trim() === "" || context.length >= MAX_ITEMS}
        onClick={() => {
          onChange([...context, { type, value }]);
          setValue("");
        }}
      >
        Add context
      </Button>
    </div>
  );
}

type Props = { label: string; hint: string; value: string | null; onChange: (path: string | null) => void };

/** One page of the site, found by typing a part of its path or title. */
export function PageChoice({ label, hint, value, onChange }: Props) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const [search, setSearch] = useState("");
  const { data = [] } = useQuery({
    ...trpc.playground.pages.queryOptions({ org, domain, search: search.slice(0, 200) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Field label={label} hint={hint}>
      <Combobox
        value={value}
        choices={data.map(({ path, title }) => ({ value: path, label: path, hint: title }))}
        onType={setSearch}
        onChange={onChange}
        placeholder="None"
        empty="No matching pages."
      />
    </Field>
  );
}

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
