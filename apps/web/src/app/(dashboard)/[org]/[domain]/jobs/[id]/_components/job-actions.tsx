"use client";
import type { JobDetails } from "@docsteward/services/job/present-details";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, RotateCw, Square } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { RestrictedButton } from "../../../../../_components/restricted-button.tsx";

/** Cancel while the job works; retry, archive and its undo afterwards. */
export function JobActions({ site, job }: { site: { org: string; domain: string }; job: JobDetails }) {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const input = { ...site, id: job.id };
  const onSettled = () => queryClient.invalidateQueries({ queryKey: trpc.job.pathKey() });
  const cancel = useMutation(trpc.job.cancel.mutationOptions({ onSettled }));
  const archive = useMutation(trpc.job.archive.mutationOptions({ onSettled }));
  const unarchive = useMutation(trpc.job.unarchive.mutationOptions({ onSettled }));
  const retry = useMutation(
    trpc.job.retry.mutationOptions({
      onSettled,
      onSuccess: ({ id }) => {
        toast.success("Retry started as a new job.");
        router.push(`/${site.org}/${site.domain}/jobs/${id}`);
      },
    }),
  );
  const error = cancel.error ?? archive.error ?? unarchive.error ?? retry.error;
  const toggle = job.archivedAt === null ? archive : unarchive;
  const Icon = job.archivedAt === null ? Archive : ArchiveRestore;
  return (
    <>
      {job.status === "active" ? (
        <ConfirmDialog
          trigger={
            <RestrictedButton least="member" variant="destructive" size="sm" disabled={cancel.isPending}>
              <Square aria-hidden />
              Cancel
            </RestrictedButton>
          }
          title="Cancel this job?"
          action="Cancel job"
          isDestructive
          onConfirm={() => cancel.mutate(input)}
        >
          The agent stops and opens no pull request. To restart the job, send a follow-up.
        </ConfirmDialog>
      ) : (
        <RestrictedButton
          least="member"
          size="sm"
          disabled={retry.isPending || retry.isSuccess}
          onClick={() => retry.mutate(input)}
        >
          <RotateCw aria-hidden />
          <span className="max-sm:sr-only">Retry</span>
        </RestrictedButton>
      )}
      <RestrictedButton least="member" size="sm" disabled={toggle.isPending} onClick={() => toggle.mutate(input)}>
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{job.archivedAt === null ? "Archive" : "Unarchive"}</span>
      </RestrictedButton>
      {error && (
        <p role="alert" className="basis-full text-destructive">
          {error.message}
        </p>
      )}
    </>
  );
}
