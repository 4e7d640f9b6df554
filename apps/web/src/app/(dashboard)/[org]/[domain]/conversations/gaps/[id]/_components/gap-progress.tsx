"use client";

import type { GapDetails } from "@docsteward/services/gap/gap";
import type { GapStage } from "@docsteward/services/gap/progress";
import { cn } from "@docsteward/ui/cn";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, LoaderCircle, RotateCcw, WandSparkles, X } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";

type State = "todo" | "now" | "waits" | "done" | "failed";

/** How many of the five steps a gap has completed, and the state of the next one. */
const STANDS: Record<GapStage, [done: number, next: State]> = {
  open: [1, "waits"],
  working: [1, "now"],
  failed: [1, "failed"],
  unchanged: [1, "failed"],
  review: [2, "waits"],
  closed: [2, "failed"],
  merging: [3, "now"],
  ready: [4, "waits"],
  dismissed: [1, "todo"],
  done: [5, "todo"],
};

/** The way from the question to a page that answers it, and where the gap is on it. */
export function GapProgress({ gap }: { gap: GapDetails }) {
  const site = useProject();
  const { job, pull, stage } = gap;
  const [done, next] = STANDS[stage];
  const wasByHand = stage === "done" && job === null;
  const stateOf = (at: number): State => {
    if (wasByHand) return at === 0 || at === 4 ? "done" : "todo";
    return at < done ? "done" : at === done ? next : "todo";
  };
  const pullLink = pull && <StepLink href={projectHref(site, pull.path)}>{`#${pull.number}`}</StepLink>;
  const jobLink = job && <StepLink href={projectHref(site, `jobs/${job.id}`)}>{noteOfJob(stage)}</StepLink>;
  const prLink = job?.prLink && <StepLink href={job.prLink}>Open pull request</StepLink>;
  const steps: { label: string; note: ReactNode }[] = [
    { label: "Asked", note: `${gap.askedCount}×` },
    { label: "Job", note: jobLink ?? "Not started" },
    { label: "Pull request", note: pullLink ?? prLink },
    { label: "Indexed", note: stage === "merging" && "Indexing pages" },
    { label: "Answered", note: stage === "ready" && "Ask again to check" },
  ];
  return (
    <div>
      <ol aria-label="Progress" className="grid gap-2 sm:grid-cols-5">
        {steps.map(({ label, note }, at) => (
          <Step key={label} label={label} note={note} state={stateOf(at)} />
        ))}
      </ol>
      {stage === "failed" && job?.failureReason && <p className="mt-2 text-destructive">{job.failureReason}</p>}
      {stage === "unchanged" && job && <Unchanged job={job} />}
    </div>
  );
}

/** Why there is no pull request. The offline model looks for nothing, so it cannot say that there is no answer. */
function Unchanged({ job }: { job: NonNullable<GapDetails["job"]> }) {
  const site = useProject();
  return (
    <p className="mt-2 text-muted-foreground">
      {job.model === "offline" ? (
        <>
          The offline model didn't search for an answer: it only follows exact instructions.{" "}
          <StepLink href={projectHref(site, "settings/models?connect=true")}>Connect a model</StepLink>, then create a
          new job.
        </>
      ) : (
        <>
          The job changed no files.{" "}
          <StepLink href={projectHref(site, `jobs/${job.id}`)}>Read the agent's message</StepLink>, then create a new
          job with the missing information.
        </>
      )}
    </p>
  );
}

function noteOfJob(stage: GapStage): string {
  if (stage === "working") return "In progress";
  if (stage === "failed") return "Failed";
  return stage === "unchanged" ? "No changes" : "Completed";
}

const LOOKS: Record<State, string> = {
  todo: "text-muted-foreground",
  waits: "border-foreground/40",
  now: "border-brand bg-brand/5",
  done: "border-success/40 bg-success/5",
  failed: "border-destructive/40 bg-destructive/5",
};
const WORDS: Record<State, string> = {
  todo: "not started",
  waits: "needs your action",
  now: "in progress",
  done: "done",
  failed: "failed",
};

