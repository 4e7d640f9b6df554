import {
  CreateInvitation,
  createInvitation,
  listInvitations,
  RevokeInvitation,
  revokeInvitation,
} from "@docsteward/services/invitation";
import { getJobLimits, SetJobLimits, setJobLimits } from "@docsteward/services/job/limits";
import { CreateKey, createKey } from "@docsteward/services/key/create";
import { RevokeKey, revokeKey, UpdateKey, updateKey } from "@docsteward/services/key/key";
import { ListKeys, listKeyDetails, listKeys } from "@docsteward/services/key/list";
import { RotateKey, rotateKey } from "@docsteward/services/key/rotate";
import { listLimits, SetLimit, setLimit } from "@docsteward/services/limit/quotas";
import {
  listMembers,
  listOwnOrganizations,
  RemoveMember,
  removeMember,
  SetRole,
  setRole,
} from "@docsteward/services/member/members";
import {
  clearReaderAccess,
  getReaderAccess,
  rotateReaderSecret,
  SetReaderAccess,
  setReaderAccess,
} from "@docsteward/services/reader-access/settings";
import { OPERATIONS } from "../openapi/document.ts";
import {
  adminProcedure,
  organizationAdminProcedure,
  organizationViewerProcedure,
  ownerAdminProcedure,
  ownerViewerProcedure,
  router,
  signedInProcedure,
  toPlain,
  viewerProcedure,
} from "./init.ts";

/** An organization that the person who asks is a member of. */
export const organizationRouter = router({
  get: organizationViewerProcedure.query(({ ctx: { services } }) => ({
    name: services.organization.name,
    role: services.actor.role,
  })),

  /** Those of the person who asks, with their role. */
  list: signedInProcedure.query(({ ctx }) => listOwnOrganizations(ctx.services, { userId: ctx.me.user.id })),
});

export const memberRouter = router({
  /** Who is in the organization, and who asks. */
  list: organizationViewerProcedure.query(async ({ ctx: { services } }) => ({
    members: await listMembers(services),
    myId: services.actor.userId,
  })),

  setRole: organizationAdminProcedure.input(SetRole).mutation(({ ctx, input }) => setRole(ctx.services, input)),

  remove: organizationAdminProcedure
    .input(RemoveMember)
    .mutation(({ ctx, input }) => removeMember(ctx.services, input)),

  leave: organizationViewerProcedure.mutation(({ ctx: { services } }) =>
    removeMember(services, { userId: services.actor.userId }),
  ),

  invitations: organizationAdminProcedure.query(({ ctx }) => listInvitations(ctx.services)),

  /** Answers with the link, which is shown once. */
  invite: organizationAdminProcedure
    .input(CreateInvitation)
    .mutation(({ ctx, input }) => createInvitation(ctx.services, input)),

  revokeInvitation: organizationAdminProcedure
    .input(RevokeInvitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx.services, input)),
});

/** Keys of the organization that open the project. */
export const keyRouter = router({
  /** With each key's calls of operations that will go, and what to call instead. */
  list: viewerProcedure.input(ListKeys).query(async ({ ctx: { project }, input }) => {
    const here = (path: string) =>
      path.replace("{projectId}", project.project.id).replace("{domain}", project.project.domain);
    const keys = await listKeyDetails(project, input);
    return toPlain(
      keys.map(({ deprecatedCalls, ...key }) => ({
        ...key,
        deprecatedCalls: deprecatedCalls.flatMap(({ operation: id, count, lastDay }) => {
          const operation = OPERATIONS.find((candidate) => candidate.id === id);
          if (!operation?.deprecated) return [];
          const { method, path, deprecated } = operation;
          const [from, successor] = [here(path), here(deprecated.successor)];
          return [{ method, path: from, successor, count, lastDay, sunset: project.v1Sunset }];
        }),
      })),
    );
  }),

  create: adminProcedure
    .input(CreateKey)
    .mutation(async ({ ctx, input }) => toPlain(await createKey(ctx.project, input))),

  update: adminProcedure
    .input(UpdateKey)
    .mutation(async ({ ctx, input }) => toPlain(await updateKey(ctx.project, input))),

  rotate: adminProcedure
    .input(RotateKey)
    .mutation(async ({ ctx, input }) => toPlain(await rotateKey(ctx.project, input))),

  revoke: adminProcedure
    .input(RevokeKey)
    .mutation(async ({ ctx, input }) => toPlain(await revokeKey(ctx.project, input))),
});

/** What bounds the calls of the organization and its keys, and the jobs of a project or of the whole organization. */
export const limitRouter = router({
  /** Of calls over time. In a project, keys of other projects are left out. */
  list: ownerViewerProcedure.query(async ({ ctx: { owner } }) => {
    const limits = await listLimits(owner);
    const ids = limits.flatMap((limit) => limit.keys.map(({ keyId }) => keyId));
    const keys = await listKeys(owner, { ids: [...new Set(ids)] });
    const known = new Map(keys.map(({ id, name, hint }) => [id, { name, hint }]));
    return limits.map((limit) => ({
      ...limit,
      keys: limit.keys.flatMap(({ keyId, quota }) => {
        const key = known.get(keyId);
        return key ? [{ keyId, quota, ...key }] : [];
      }),
    }));
  }),

  /** Of the organization, or of one key. */
  set: ownerAdminProcedure.input(SetLimit).mutation(({ ctx: { owner }, input }) => setLimit(owner, input)),

  /** Keys that can have a limit of their own. */
  keys: ownerViewerProcedure.query(async ({ ctx: { owner } }) => {
    const keys = await listKeys(owner);
    return keys.filter(({ state }) => state === "valid").map(({ id, name, hint }) => ({ id, name, hint }));
  }),

  jobs: ownerViewerProcedure.query(({ ctx }) => getJobLimits(ctx.owner)),

  setJobs: ownerAdminProcedure.input(SetJobLimits).mutation(({ ctx, input }) => setJobLimits(ctx.owner, input)),
});

/** How readers prove their groups. A secret is in the answer that made it, and in no other. */
export const readerAccessRouter = router({
  get: viewerProcedure.query(({ ctx }) => getReaderAccess(ctx.project)),

  set: adminProcedure.input(SetReaderAccess).mutation(({ ctx, input }) => setReaderAccess(ctx.project, input)),

  rotate: adminProcedure.mutation(({ ctx }) => rotateReaderSecret(ctx.project)),

  clear: adminProcedure.mutation(({ ctx }) => clearReaderAccess(ctx.project)),
});
