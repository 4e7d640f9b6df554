"use client";
import type { JobEventMessage } from "@docsteward/contract/job-event";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Tab, TabList, TabPanel, Tabs } from "@docsteward/ui/tabs";
import { Braces, Eye, FileDiff } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Notice } from "../../../../../_components/notice.tsx";
import { PullDiff } from "../../../../../_components/pull-diff.tsx";
import { RawEvents } from "./raw-events.tsx";

const PullPreview = dynamic(() =>
  import("../../../../../_components/pull-preview.tsx").then((module) => module.PullPreview),
);

const VIEWS = ["changes", "preview", "raw"] as const;

type Props = { site: { org: string; domain: string }; job: JobDetails; events: readonly JobEventMessage[] };

/** What comes of a job: the difference of its pull request, its pages as readers will see them, and what was recorded. */
export function JobViews({ site, job, events }: Props) {
  const [view, setView] = useQueryState("tab", parseAsStringLiteral(VIEWS).withDefault("changes"));
  const number = job.pullRequestNumber;
  return (
    <Tabs value={view} onValueChange={(next) => void setView(next)}>
      <TabList aria-label="What comes of the job" className="sticky top-0 z-10 bg-background">
        <Tab value="changes">
          <FileDiff aria-hidden />
          Changes
        </Tab>
        <Tab value="preview">
          <Eye aria-hidden />
          Preview
        </Tab>
        <Tab value="raw">
          <Braces aria-hidden />
          Raw events
        </Tab>
      </TabList>
      <TabPanel value="changes">
        {number === null ? <Notice>{whyNothing(job)}</Notice> : <PullDiff site={site} number={number} />}
      </TabPanel>
      <TabPanel value="preview">
        {number === null ? <Notice>{whyNothing(job)}</Notice> : <PullPreview site={site} number={number} />}
      </TabPanel>
      <TabPanel value="raw">
        <RawEvents events={events} />
      </TabPanel>
    </Tabs>
  );
}

function whyNothing({ status }: JobDetails): string {
  return status === "active"
    ? "The changes appear here when the agent opens its pull request."
    : "This job changed no files.";
}
