"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Braces } from "lucide-react";
import { ChangeViews } from "../../../../../_components/change-views.tsx";
import { RawEvents } from "./raw-events.tsx";

type Props = { site: { org: string; domain: string }; job: JobDetails; events: readonly JobEventMessage[] };

/** What comes of a job: the difference of its pull request, its pages as readers will see them, and what was recorded. */
export function JobViews({ site, job, events }: Props) {
  const rawTitle = (
    <>
      <Braces aria-hidden />
      Raw events
    </>
  );
  return (
    <ChangeViews
      site={site}
      pull={job.pullRequestNumber ?? { missing: whyNothing(job) }}
      label="What comes of the job"
      className="sticky top-0 z-10 bg-background"
      more={{ value: "raw", title: rawTitle, children: <RawEvents events={events} /> }}
    />
  );
}

function whyNothing({ status }: JobDetails): string {
  return status === "active"
    ? "The changes appear here when the agent opens its pull request."
    : "This job changed no files.";
}
