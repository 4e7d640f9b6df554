"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/details";
import type { PastEvents } from "@docsteward/services/job/events";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "#trpc/client.tsx";

const CONNECTING = "The connection to the server is lost. Updates resume when it is back.";
const MOST_AT_ONCE = 1_000;

/** The events of a job that this page knows, and the way to those from before. */
export type JobEvents = {
  /** In order, without a gap to the newest. */
  events: readonly JobEventMessage[];
  /** How many from before them are still at the server. */
  earlier: number;
  isLoadingEarlier: boolean;
  /** Loads the events before the known ones; all of them with `all`. @returns the known events, null after a failure, which is shown */
  loadEarlier: (reach?: "all") => Promise<readonly JobEventMessage[] | null>;
};

/**
 * A job and its events as they happen: what the server rendered first, then each new one. A connection that breaks is taken up
 * again behind the last event that came.
 *
 * @returns `problem`, why news does not come in; null while it does
 */
export function useJobEvents(
  site: { org: string; domain: string },
  { job: firstJob, past }: { job: JobDetails; past: PastEvents<JobEventMessage> },
) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [{ events, earlier }, setKnown] = useState(past);
  const [lastEventId] = useState(() => String(past.events.at(-1)?.id ?? 0));
  const input = { ...site, id: firstJob.id };
  const { data: job } = useQuery(trpc.job.get.queryOptions(input, { initialData: firstJob }));
  const live = useSubscription(
    trpc.job.events.subscriptionOptions(
      { ...input, lastEventId },
      {
        onData: ({ data: event }) => {
          setKnown((known) =>
            (known.events.at(-1)?.id ?? 0) < event.id ? { ...known, events: [...known.events, event] } : known,
          );
          void queryClient.invalidateQueries({ queryKey: trpc.job.get.queryKey(input) });
          if (event.type.startsWith("pull_request.")) {
            void queryClient.invalidateQueries({ queryKey: trpc.pullRequest.pathKey() });
          }
        },
      },
    ),
  );
  const older = useMutation({
    mutationFn: async (reach?: "all") => {
      const pages: PastEvents<JobEventMessage> = { events: [], earlier };
      do {
        const beforeId = pages.events[0]?.id ?? events[0]?.id;
        const limit = reach === "all" ? MOST_AT_ONCE : undefined;
        const page = await client.job.pastEvents.query({ ...input, beforeId, limit });
        pages.events.unshift(...page.events);
        pages.earlier = page.earlier;
      } while (reach === "all" && pages.earlier > 0);
      return pages;
    },
    onSuccess: (pages) => setKnown((known) => ({ events: [...pages.events, ...known.events], earlier: pages.earlier })),
    onError: ({ message }) => toast.error(message),
  });
  const loadEarlier: JobEvents["loadEarlier"] = async (reach) => {
    if (earlier === 0) return events;
    const page = await older.mutateAsync(reach).catch(() => null);
    return page && [...page.events, ...events];
  };
  const problem = live.status === "error" ? live.error.message : null;
  const isReconnecting = live.status === "connecting" && live.error !== null;
  return {
    job,
    known: { events, earlier, isLoadingEarlier: older.isPending, loadEarlier } satisfies JobEvents,
    problem: problem ?? (isReconnecting ? CONNECTING : null),
  };
}
