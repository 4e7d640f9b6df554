import { CreateKey, createKey } from "@docsteward/services/key/create";
import { RevokeKey, revokeKey, UpdateKey, updateKey } from "@docsteward/services/key/key";
import { ListKeys, listKeyDetails } from "@docsteward/services/key/list";
import { RotateKey, rotateKey } from "@docsteward/services/key/rotate";
import { OPERATIONS } from "../openapi/document.ts";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

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
