import type { JobDetails } from "@docsteward/services/job/present-details";
import { cn } from "@docsteward/ui/cn";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { GitPullRequest } from "lucide-react";
import Link from "next/link";
import { formatCost } from "../../../../../_components/format-cost.ts";
import { JobDuration } from "../../../../../_components/job-duration.tsx";
import { JobStatus } from "../../../../../_components/job-status.tsx";
import { toRepositoryName } from "../../../../../_components/to-repository-name.ts";

type Props = { job: JobDetails; base: string; isFresh: boolean };

/** One job: what was asked above, what became of it and where below, its facts at the right. The whole row leads to it. */
export function JobRow({ job, base, isFresh }: Props) {
  const asked = firstLine(job.prompt);
  return (
    <div
      className={cn(
        "relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 hover:bg-accent has-[a[data-list-row]:focus-visible]:bg-accent",
        isFresh &&
          "transition-[background-color,opacity] duration-700 starting:bg-brand/15 motion-safe:starting:opacity-0",
      )}
    >
      <JobStatus status={job.status} failureCode={job.failure?.code ?? null} isShort />
      <div className="min-w-0">
        <Link
          href={`${base}/jobs/${job.id}`}
          data-list-row
          className="-outline-offset-2 block truncate font-medium after:absolute after:inset-0"
        >
          {asked}
        </Link>
        <p className="flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs">
          <span className="truncate">
            {job.title && job.title !== asked && (
              <>
                {job.title}
                <span aria-hidden> · </span>
              </>
            )}
            {toRepositoryName(job.source.repository)}
            <span aria-hidden> · </span>
            <code className="font-mono">{job.branch ?? job.source.ref}</code>
          </span>
          <span className="shrink-0 sm:hidden">
            <span aria-hidden>· </span>
            <RelativeTime at={job.createdAt} />
          </span>
        </p>
      </div>
      <div className="flex items-center gap-3 text-muted-foreground text-xs tabular-nums sm:gap-4">
        {job.pullRequestPath !== null && (
          <Link
            href={`${base}/${job.pullRequestPath}`}
            className="relative z-10 flex items-center gap-1 rounded hover:text-foreground hover:underline"
          >
            <GitPullRequest aria-label="Pull request" className="size-3.5" />#{job.pullRequestNumber}
          </Link>
        )}
        <span className="hidden max-w-32 truncate md:inline">{job.model}</span>
        <span className="hidden min-w-12 text-right md:inline">{job.costUsd !== null && formatCost(job.costUsd)}</span>
        <JobDuration job={job} className="hidden min-w-16 text-right sm:inline" />
        <RelativeTime at={job.createdAt} className="hidden min-w-16 text-right sm:inline" />
      </div>
    </div>
  );
}

function firstLine(prompt: string): string {
  return prompt.trim().split("\n", 1)[0] ?? "";
}
