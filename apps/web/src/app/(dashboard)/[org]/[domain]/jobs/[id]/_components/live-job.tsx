"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSubscription } from "@trpc/tanstack-react-query";
import { useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { Changes, type JobDiff } from "./changes.tsx";
import { Composer } from "./composer.tsx";
import { JobHeader } from "./job-header.tsx";
import { Timeline } from "./timeline.tsx";
import { TodoList } from "./todo-list.tsx";

export type LiveJobProps = {
  site: { org: string; domain: string };
  job: JobDetails;
  events: JobEventMessage[];
  diff: JobDiff | null;
};

/** A job as it happens: what the server rendered first, then every new event as it comes. */
export function LiveJob({ site, job: firstJob, events: firstEvents, diff: firstDiff }: LiveJobProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [events, setEvents] = useState(firstEvents);
  const input = { ...site, id: firstJob.id };
  const { data: job } = useQuery(trpc.job.get.queryOptions(input, { initialData: firstJob }));
  const { data: diff } = useQuery(trpc.job.diff.queryOptions(input, { initialData: firstDiff }));
  const firstLastId = firstEvents.at(-1)?.id ?? 0;

  const live = useSubscription(
    trpc.job.events.subscriptionOptions(
      { ...input, lastEventId: String(firstLastId) },
      {
        onData: ({ data: event }) => {
          setEvents((known) => ((known.at(-1)?.id ?? 0) < event.id ? [...known, event] : known));
          void queryClient.invalidateQueries({ queryKey: trpc.job.get.queryKey(input) });
          if (event.type.startsWith("pull_request.")) {
            void queryClient.invalidateQueries({ queryKey: trpc.job.diff.queryKey(input) });
          }
        },
      },
    ),
  );

  return (
    <div className="flex flex-col gap-4">
      <JobHeader site={site} job={job} isConnected={live.status !== "error"} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <section aria-label="Timeline" className="flex min-w-0 flex-col gap-4">
          <Timeline events={events} isLive={job.status === "active"} />
          <Composer site={site} job={job} />
        </section>
        <aside className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto">
          {job.todos.length > 0 && <TodoList todos={job.todos} />}
          <Changes diff={diff} status={job.status} />
        </aside>
      </div>
    </div>
  );
}
