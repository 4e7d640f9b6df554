import type { JobDetails } from "@docsteward/services/job/present-details";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { GitPullRequest } from "lucide-react";
import Link from "next/link";
import { formatCost } from "../../../../../_components/format-cost.ts";
import { JobDuration } from "../../../../../_components/job-duration.tsx";
import { JobStatus } from "../../../../../_components/job-status.tsx";
import { titleOf } from "../../../../../_components/title-of.ts";

/** One job in one line; on a narrow screen the facts go below the title. */
export function JobRow({ job, href }: { job: JobDetails; href: string }) {
  return (
    <Link
      href={href}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 px-3 py-2 hover:bg-accent sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <JobStatus status={job.status} failureCode={job.failure?.code ?? null} isShort />
      <span className="truncate font-medium">{titleOf(job)}</span>
      <span className="col-start-2 flex items-center gap-3 text-muted-foreground text-xs tabular-nums sm:col-start-auto sm:gap-4">
        {job.pullRequestNumber !== null && (
          <span className="flex items-center gap-1">
            <GitPullRequest aria-label="Pull request" className="size-3.5" />#{job.pullRequestNumber}
          </span>
        )}
        <span className="max-w-32 truncate">{job.model}</span>
        {job.costUsd !== null && <span className="sm:min-w-12 sm:text-right">{formatCost(job.costUsd)}</span>}
        <JobDuration job={job} className="sm:min-w-16 sm:text-right" />
        <RelativeTime at={job.createdAt} className="sm:min-w-16 sm:text-right" />
      </span>
    </Link>
  );
}
