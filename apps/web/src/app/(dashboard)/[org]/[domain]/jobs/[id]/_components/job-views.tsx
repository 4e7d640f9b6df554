"use client";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Braces } from "lucide-react";
import { ChangeViews } from "../../../../../_components/change-views.tsx";
import { RawEvents } from "./raw-events.tsx";
import type { JobEvents } from "./use-job-events.ts";

type Props = { site: { org: string; domain: string }; job: JobDetails; known: JobEvents };

/** What comes of a job: the difference of its pull request, its pages as readers will see them, and what was recorded. */
export function JobViews({ site, job, known }: Props) {
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
      repository={job.source.repository}
      label="Job results"
      className="sticky top-0 z-10 bg-background"
      more={{ value: "raw", title: rawTitle, children: <RawEvents known={known} /> }}
    />
  );
}

function whyNothing({ status }: JobDetails): string {
  return status === "active"
    ? "Changes appear here when the agent opens a pull request."
    : "This job changed no files.";
}
