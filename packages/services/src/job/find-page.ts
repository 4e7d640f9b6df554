import type { ListJobsQuery } from "@docsteward/contract/job";
import type { Prisma } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { formatCursor, type JobPosition, parseCursor } from "./cursor.ts";
import { type JobWithPrompt, WITH_PROMPT } from "./present-details.ts";

export type JobQuery = ListJobsQuery & {
  /** How many of the newest to leave out, for callers that count instead of handing a cursor back. */
  skip?: number;
};

export type JobPage = { rows: JobWithPrompt[]; nextCursor: string | null; hasMore: boolean };

/**
 * Reads a page of a project's jobs, newest first. Pages hold no job twice and miss none that was there at the beginning,
 * however many are made meanwhile.
 */
export async function findJobPage(ctx: ServiceContext, query: JobQuery): Promise<JobPage> {
  const { limit, cursor, status, archived, skip } = query;
  const after = cursor === undefined ? {} : olderThan(parseCursor(ctx, cursor));
  const found = await ctx.db.job.findMany({
    where: {
      projectId: ctx.project.id,
      ...(status === undefined ? {} : { status }),
      ...(archived === undefined ? {} : { archivedAt: archived ? { not: null } : null }),
      ...after,
    },
    include: WITH_PROMPT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip,
    take: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  return { rows, nextCursor: hasMore && last ? formatCursor(ctx, last) : null, hasMore };
}

function olderThan({ createdAt, id }: JobPosition): Prisma.JobWhereInput {
  return { AND: { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] } };
}
