"use client";
import { Segmented } from "@docsteward/ui/segmented";

export type Way = "github" | "path";

const WAYS = [
  { value: "github", label: "From GitHub" },
  { value: "path", label: "On this machine" },
] as const;

/** Asks where a repository is, of people who may choose. */
export function RepositoryWay({ value, onChange }: { value: Way; onChange: (way: Way) => void }) {
  return <Segmented label="Where the repository is" choices={WAYS} value={value} onChange={onChange} />;
}
