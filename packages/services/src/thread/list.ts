import type { ServiceContext } from "../context.ts";
import { formatCursor, parseCursor } from "../job/cursor.ts";
import type { ThreadListItem } from "./present.ts";

export type ListThreadsQuery = { limit?: number; cursor?: string };
export type ThreadList = { threads: ThreadListItem[]; nextCursor: string | null };

const DEFAULT_LIMIT = 20;

/** A page of the project's threads, the one talked in last first. @throws AppError `invalid_request` for a changed cursor */
export async function listThreads(ctx: ServiceContext, query: ListThreadsQuery = {}): Promise<ThreadList> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const rows = await ctx.db.thread.findMany({
    where: {
      projectId: ctx.project.id,
      ...(after && {
        OR: [{ updatedAt: { lt: after.createdAt } }, { updatedAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: {
      _count: { select: { turns: true } },
      turns: { select: { question: true }, orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: 1 },
    },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    threads: page.map(({ id, publicId, fp, createdAt, updatedAt, turns, _count }) => ({
      id,
      threadId: publicId,
      fp,
      firstQuestion: turns[0]?.question ?? "",
      turnCount: _count.turns,
      createdAt,
      updatedAt,
    })),
    nextCursor: last && rows.length > limit ? formatCursor(ctx, { createdAt: last.updatedAt, id: last.id }) : null,
  };
}
