import { CircleSlash, CircleX } from "lucide-react";

const NEXT_STEP: Record<string, string> = {
  git_misconfigured: "Fix the project's repository or branch, then send a follow-up to try again.",
  model_error: "Check the model settings and the provider's status, then send a follow-up to try again.",
  limit_reached: "Send a follow-up with a smaller request, or raise the job limits.",
  stuck: "Send a follow-up that says exactly what to change and on which page.",
  push_refused: "Check what was refused, then send a follow-up that asks for the change without it.",
  internal: "Send a follow-up to try again. The worker's log has more details about this job.",
};

/** Says why a job failed and what can be done about it. */
export function FailureCard({ code, reason }: { code: string; reason: string }) {
  if (code === "cancelled") {
    return (
      <p className="flex items-center gap-2 px-1 text-muted-foreground">
        <CircleSlash aria-hidden className="size-4" />
        {reason}
      </p>
    );
  }
  return (
    <div role="alert" className="rounded-lg border border-destructive/30 bg-destructive/5 px-3 py-2.5">
      <p className="flex items-start gap-2 font-medium text-destructive">
        <CircleX aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{reason}</span>
      </p>
      {NEXT_STEP[code] && <p className="mt-1 pl-6 text-muted-foreground">{NEXT_STEP[code]}</p>}
    </div>
  );
}
