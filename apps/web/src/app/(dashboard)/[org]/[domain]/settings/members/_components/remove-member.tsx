"use client";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";

/** Takes somebody out of the organization, or lets a person leave it. */
export function RemoveMember({ userId, name, isMe }: { userId: string; name: string; isMe: boolean }) {
  const site = useSite();
  const { org, domain } = site;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const onError = (error: { message: string }) => void toast.error(error.message);
  const remove = useMutation(
    trpc.member.remove.mutationOptions({
      onSuccess: () => void toast.success(`${name} is no longer a member of ${org}.`),
      onError,
      onSettled: () => queryClient.invalidateQueries(trpc.member.list.pathFilter()),
    }),
  );
  const leave = useMutation(
    trpc.member.leave.mutationOptions({ onSuccess: () => window.location.assign("/"), onError }),
  );
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" disabled={remove.isPending || leave.isPending}>
          {isMe ? "Leave" : "Remove"}
          {!isMe && <span className="sr-only"> {name}</span>}
        </Button>
      }
      title={isMe ? `Leave ${org}?` : `Remove ${name}?`}
      action={isMe ? "Leave" : "Remove"}
      isDestructive
      onConfirm={() => (isMe ? leave.mutate({ org, domain }) : remove.mutate({ org, domain, userId }))}
    >
      {isMe
        ? `You lose access to the sites of ${org}. An admin can invite you again.`
        : `They lose access to the sites of ${org}. Everything they created is kept, including API keys. Revoke the keys they know.`}
    </ConfirmDialog>
  );
}
