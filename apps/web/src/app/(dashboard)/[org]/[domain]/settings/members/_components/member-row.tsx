"use client";
import { Avatar } from "@docsteward/ui/avatar";
import { Badge } from "@docsteward/ui/badge";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { Select } from "@docsteward/ui/select";
import { toast } from "@docsteward/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Role } from "../../../../../../../server/trpc/init.ts";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { mayAct, useSite } from "../../../../../_components/site-context.tsx";
import type { Members } from "./members.ts";
import { RemoveMember } from "./remove-member.tsx";
import { roleChoices } from "./role-choices.ts";

type Props = { member: Members["members"][number]; isMe: boolean };

/** One person: their role, and what may be done about them. */
export function MemberRow({ member, isMe }: Props) {
  const { org, domain, role: mine } = useSite();
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
  const mayDecide = mayAct(mine, role === "owner" ? "owner" : "admin");
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
            onChange={(next) => next !== role && setRole.mutate({ org, domain, userId, role: next })}
          />
        ) : (
          <span className="px-2 text-muted-foreground capitalize">{role}</span>
        )}
        {(isMe || mayDecide) && <RemoveMember userId={userId} name={name} isMe={isMe} />}
      </div>
    </li>
  );
}
