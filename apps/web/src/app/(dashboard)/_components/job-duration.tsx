import { cn } from "@docsteward/ui/cn";
import { Duration } from "@docsteward/ui/duration";

type Times = { status: string; startedAt: string | null; endedAt: string | null };

/** How long the newest round of a job took, or has taken so far. */
export function JobDuration({ job, className }: { job: Times; className?: string }) {
  if (job.startedAt !== null) return <Duration from={job.startedAt} to={job.endedAt} className={className} />;
  return <span className={cn("text-muted-foreground", className)}>{job.status === "active" ? "waiting" : "–"}</span>;
}
