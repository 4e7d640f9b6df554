import { createInvitation, listInvitations, revokeInvitation } from "@docsteward/services/invitation/manage";
import { listMembers } from "@docsteward/services/member/list";
import { removeMember, setRole } from "@docsteward/services/member/membership";
import { Role } from "@docsteward/services/member/role";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

const Id = z.string().max(100);

export const memberRouter = router({
  /** Who is in the organization, and who asks. */
  list: viewerProcedure.query(async ({ ctx: { site } }) => ({
    members: await listMembers(site, { organizationId: site.project.organizationId }),
    myId: site.actor.userId,
  })),

  setRole: adminProcedure.input(z.object({ userId: Id, role: Role })).mutation(({ ctx: { site }, input }) => {
    const { userId, role } = input;
    return setRole(site, { organization: site.organization, userId, role, actor: site.actor });
  }),

  remove: adminProcedure
    .input(z.object({ userId: Id }))
    .mutation(({ ctx: { site }, input: { userId } }) =>
      removeMember(site, { organization: site.organization, userId, actor: site.actor }),
    ),

  leave: viewerProcedure.mutation(({ ctx: { site } }) =>
    removeMember(site, { organization: site.organization, userId: site.actor.userId, actor: site.actor }),
  ),

  invitations: adminProcedure.query(({ ctx: { site } }) =>
    listInvitations(site, { organizationId: site.project.organizationId }),
  ),

  /** Answers with the link, which is shown once. */
  invite: adminProcedure
    .input(z.object({ role: Role, email: z.string().max(1_000).optional() }))
    .mutation(({ ctx: { site }, input: { role, email } }) =>
      createInvitation(site, { organization: site.organization, role, email, actor: site.actor }),
    ),

  revokeInvitation: adminProcedure
    .input(z.object({ id: Id }))
    .mutation(({ ctx: { site }, input: { id } }) =>
      revokeInvitation(site, { organization: site.organization, id, actor: site.actor }),
    ),
});
