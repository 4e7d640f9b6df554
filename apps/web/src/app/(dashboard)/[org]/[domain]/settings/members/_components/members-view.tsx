"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { mayAct, useSite } from "../../../../../_components/site-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { InviteButton } from "./invite-button.tsx";
import { MemberRow } from "./member-row.tsx";
import type { Members } from "./members.ts";
import { PendingInvitations } from "./pending-invitations.tsx";

/** Who is in the organization, and who may come in. */
export function MembersView({ first }: { first: Members }) {
  const { org, domain, role } = useSite();
  const { data } = useQuery(useTRPC().member.list.queryOptions({ org, domain }, { initialData: first }));
  const { members, myId } = data;
  return (
    <div className="flex flex-col gap-5">
      <SettingsSection
        title="Members"
        description={`Members have access to all sites of ${org}. Viewers can view. Members can use the agent and the assistant. Admins can also manage keys, settings and members. Owners can manage everything.`}
        actions={<InviteButton />}
        isFlush
      >
        <ul className="divide-y">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} isMe={member.userId === myId} />
          ))}
        </ul>
      </SettingsSection>
      {mayAct(role, "admin") && <PendingInvitations />}
    </div>
  );
}
