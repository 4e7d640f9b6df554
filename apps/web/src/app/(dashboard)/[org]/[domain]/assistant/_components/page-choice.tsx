"use client";
import { Combobox } from "@docsteward/ui/combobox";
import { Field } from "@docsteward/ui/field";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { useTRPC } from "#trpc/client.tsx";

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
