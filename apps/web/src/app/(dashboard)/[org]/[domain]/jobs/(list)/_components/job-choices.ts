import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#trpc/client.tsx";
import type { JobFilterState } from "./job-filter.ts";

/** The filter of the list, and how it is changed. */
export type FilterProps = {
  site: { org: string; domain: string };
  filter: JobFilterState;
  setFilter: (changes: { [K in keyof JobFilterState]?: string | null }) => void;
};

/** What the list can be narrowed to; asked for when it is first wanted. */
export function useJobChoices(site: { org: string; domain: string }, { isWanted }: { isWanted: boolean }) {
  const trpc = useTRPC();
  return useQuery(trpc.job.choices.queryOptions(site, { enabled: isWanted, staleTime: 30_000 }));
}
