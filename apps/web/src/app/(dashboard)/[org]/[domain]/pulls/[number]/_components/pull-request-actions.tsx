"use client";

import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { CodeBlock } from "@docsteward/ui/copy";
import { FormError } from "@docsteward/ui/form-error";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, GitMerge, RotateCw, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { newJobDraft, writeDraft } from "#components/draft.ts";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC, useTRPCClient } from "#trpc/client.tsx";
import type { MergeObstacle } from "#trpc/types.ts";

type ActionsProps = {
  site: { org: string; domain: string };
  pull: { number: number; repository: string; baseRef: string; isElsewhere: boolean };
  /** Whether nothing is known to be in the way of a merge. */
  canMerge: boolean;
  /** What the checks still find: a merge asks first. */
  problems: readonly { path: string; line: number | null; message: string }[];
};

const MAX_NAMED = 5;

/** Merge and close; merging is left to a Git host elsewhere. With warnings, the merge names them and asks. */
export function PullRequestActions({ site, pull, canMerge, problems }: ActionsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const onSettled = () => {
    router.refresh();
    return queryClient.invalidateQueries({ queryKey: trpc.pullRequest.pathKey() });
  };
  const merge = useMutation(
    trpc.pullRequest.merge.mutationOptions({
      onSettled,
      onSuccess: ({ number, baseRef }) => toast.success(`Pull request #${number} merged into ${baseRef}.`),
    }),
  );
  const close = useMutation(
    trpc.pullRequest.close.mutationOptions({
      onSettled,
      onSuccess: ({ number }) => toast.success(`Pull request #${number} closed.`),
    }),
  );
  const input = { ...site, number: pull.number, repository: pull.repository };
  const isBusy = merge.isPending || close.isPending;
  const error = merge.error ?? close.error;
  const mergeLabel = (
    <>
      <GitMerge aria-hidden />
      {merge.isPending ? "Merging…" : `Merge into ${pull.baseRef}`}
    </>
  );
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {!pull.isElsewhere && canMerge && problems.length === 0 && (
        <RestrictedButton
          least="member"
          variant="primary"
          size="sm"
          disabled={isBusy}
          onClick={() => merge.mutate(input)}
        >
          {mergeLabel}
        </RestrictedButton>
      )}
      {!pull.isElsewhere && canMerge && problems.length > 0 && (
        <ConfirmDialog
          trigger={
            <RestrictedButton least="member" variant="primary" size="sm" disabled={isBusy}>
              {mergeLabel}
            </RestrictedButton>
          }
          title={`Merge with ${problems.length === 1 ? "1 open problem" : `${problems.length} open problems`}?`}
          action="Merge with problems"
          onConfirm={() => merge.mutate(input)}
        >
          <ul className="flex flex-col gap-1">
            {problems.slice(0, MAX_NAMED).map(({ path, line, message }) => (
              <li key={`${path}:${line}:${message}`} className="break-words">
                <code className="font-mono text-xs">{line === null ? path : `${path}:${line}`}</code> {message}
              </li>
            ))}
            {problems.length > MAX_NAMED && <li>and {problems.length - MAX_NAMED} more</li>}
          </ul>
        </ConfirmDialog>
      )}
      <ConfirmDialog
        trigger={
          <RestrictedButton least="member" variant="outline" size="sm" disabled={isBusy}>
            Close
          </RestrictedButton>
        }
        title="Close this pull request?"
        action="Close pull request"
        isDestructive
        onConfirm={() => close.mutate(input)}
      >
        The pull request isn't merged. Its branch stays in the repository. A follow-up on the job opens a new pull
        request.
      </ConfirmDialog>
      {error && (
        <div
          role="alert"
          className="flex basis-full flex-wrap items-start gap-x-3 gap-y-2 rounded-md border border-warning/30 bg-warning/5 px-3 py-2"
        >
          <p className="min-w-0 flex-1 whitespace-pre-wrap break-words">{error.message}</p>
          <Button size="sm" onClick={() => (merge.error ? merge : close).mutate(input)}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

type ObstacleProps = {
  site: { org: string; domain: string };
  pull: { number: number; repository: string; baseRef: string; branch: string; jobId: string | null };
  obstacle: MergeObstacle;
};

/** Why the pull request cannot be merged now, and the way on: a command to copy, or the agent. */
export function MergeObstacleNotice({ site, pull, obstacle }: ObstacleProps) {
  const { number, repository, baseRef, branch, jobId } = pull;
  const trpc = useTRPC();
  const router = useRouter();
  const close = useMutation(trpc.pullRequest.close.mutationOptions());
  const send = useMutation(
    trpc.job.sendMessage.mutationOptions({
      onSuccess: () => router.push(`/${site.org}/${site.domain}/jobs/${jobId}`),
    }),
  );
  const isAsking = close.isPending || send.isPending;
  // A job goes on with its branch while its pull request is open, and cannot merge. Afterwards it begins again from the base.
  const askAgain = (id: string) => {
    const prompt = `Pull request #${number} was closed because ${baseRef} has changed the same lines since. Make its change again on ${baseRef} as it is now, and keep what ${baseRef} says.`;
    close.mutate({ ...site, number, repository }, { onSuccess: () => send.mutate({ ...site, id, prompt }) });
  };
  const isConflict = obstacle.kind === "conflict";
  // What to do is below, to copy or to press.
  const advice = isConflict ? ` Merge ${baseRef} into ${branch} by hand.` : " Run: ";
  const [reason = obstacle.message] = obstacle.message.split(advice);
  const command =
    obstacle.command ??
    (isConflict ? `git switch ${branch} && git merge ${baseRef} && git push origin ${branch}` : null);
  return (
    <section
      aria-label="Not ready to merge"
      className="flex flex-col gap-2.5 rounded-lg border border-warning/40 bg-warning/5 px-3 py-2.5"
    >
      <p className="flex items-start gap-2">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <span className="min-w-0 break-words">{reason}</span>
      </p>
      {command && (
        <div className="flex flex-col gap-1 sm:pl-6">
          <p className="text-muted-foreground">
            {isConflict ? "To merge by hand, run this in your clone and resolve the conflicts:" : "To merge it, run:"}
          </p>
          <CodeBlock code={command} label="Copy command" />
        </div>
      )}
      {isConflict && jobId !== null && (
        <p className="text-muted-foreground sm:pl-6">
          Or let the agent make the change again on {baseRef}, in a new pull request. This one is closed, and its branch
          stays.
        </p>
      )}
      <div className="flex flex-wrap gap-2 sm:pl-6">
        {isConflict && jobId !== null && (
          <RestrictedButton
            least="member"
            variant="primary"
            size="sm"
            disabled={isAsking || send.isSuccess}
            onClick={() => askAgain(jobId)}
          >
            {isAsking ? "Asking…" : "Ask the agent to update"}
          </RestrictedButton>
        )}
        <Button size="sm" onClick={() => router.refresh()}>
          <RotateCw aria-hidden />
          Check again
        </Button>
      </div>
      <FormError message={(close.error ?? send.error)?.message} />
    </section>
  );
}

type RevertProps = { site: { org: string; domain: string }; pull: { number: number; repository: string } };

/** Drafts the job that undoes a merged pull request, and opens the window in which a person starts it. */
export function RevertButton({ site, pull: { number, repository } }: RevertProps) {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const router = useRouter();
  const draft = useMutation({
    mutationKey: trpc.pullRequest.revert.queryKey(),
    mutationFn: () => client.pullRequest.revert.query({ ...site, number, repository }),
    onSuccess: ({ prompt }) => {
      writeDraft(newJobDraft(site), prompt);
      router.push(`/${site.org}/${site.domain}/jobs?new=true`);
    },
    onError: ({ message }) => toast.error(message),
  });
  return (
    <RestrictedButton least="member" size="sm" disabled={draft.isPending} onClick={() => draft.mutate()}>
      <Undo2 aria-hidden />
      Revert
    </RestrictedButton>
  );
}
