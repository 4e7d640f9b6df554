"use client";
import type { IndexState } from "@docsteward/services/site/get-index";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";

const LOOK_MS = 5_000;

/** How the index stands, and each step of a run while there is one. */
export function useIndex(first: IndexState): IndexState {
  const { org, domain } = useSite();
  const input = { org, domain };
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // A run may begin from elsewhere: somebody pushed, or merged.
  const { data: state } = useQuery(
    trpc.siteIndex.get.queryOptions(input, { initialData: first, refetchInterval: LOOK_MS }),
  );
  useSubscription(
    trpc.siteIndex.follow.subscriptionOptions(state.progress === null ? skipToken : input, {
      onData: (next) => {
        queryClient.setQueryData(trpc.siteIndex.get.queryKey(input), next);
        if (next.progress === null) void queryClient.invalidateQueries(trpc.siteIndex.contents.queryFilter(input));
      },
    }),
  );
  return state;
}
