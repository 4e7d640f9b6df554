"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobNeighbours } from "@docsteward/services/job/find-neighbours";
import type { PastEvents } from "@docsteward/services/job/list-past-events";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Button } from "@docsteward/ui/button";
import { ArrowDown } from "lucide-react";
import { Composer } from "./composer.tsx";
import { JobHeader } from "./job-header.tsx";
import { JobViews } from "./job-views.tsx";
import { Timeline } from "./timeline.tsx";
import { TodoList } from "./todo-list.tsx";
import { useFollowEnd } from "./use-follow-end.ts";
import { useJobEvents } from "./use-job-events.ts";

export type LiveJobProps = {
  site: { org: string; domain: string };
  job: JobDetails;
  past: PastEvents<JobEventMessage>;
  neighbours: JobNeighbours;
};

/** A job as it happens: what it is above, what the agent does at the left, what comes of it at the right. */
export function LiveJob({ site, job: firstJob, past, neighbours }: LiveJobProps) {
  const { job, known, problem } = useJobEvents(site, { job: firstJob, past });
  const isLive = job.status === "active";
  const { endRef, jump, hasNews } = useFollowEnd({ length: known.events.at(-1)?.id ?? 0, isLive });
  return (
    <div className="flex flex-col gap-4">
      <JobHeader site={site} job={job} neighbours={neighbours} problem={problem} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section aria-label="Timeline" className="flex min-w-0 flex-col gap-3">
          {job.todos.length > 0 && <TodoList todos={job.todos} isOpen={isLive} />}
          <Timeline known={known} isLive={isLive} />
          <div ref={endRef} aria-hidden className="h-px scroll-mb-40" />
          <div className="sticky bottom-0 z-10 flex flex-col gap-2 bg-background pt-1 pb-3">
            {hasNews && (
              <Button size="sm" variant="primary" shape="round" onClick={jump} className="-top-9 absolute self-center">
                <ArrowDown aria-hidden />
                Jump to latest
              </Button>
            )}
            <Composer site={site} job={job} />
          </div>
        </section>
        <div className="min-w-0 xl:sticky xl:top-16 xl:max-h-[calc(100dvh-5rem)] xl:overflow-y-auto">
          <JobViews site={site} job={job} known={known} />
        </div>
      </div>
    </div>
  );
}
