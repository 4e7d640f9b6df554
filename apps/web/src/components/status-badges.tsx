import type { JobDetails } from "@docsteward/services/job/details";
import type { JobOutcome } from "@docsteward/services/job/list";
import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { cn } from "@docsteward/ui/cn";
import { Duration } from "@docsteward/ui/duration";
import {
  CircleCheck,
  CircleMinus,
  CircleSlash,
  CircleX,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  LoaderCircle,
} from "lucide-react";

const LOOKS = {
  active: { Icon: LoaderCircle, label: "Active", className: "text-brand [&>svg]:motion-safe:animate-spin" },
  completed: { Icon: CircleCheck, label: "Completed", className: "text-success" },
  unchanged: { Icon: CircleMinus, label: "No changes", className: "text-muted-foreground" },
  failed: { Icon: CircleX, label: "Failed", className: "text-destructive" },
  cancelled: { Icon: CircleSlash, label: "Cancelled", className: "text-muted-foreground" },
} as const satisfies Record<JobOutcome, { Icon: typeof CircleX; label: string; className: string }>;

type Outcome = Pick<JobDetails, "status" | "failure" | "prLink">;

/** How a job ended: a cancelled job did not fail, and a job without a pull request changed nothing. */
export function outcomeOf({ status, failure, prLink }: Outcome): JobOutcome {
  if (status === "failed") return failure?.code === "cancelled" ? "cancelled" : "failed";
  return status === "completed" && prLink === null ? "unchanged" : status;
}

/** How a job ended, as an icon with its word. `isShort` hides the word from eyes, not from screen readers. */
export function JobStatus({ job, isShort }: { job: Outcome; isShort?: boolean }) {
  const { Icon, label, className } = LOOKS[outcomeOf(job)];
  return (
    <span className={cn("inline-flex shrink-0 items-center gap-1.5 font-medium", className)} title={label}>
      <Icon aria-hidden className="size-4" />
      <span className={cn(isShort && "sr-only")}>{label}</span>
    </span>
  );
}

type Times = {
  status: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Place among the jobs that wait for a worker. */
  queuePosition?: number | undefined;
};

/** How long the newest round of a job took, or has taken so far; its place in the queue while it waits. */
export function JobDuration({ job, className }: { job: Times; className?: string }) {
  if (job.queuePosition !== undefined)
    return <span className={cn("text-muted-foreground", className)}>{`waiting, place ${job.queuePosition}`}</span>;
  if (job.startedAt !== null) return <Duration from={job.startedAt} to={job.endedAt} className={className} />;
  return <span className={cn("text-muted-foreground", className)}>{job.status === "active" ? "waiting" : "–"}</span>;
}

type State = "open" | "merged" | "closed";

const PULL_REQUEST_LOOKS = {
  open: { Icon: GitPullRequest, label: "Open", tone: "success" },
  draft: { Icon: GitPullRequestDraft, label: "Draft", tone: "neutral" },
  merged: { Icon: GitMerge, label: "Merged", tone: "merged" },
  closed: { Icon: GitPullRequestClosed, label: "Closed", tone: "destructive" },
} as const satisfies Record<State | "draft", { Icon: typeof GitMerge; label: string; tone: BadgeTone }>;

/** The state of a pull request in one word. */
export function PullRequestBadge({ state, isDraft }: { state: State; isDraft: boolean }) {
  const { Icon, label, tone } = PULL_REQUEST_LOOKS[state === "open" && isDraft ? "draft" : state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {label}
    </Badge>
  );
}
