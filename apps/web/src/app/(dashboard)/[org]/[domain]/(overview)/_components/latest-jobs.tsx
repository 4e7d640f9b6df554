import type { JobDetails } from "@docsteward/services/job/present-details";
import { RelativeTime } from "@docsteward/ui/relative-time";
import Link from "next/link";
import { JobStatus } from "../../../../_components/job-status.tsx";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";
import { titleOf } from "../../../../_components/title-of.ts";
import { OverviewList } from "./overview-list.tsx";

/** The newest jobs, a line each. */
export function LatestJobs({ jobs }: { jobs: JobDetails[] }) {
  const site = useSite();
  return (
    <OverviewList
      title="Latest jobs"
      path="jobs"
      more="All jobs"
      empty="No jobs yet. A job turns an instruction into a pull request."
    >
      {jobs.map((job) => (
        <li key={job.id}>
          <Link
            href={partHref(site, `jobs/${job.id}`)}
            className="-outline-offset-2 flex h-10 items-center gap-2.5 px-3 hover:bg-accent/60"
          >
            <JobStatus status={job.status} failureCode={job.failure?.code ?? null} isShort />
            <span className="min-w-0 flex-1 truncate">{titleOf(job)}</span>
            <RelativeTime at={job.createdAt} className="shrink-0 text-muted-foreground text-xs tabular-nums" />
          </Link>
        </li>
      ))}
    </OverviewList>
  );
}
