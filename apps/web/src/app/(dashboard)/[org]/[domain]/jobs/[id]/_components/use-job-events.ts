"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";

const CONNECTING = "The connection to the server is lost. The page goes on by itself once it is back.";

/**
 * A job and its events as they happen: what the server rendered first, then each new one. A connection that breaks is taken up
 * again behind the last event that came.
 *
 * @returns `problem`, why news does not come in; null while it does
 */
export function useJobEvents(
  site: { org: string; domain: string },
  { job: firstJob, events: firstEvents }: { job: JobDetails; events: JobEventMessage[] },
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [events, setEvents] = useState(firstEvents);
  const [lastEventId] = useState(() => String(firstEvents.at(-1)?.id ?? 0));
  const input = { ...site, id: firstJob.id };
  const { data: job } = useQuery(trpc.job.get.queryOptions(input, { initialData: firstJob }));
  const live = useSubscription(
    trpc.job.events.subscriptionOptions(
      { ...input, lastEventId },
      {
        onData: ({ data: event }) => {
          setEvents((known) => ((known.at(-1)?.id ?? 0) < event.id ? [...known, event] : known));
          void queryClient.invalidateQueries({ queryKey: trpc.job.get.queryKey(input) });
          if (event.type.startsWith("pull_request.")) {
            void queryClient.invalidateQueries({ queryKey: trpc.pullRequest.pathKey() });
          }
        },
      },
    ),
  );
  const problem = live.status === "error" ? live.error.message : null;
  const isReconnecting = live.status === "connecting" && live.error !== null;
  return { job, events, problem: problem ?? (isReconnecting ? CONNECTING : null) };
}
