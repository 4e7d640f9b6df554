"use client";
import type { GapDetails } from "@docsteward/services/gap/gap";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LoaderCircle, RotateCcw, WandSparkles } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";

const JobDialog = dynamic(() => import("./job-dialog.tsx").then((module) => module.JobDialog), { ssr: false });
const CloseDialog = dynamic(() => import("./close-dialog.tsx").then((module) => module.CloseDialog), { ssr: false });

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
