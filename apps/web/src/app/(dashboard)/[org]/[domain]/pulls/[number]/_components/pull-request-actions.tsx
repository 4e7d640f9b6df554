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
};

/**
 * Merge and close; merging is left to a Git host elsewhere. When a merge is refused, the sentence says why and which command does
 * it by hand.
 */
export function PullRequestActions({ site, pull }: Props) {
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
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {!pull.isElsewhere && (
          <RestrictedButton least="member" variant="primary" disabled={isBusy} onClick={() => merge.mutate(input)}>
            <GitMerge aria-hidden />
            {merge.isPending ? "Merging…" : `Merge into ${pull.baseRef}`}
          </RestrictedButton>
        )}
        <ConfirmDialog
          trigger={
            <RestrictedButton least="member" variant="outline" disabled={isBusy}>
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
      </div>
      {error && (
        <div
          role="alert"
          className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border border-warning/30 bg-warning/5 px-3 py-2"
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
