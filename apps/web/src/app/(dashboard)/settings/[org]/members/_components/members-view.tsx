"use client";

import { Avatar } from "@docsteward/ui/avatar";
import { Badge } from "@docsteward/ui/badge";
import { Button } from "@docsteward/ui/button";
import { ConfirmDialog } from "@docsteward/ui/confirm-dialog";
import { Select } from "@docsteward/ui/select";
import { ErrorState, Skeleton } from "@docsteward/ui/states";
import { RelativeTime } from "@docsteward/ui/time";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import { hasRole, useMembership } from "#components/project-context.tsx";
import { RestrictedButton } from "#components/restricted-button.tsx";
import type { Role } from "#server/trpc/init.ts";
import { useTRPC } from "#trpc/client.tsx";
import type { Members } from "#trpc/types.ts";
import { roleChoices } from "./role-choices.ts";

/** Who is in the organization, and who may come in. */
export function MembersView({ first }: { first: Members }) {
  const { org, role } = useMembership();
  const { data } = useQuery(useTRPC().member.list.queryOptions({ org }, { initialData: first }));
  const { members, myId } = data;
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Members"
        description={`Members have access to all projects of ${org}. Viewers can view. Members can use the agent and the assistant. Admins can also manage keys, settings and members. Owners can manage everything.`}
        actions={<InviteButton />}
        isFlush
      >
        <ul className="divide-y">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} isMe={member.userId === myId} />
          ))}
        </ul>
      </SettingsSection>
      {hasRole(role, "admin") && <PendingInvitations />}
    </div>
  );
}

type Props = { member: Members["members"][number]; isMe: boolean };

/** One person: their role, and what may be done about them. */
function MemberRow({ member, isMe }: Props) {
  const { org, role: mine } = useMembership();
  const { userId, name, email, role, seenAt } = member;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const setRole = useMutation(
    trpc.member.setRole.mutationOptions({
      onSuccess: (_, input) => {
        toast.success(`${name} now has the role ${input.role}.`);
        // What the page may offer depends on it.
        if (isMe) router.refresh();
      },
      onError: (error) => toast.error(error.message),
      onSettled: () => queryClient.invalidateQueries(trpc.member.list.pathFilter()),
    }),
  );
  const mayDecide = hasRole(mine, role === "owner" ? "owner" : "admin");
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isMe && <Badge>You</Badge>}
        </p>
        <p className="truncate text-muted-foreground text-xs">
          {email}
          {seenAt && (
            <>
              {" · signed in "}
              <RelativeTime at={seenAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-2">
        {mayDecide ? (
          <Select<Role>
            isSmall
            label={`Role of ${name}`}
            choices={roleChoices(mine)}
            value={role}
            isDisabled={setRole.isPending}
            onChange={(next) => next !== role && setRole.mutate({ org, userId, role: next })}
          />
        ) : (
          <span className="px-2 text-muted-foreground capitalize">{role}</span>
        )}
        {(isMe || mayDecide) && <RemoveMember userId={userId} name={name} isMe={isMe} />}
      </div>
    </li>
  );
}

/** The open invitations. */
function PendingInvitations() {
  const { org } = useMembership();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(trpc.member.invitations.queryOptions({ org }));
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
                onConfirm={() => revoke.mutate({ org, id })}
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

/** Removes a member from the organization, or lets a person leave it. */
function RemoveMember({ userId, name, isMe }: { userId: string; name: string; isMe: boolean }) {
  const { org } = useMembership();
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
      onConfirm={() => (isMe ? leave.mutate({ org }) : remove.mutate({ org, userId }))}
    >
      {isMe
        ? `You lose access to the sites of ${org}. An admin can invite you again.`
        : `They lose access to the sites of ${org}. Everything they created is kept, including API keys. Revoke the keys they know.`}
    </ConfirmDialog>
  );
}

const loadDialog = () => import("./invite-dialog.tsx").then((module) => module.InviteDialog);
const InviteDialog = dynamic(loadDialog, { ssr: false });

/** Opens the form that makes an invitation. */
function InviteButton() {
  const [isOpen, setIsOpen] = useState(false);
  const prepare = () => void loadDialog();
  return (
    <>
      <RestrictedButton
        variant="primary"
        size="sm"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
      >
        <UserPlus aria-hidden /> Invite member
      </RestrictedButton>
      {isOpen && <InviteDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
