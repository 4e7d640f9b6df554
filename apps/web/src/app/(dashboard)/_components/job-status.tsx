import type { JobStatus as Status } from "@docsteward/contract/job";
import { cn } from "@docsteward/ui/cn";
import { CircleCheck, CircleSlash, CircleX, LoaderCircle } from "lucide-react";

const LOOKS = {
  active: { Icon: LoaderCircle, label: "Active", className: "text-brand [&>svg]:motion-safe:animate-spin" },
  completed: { Icon: CircleCheck, label: "Completed", className: "text-success" },
  failed: { Icon: CircleX, label: "Failed", className: "text-destructive" },
  cancelled: { Icon: CircleSlash, label: "Cancelled", className: "text-muted-foreground" },
} as const;

/** A job's status as an icon with its word. `isShort` hides the word from eyes, not from screen readers. */
export function JobStatus(props: { status: Status; failureCode: string | null; isShort?: boolean }) {
  const key = props.status === "failed" && props.failureCode === "cancelled" ? "cancelled" : props.status;
  const { Icon, label, className } = LOOKS[key];
  return (
    <span className={cn("inline-flex shrink-0 items-center gap-1.5 font-medium", className)} title={label}>
      <Icon aria-hidden className="size-4" />
      <span className={cn(props.isShort && "sr-only")}>{label}</span>
    </span>
  );
}
