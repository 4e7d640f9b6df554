import type { JobDetails } from "@docsteward/services/job/details";
import type { JobOutcome } from "@docsteward/services/job/list";
import { cn } from "@docsteward/ui/cn";
import { CircleCheck, CircleMinus, CircleSlash, CircleX, LoaderCircle } from "lucide-react";

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
