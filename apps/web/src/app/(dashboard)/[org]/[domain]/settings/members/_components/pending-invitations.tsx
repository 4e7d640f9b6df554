"use client";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { ErrorState } from "@docsteward/ui/error-state";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { Skeleton } from "@docsteward/ui/skeleton";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** The invitations that nobody has accepted yet. */
export function PendingInvitations() {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(trpc.member.invitations.queryOptions({ org, domain }));
  const revoke = useMutation(
    trpc.member.revokeInvitation.mutationOptions({
      onSuccess: () => void toast.success("Invitation revoked."),
      onError: (refusal) => void toast.error(refusal.message),
      onSettled: () => queryClient.invalidateQueries(trpc.member.invitations.pathFilter()),
    }),
  );
  return (
    <SettingsSection title="Pending invitations" description="Invitation links that haven't been used yet." isFlush>
      {error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} className="m-4" />
      ) : data === undefined ? (
        <Skeleton className="m-4 h-9" />
      ) : data.length === 0 ? (
        <p className="px-4 py-3 text-muted-foreground">No pending invitations.</p>
      ) : (
        <ul className="divide-y">
          {data.map(({ id, role, email, createdBy, createdAt, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <p className="truncate font-medium">{email ?? "Anyone with the link"}</p>
                <p className="text-muted-foreground text-xs">
                  {role} · by {createdBy ?? "the command line"} <RelativeTime at={createdAt} /> · expires{" "}
                  {expiresAt.slice(0, 10)}
                </p>
              </div>
              <ConfirmDialog
                trigger={
                  <Button size="sm" variant="ghost" disabled={revoke.isPending}>
                    Revoke<span className="sr-only"> the invitation for {email ?? "anyone with the link"}</span>
                  </Button>
                }
                title="Revoke this invitation?"
                action="Revoke invitation"
                isDestructive
                onConfirm={() => revoke.mutate({ org, domain, id })}
              >
                The link stops working immediately.
              </ConfirmDialog>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
