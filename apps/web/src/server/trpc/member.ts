import {
  CreateInvitation,
  createInvitation,
  listInvitations,
  RevokeInvitation,
  revokeInvitation,
} from "@docsteward/services/invitation";
import { listMembers, RemoveMember, removeMember, SetRole, setRole } from "@docsteward/services/member/members";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

export const memberRouter = router({
  /** Who is in the organization, and who asks. */
  list: viewerProcedure.query(async ({ ctx: { project } }) => ({
    members: await listMembers(project),
    myId: project.actor.userId,
  })),

  setRole: adminProcedure.input(SetRole).mutation(({ ctx, input }) => setRole(ctx.project, input)),

  remove: adminProcedure.input(RemoveMember).mutation(({ ctx, input }) => removeMember(ctx.project, input)),

  leave: viewerProcedure.mutation(({ ctx: { project } }) => removeMember(project, { userId: project.actor.userId })),

  invitations: adminProcedure.query(({ ctx }) => listInvitations(ctx.project)),

  /** Answers with the link, which is shown once. */
  invite: adminProcedure.input(CreateInvitation).mutation(({ ctx, input }) => createInvitation(ctx.project, input)),

  revokeInvitation: adminProcedure
    .input(RevokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.project, input)),
});
