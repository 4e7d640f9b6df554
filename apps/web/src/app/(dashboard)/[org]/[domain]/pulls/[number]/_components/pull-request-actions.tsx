"use client";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { useMutation } from "@tanstack/react-query";
import { GitMerge } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../../../../../../trpc/api.ts";

type Props = { site: { org: string; domain: string }; pull: { number: number; baseRef: string } };

/** Merge and close. When a merge is refused, the sentence says why and which command does it by hand. */
export function PullRequestActions({ site, pull }: Props) {
  const trpc = useTRPC();
  const router = useRouter();
  const onSettled = () => router.refresh();
  const merge = useMutation(trpc.pullRequest.merge.mutationOptions({ onSettled }));
  const close = useMutation(trpc.pullRequest.close.mutationOptions({ onSettled }));
  const input = { ...site, number: pull.number };
  const isBusy = merge.isPending || close.isPending;
  const error = merge.error ?? close.error;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isBusy} onClick={() => merge.mutate(input)}>
          <GitMerge aria-hidden />
          {merge.isPending ? "Merging…" : `Merge into ${pull.baseRef}`}
        </Button>
        <ConfirmDialog
          trigger={
            <Button variant="outline" disabled={isBusy}>
              Close
            </Button>
          }
          title="Close this pull request?"
          action="Close pull request"
          isDestructive
          onConfirm={() => close.mutate(input)}
        >
          It stays unmerged, and the branch stays in the repository. A follow-up on the job opens a new pull request.
        </ConfirmDialog>
      </div>
      {error && (
        <p
          role="alert"
          className="whitespace-pre-wrap break-words rounded-md border border-warning/30 bg-warning/5 px-3 py-2"
        >
          {error.message}
        </p>
      )}
    </div>
  );
}