function Step({ label, note, state }: { label: string; note: ReactNode; state: State }) {
  return (
    <li
      aria-current={state === "now" || state === "waits" ? "step" : undefined}
      className={cn(
        "flex items-center gap-2 rounded-md border px-2.5 py-2 sm:flex-col sm:items-start sm:gap-0.5",
        LOOKS[state],
      )}
    >
      <span className="flex items-center gap-1.5 font-medium">
        {state === "done" && <Check aria-hidden className="size-3.5 text-success" />}
        {state === "now" && <LoaderCircle aria-hidden className="size-3.5 text-brand motion-safe:animate-spin" />}
        {state === "failed" && <X aria-hidden className="size-3.5 text-destructive" />}
        {label}
        <span className="sr-only">, {WORDS[state]}</span>
      </span>
      <span className="truncate text-muted-foreground text-xs sm:min-h-4">{note}</span>
    </li>
  );
}

function StepLink({ href, children }: { href: string; children: string }) {
  const className = "text-brand underline-offset-2 hover:underline";
  if (href.startsWith("/")) {
    return (
      <Link href={href} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

const JobDialog = dynamic(() => import("./gap-dialogs.tsx").then((module) => module.JobDialog), { ssr: false });
const CloseDialog = dynamic(() => import("./gap-dialogs.tsx").then((module) => module.CloseDialog), { ssr: false });

/** The actions on a gap. The next step is highlighted. */
export function GapActions({ gap }: { gap: GapDetails }) {
  const { org, domain } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<"job" | "dismissed" | "done" | null>(null);
  const renew = () => queryClient.invalidateQueries({ queryKey: trpc.gap.pathKey() });
  const ask = useMutation(
    trpc.gap.askAgain.mutationOptions({
      onSuccess: ({ isDone }) =>
        isDone
          ? toast.success("The docs now answer this question. Gap closed.")
          : toast.info("New answer added below."),
      onError: ({ message }) => toast.error(message),
      onSettled: renew,
    }),
  );
  const reopen = useMutation(
    trpc.gap.setState.mutationOptions({ onError: ({ message }) => toast.error(message), onSettled: renew }),
  );
  const id = { org, domain, id: gap.id };
  const isClosed = gap.state !== "open";
  const mayHaveJob = !["working", "review", "merging", "ready"].includes(gap.stage) && !isClosed;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isClosed ? (
        <RestrictedButton
          least="member"
          disabled={reopen.isPending}
          onClick={() => reopen.mutate({ ...id, state: "open" })}
        >
          Reopen
        </RestrictedButton>
      ) : (
        <>
          <RestrictedButton least="member" variant="ghost" onClick={() => setOpen("dismissed")}>
            Dismiss
          </RestrictedButton>
          <RestrictedButton least="member" variant="ghost" onClick={() => setOpen("done")}>
            Mark as done
          </RestrictedButton>
        </>
      )}
      <RestrictedButton
        least="member"
        variant={gap.stage === "ready" ? "primary" : "outline"}
        disabled={ask.isPending}
        onClick={() => ask.mutate(id)}
      >
        {ask.isPending ? <LoaderCircle aria-hidden className="motion-safe:animate-spin" /> : <RotateCcw aria-hidden />}
        {ask.isPending ? "Asking…" : "Ask again"}
      </RestrictedButton>
      {!isClosed && gap.stage !== "working" && (
        <RestrictedButton least="member" variant={mayHaveJob ? "primary" : "outline"} onClick={() => setOpen("job")}>
          <WandSparkles aria-hidden />
          {gap.job === null ? "Turn into a job" : "Create another job"}
        </RestrictedButton>
      )}
      {open === "job" && <JobDialog gapId={gap.id} onClose={() => setOpen(null)} onDone={renew} />}
      {(open === "dismissed" || open === "done") && (
        <CloseDialog gap={gap} state={open} onClose={() => setOpen(null)} onDone={renew} />
      )}
    </div>
  );
}
