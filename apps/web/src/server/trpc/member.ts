import {
  CreateInvitation,
  createInvitation,
  listInvitations,
  RevokeInvitation,
  revokeInvitation,
} from "@docsteward/services/invitation/manage";
import { listMembers } from "@docsteward/services/member/list";
import { RemoveMember, removeMember, SetRole, setRole } from "@docsteward/services/member/membership";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

export const memberRouter = router({
  /** Who is in the organization, and who asks. */
  list: viewerProcedure.query(async ({ ctx: { site } }) => ({
    members: await listMembers(site),
    myId: site.actor.userId,
  })),

  setRole: adminProcedure.input(SetRole).mutation(({ ctx, input }) => setRole(ctx.site, input)),

  remove: adminProcedure.input(RemoveMember).mutation(({ ctx, input }) => removeMember(ctx.site, input)),

  leave: viewerProcedure.mutation(({ ctx: { site } }) => removeMember(site, { userId: site.actor.userId })),

  invitations: adminProcedure.query(({ ctx }) => listInvitations(ctx.site)),

  /** Answers with the link, which is shown once. */
  invite: adminProcedure.input(CreateInvitation).mutation(({ ctx, input }) => createInvitation(ctx.site, input)),

  revokeInvitation: adminProcedure
    .input(RevokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.site, input)),
});
