"use client";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Textarea } from "@docsteward/ui/textarea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";
import { mayAct, useSite } from "../../../../../_components/site-context.tsx";

/** Takes a follow-up instruction; Control or Command with Enter sends it. */
export function Composer({ site, job }: { site: { org: string; domain: string }; job: JobDetails }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { role } = useSite();
  const [prompt, setPrompt] = useState("");
  const send = useMutation(
    trpc.job.sendMessage.mutationOptions({
      onSuccess: () => setPrompt(""),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.job.get.queryKey({ ...site, id: job.id }) }),
    }),
  );
  if (job.archivedAt !== null) {
    return (
      <p className="px-1 text-muted-foreground">Archived jobs don't accept messages. Unarchive the job to continue.</p>
    );
  }
  const canSend = prompt.trim() !== "" && !send.isPending;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (canSend) send.mutate({ ...site, id: job.id, prompt });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <Textarea
        aria-label="Follow-up"
        placeholder="Describe what to change or add…"
        value={prompt}
        disabled={!mayAct(role, "member")}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
        }}
      />
      <div className="flex items-center justify-between gap-3">
        <p
          role={send.error ? "alert" : undefined}
          className={send.error ? "text-destructive" : "text-muted-foreground text-xs"}
        >
          {send.error?.message ?? hint(job)}
        </p>
        <RestrictedButton least="member" type="submit" variant="primary" size="sm" disabled={!canSend}>
          {send.isPending ? "Sending…" : "Send"}
        </RestrictedButton>
      </div>
    </form>
  );
}

function hint({ pullRequestNumber }: JobDetails): string {
  const keys = "Press ⌘↵ or Ctrl+Enter to send.";
  return pullRequestNumber === null ? keys : `Updates pull request #${pullRequestNumber}. ${keys}`;
}
