"use client";

import { Combobox } from "@docsteward/ui/combobox";
import { Segmented } from "@docsteward/ui/segmented";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "../../trpc/client.tsx";

type Props = { org: string; value: string; onChange: (address: string) => void };

/** One of the repositories at GitHub that an organization may use, found by typing a part of its name. */
export function RepositoryChoice({ org, value, onChange }: Props) {
  const [search, setSearch] = useState("");
  const found = useQuery(
    useTRPC().project.repositories.queryOptions({ org, search }, { placeholderData: keepPreviousData }),
  );
  return (
    <Combobox
      choices={(found.data ?? []).map(({ address, fullName, isPrivate, isArchived }) => ({
        value: address,
        label: fullName,
        hint: isArchived ? "archived" : isPrivate ? "private" : "public",
      }))}
      value={value === "" ? null : value}
      onChange={(address) => onChange(address ?? "")}
      onType={setSearch}
      placeholder="Search by name"
      empty={emptyOf(found)}
    />
  );
}

function emptyOf({ isPending, error }: { isPending: boolean; error: { message: string } | null }): string {
  if (error) return error.message;
  if (isPending) return "Searching…";
  return "No matching repositories. Give the GitHub App access to the repository, then try again.";
}

export type Way = "github" | "path" | "server";

const WAYS = [
  { value: "github", label: "GitHub" },
  { value: "path", label: "Service machine" },
  { value: "server", label: "Git URL" },
] as const;

type SourceProps = { ways: readonly Way[]; value: Way; onChange: (way: Way) => void };

/** Asks where a repository is. */
export function RepositorySource({ ways, value, onChange }: SourceProps) {
  const choices = WAYS.filter((way) => ways.includes(way.value));
  return <Segmented label="Location" choices={choices} value={value} onChange={onChange} />;
}
