"use client";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useRouter } from "next/navigation";
import { RestrictedButton } from "#components/restricted-button.tsx";
import { useTRPC } from "#trpc/client.tsx";

type Props = {
  site: { org: string; domain: string };
  pull: { number: number; repository: string; baseRef: string; isElsewhere: boolean };
  /** Whether nothing is known to be in the way of a merge. */
  canMerge: boolean;
  /** What the checks still find: a merge asks first. */
  problems: readonly { path: string; line: number | null; message: string }[];
};

const MAX_NAMED = 5;

/** Merge and close; merging is left to a Git host elsewhere. With warnings, the merge names them and asks. */
export function PullRequestActions({ site, pull, canMerge, problems }: Props) {
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
