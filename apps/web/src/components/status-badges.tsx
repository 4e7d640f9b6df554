import { Badge, type BadgeTone } from "@docsteward/ui/badge";
import { cn } from "@docsteward/ui/cn";
import { Duration } from "@docsteward/ui/time";
import { GitMerge, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";

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
