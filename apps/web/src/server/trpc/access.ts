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
import { listMembers, RemoveMember, removeMember, SetRole, setRole } from "@docsteward/services/member/members";
import {
  clearReaderAccess,
  getReaderAccess,
  rotateReaderSecret,
  SetReaderAccess,
  setReaderAccess,
} from "@docsteward/services/reader-access/settings";
import { OPERATIONS } from "../openapi/document.ts";
import { adminProcedure, router, toPlain, viewerProcedure } from "./init.ts";

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

/** What bounds the calls of the organization and its keys, and the jobs of the project. */
export const limitRouter = router({
  /** Of calls over time. Keys of other projects are left out. */
  list: viewerProcedure.query(async ({ ctx: { project } }) => {
    const limits = await listLimits(project);
    const ids = limits.flatMap((limit) => limit.keys.map(({ keyId }) => keyId));
    const keys = await listKeys(project, { ids: [...new Set(ids)] });
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
  set: adminProcedure.input(SetLimit).mutation(({ ctx: { project }, input }) => setLimit(project, input)),

  jobs: viewerProcedure.query(({ ctx }) => getJobLimits(ctx.project)),

  setJobs: adminProcedure.input(SetJobLimits).mutation(({ ctx, input }) => setJobLimits(ctx.project, input)),
});

/** How readers prove their groups. A secret is in the answer that made it, and in no other. */
export const readerAccessRouter = router({
  get: viewerProcedure.query(({ ctx }) => getReaderAccess(ctx.project)),

  set: adminProcedure.input(SetReaderAccess).mutation(({ ctx, input }) => setReaderAccess(ctx.project, input)),

  rotate: adminProcedure.mutation(({ ctx }) => rotateReaderSecret(ctx.project)),

  clear: adminProcedure.mutation(({ ctx }) => clearReaderAccess(ctx.project)),
});
