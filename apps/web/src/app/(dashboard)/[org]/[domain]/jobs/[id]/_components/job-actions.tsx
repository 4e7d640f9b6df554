"use client";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Square } from "lucide-react";
import { useTRPC } from "../../../../../../../trpc/api.ts";

/** Cancel while the job works, archive and its undo afterwards. */
export function JobActions({ site, job }: { site: { org: string; domain: string }; job: JobDetails }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { ...site, id: job.id };
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.job.pathKey() });
  const cancel = useMutation(trpc.job.cancel.mutationOptions({ onSettled }));
  const archive = useMutation(trpc.job.archive.mutationOptions({ onSettled }));
  const unarchive = useMutation(trpc.job.unarchive.mutationOptions({ onSettled }));
  const error = cancel.error ?? archive.error ?? unarchive.error;
  const toggle = job.archivedAt === null ? archive : unarchive;
  const Icon = job.archivedAt === null ? Archive : ArchiveRestore;
  return (
    <>
      {job.status === "active" && (
        <ConfirmDialog
          trigger={
            <Button variant="destructive" size="sm" disabled={cancel.isPending}>
              <Square aria-hidden />
              Cancel
            </Button>
          }
          title="Cancel this job?"
          action="Cancel job"
          isDestructive
          onConfirm={() => cancel.mutate(input)}
        >
          The agent stops at once and opens no pull request. A follow-up can start it again.
        </ConfirmDialog>
      )}
      <Button size="sm" disabled={toggle.isPending} onClick={() => toggle.mutate(input)}>
        <Icon aria-hidden />
        {job.archivedAt === null ? "Archive" : "Unarchive"}
      </Button>
      {error && (
        <p role="alert" className="basis-full text-destructive">
          {error.message}
        </p>
      )}
    </>
  );
}
