import type { ServiceContext } from "../context.ts";
import { requireJob } from "./require-job.ts";

/** The jobs on either side of one in the project's list; null at its ends. */
export type JobNeighbours = { newerId: string | null; olderId: string | null };

/** Looks among the archived jobs when it is one of them, and among the others when it is not. @throws AppError `not_found` */
export async function findJobNeighbours(ctx: ServiceContext, input: { id: string }): Promise<JobNeighbours> {
  const { id, createdAt, archivedAt } = await requireJob(ctx.db, { projectId: ctx.project.id, id: input.id });
  const isArchived = archivedAt !== null;
  const [row] = await ctx.db.$queryRaw<JobNeighbours[]>`
    SELECT
      (SELECT id FROM "Job" WHERE "projectId" = ${ctx.project.id} AND ("archivedAt" IS NOT NULL) = ${isArchived}
        AND ("createdAt", id) > (${createdAt}::timestamptz, ${id}) ORDER BY "createdAt", id LIMIT 1) AS "newerId",
      (SELECT id FROM "Job" WHERE "projectId" = ${ctx.project.id} AND ("archivedAt" IS NOT NULL) = ${isArchived}
        AND ("createdAt", id) < (${createdAt}::timestamptz, ${id}) ORDER BY "createdAt" DESC, id DESC LIMIT 1) AS "olderId"`;
  return row ?? { newerId: null, olderId: null };
}
