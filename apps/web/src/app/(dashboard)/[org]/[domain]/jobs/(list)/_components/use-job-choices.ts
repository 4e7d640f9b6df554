"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";

/** What the list can be narrowed to; asked for when it is first wanted. */
export function useJobChoices(site: { org: string; domain: string }, { isWanted }: { isWanted: boolean }) {
  const trpc = useTRPC();
  return useQuery(trpc.job.choices.queryOptions(site, { enabled: isWanted, staleTime: 30_000 }));
}
