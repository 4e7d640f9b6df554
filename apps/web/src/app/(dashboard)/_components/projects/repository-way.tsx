"use client";
import { Segmented } from "@docsteward/ui/segmented";

export type Way = "github" | "path";

const WAYS = [
  { value: "github", label: "GitHub" },
  { value: "path", label: "Service machine" },
] as const;

/** Asks where a repository is, of people who may choose. */
export function RepositoryWay({ value, onChange }: { value: Way; onChange: (way: Way) => void }) {
  return <Segmented label="Repository location" choices={WAYS} value={value} onChange={onChange} />;
}
