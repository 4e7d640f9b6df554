import { formatCost } from "@docsteward/platform/money";
import type { JobDetails } from "@docsteward/services/job/details";
import { cn } from "@docsteward/ui/cn";
import { RelativeTime } from "@docsteward/ui/time";
import { CircleCheck, GitPullRequest, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { repositoryName } from "#components/format.ts";
import { JobStatus } from "#components/job-status.tsx";
import { JobDuration } from "#components/status-badges.tsx";

/** The columns at the right of a row: each as wide as its name above it, and from which width there is room for it. */
const COLUMNS = {
  pull: { name: "PR", className: "xl:w-12" },
  size: { name: "Changes", className: "hidden w-20 text-right xl:block" },
  checks: { name: "Checks", className: "hidden w-12 justify-end md:flex" },
  author: { name: "Author", className: "hidden w-24 truncate xl:block" },
  model: { name: "Model", className: "hidden w-24 truncate md:block" },
  cost: { name: "Cost", className: "hidden w-14 text-right md:block" },
  duration: { name: "Duration", className: "hidden w-16 text-right sm:block" },
  age: { name: "Created", className: "hidden w-18 text-right sm:block" },
} as const;

const FACTS = "flex shrink-0 items-center gap-3 text-muted-foreground text-xs tabular-nums";

/** The names of the columns, where all of them are shown. */
export function JobColumns() {
  return (
    <div aria-hidden className="hidden justify-end border-b bg-muted px-3 py-1.5 xl:flex">
      <div className={FACTS}>
        {Object.values(COLUMNS).map(({ name, className }) => (
          <span key={name} className={className}>
            {name}
          </span>
        ))}
      </div>
    </div>
  );
}

type JobRowProps = { job: JobDetails; base: string; isFresh: boolean; hasFacts: boolean };

/** One job: what was asked above, what became of it and where below, its facts at the right. The whole row leads to it. */
export function JobRow({ job, base, isFresh, hasFacts }: JobRowProps) {
  const asked = firstLine(job.prompt);
  return (
    <div
      className={cn(
        "relative grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 hover:bg-accent has-[a[data-list-row]:focus-visible]:bg-accent",
        isFresh &&
          "transition-[background-color,opacity] duration-700 starting:bg-brand/15 motion-safe:starting:opacity-0",
      )}
    >
      <JobStatus job={job} isShort />
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
            {repositoryName(job.source.repository)}
            <span aria-hidden> · </span>
            <code className="font-mono">{job.branch ?? job.source.ref}</code>
          </span>
          <span className="shrink-0 sm:hidden">
            <span aria-hidden>· </span>
            <RelativeTime at={job.createdAt} />
          </span>
        </p>
      </div>
      <div className={FACTS}>
        <span className={COLUMNS.pull.className}>
          {job.pullRequestPath !== null && (
            <Link
              href={`${base}/${job.pullRequestPath}`}
              className="relative z-10 flex w-fit items-center gap-1 rounded hover:text-foreground hover:underline"
            >
              <GitPullRequest aria-label="Pull request" className="size-3.5" />#{job.pullRequestNumber}
            </Link>
          )}
        </span>
        <span className={COLUMNS.size.className}>
          <Size job={job} />
        </span>
        <span className={COLUMNS.checks.className}>
          <Checks job={job} />
        </span>
        <span className={COLUMNS.author.className} title={`Author: ${authorOf(job)}`}>
          {authorOf(job)}
        </span>
        <span className={COLUMNS.model.className} title={`Model: ${job.model}`}>
          {job.model}
        </span>
        <span className={COLUMNS.cost.className}>{job.costUsd !== null && formatCost(job.costUsd)}</span>
        <JobDuration job={job} className={COLUMNS.duration.className} />
        <RelativeTime at={job.createdAt} className={COLUMNS.age.className} />
      </div>
      {hasFacts && <AllFacts job={job} />}
    </div>
  );
}

/** Every fact with its name, where there is no room for columns. */
function AllFacts({ job }: { job: JobDetails }) {
  const facts: [string, ReactNode][] = [
    ["Author", authorOf(job)],
    ["Model", job.model],
    ["Changes", job.size && <Size job={job} />],
    ["Checks", job.openProblems !== null && <Checks job={job} isLong />],
    ["Cost", job.costUsd !== null && formatCost(job.costUsd)],
    ["Duration", <JobDuration key="duration" job={job} />],
  ];
  return (
    <dl className="col-span-2 col-start-2 mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-muted-foreground text-xs tabular-nums xl:hidden">
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name} className="flex gap-1">
              <dt>{name}:</dt>
              <dd className="text-foreground">{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** How many lines the pull request adds and removes. */
function Size({ job: { size } }: { job: JobDetails }) {
  if (size === null) return null;
  const files = size.files === 1 ? "1 file" : `${size.files} files`;
  return (
    <span title={files} className="whitespace-nowrap">
      <span className="sr-only">{files}, </span>
      <span className="text-success">+{size.additions}</span>{" "}
      <span className="text-destructive">−{size.deletions}</span>
    </span>
  );
}

/** What the checks left in the pull request. */
function Checks({ job: { openProblems }, isLong }: { job: JobDetails; isLong?: boolean }) {
  if (openProblems === null) return null;
  const text = openProblems === 0 ? "Passed" : openProblems === 1 ? "1 problem" : `${openProblems} problems`;
  const Icon = openProblems === 0 ? CircleCheck : TriangleAlert;
  return (
    <span
      title={`Checks: ${text}`}
      className={cn("inline-flex items-center gap-1", openProblems === 0 ? "text-success" : "text-warning")}
    >
      <Icon aria-hidden className="size-3.5" />
      <span className={cn(!isLong && "sr-only")}>{text}</span>
      {!isLong && openProblems > 0 && <span aria-hidden>{openProblems}</span>}
    </span>
  );
}

function authorOf({ createdBy }: JobDetails): string {
  return createdBy?.name ?? "Command line";
}

function firstLine(prompt: string): string {
  return prompt.trim().split("\n", 1)[0] ?? "";
}
