import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";
import { formatCursor, parseCursor } from "../job/cursor.ts";
import { presentTurn, type TurnDetails } from "./present.ts";

export type UnansweredList = { turns: TurnDetails[]; nextCursor: string | null };

const DEFAULT_LIMIT = 20;

/** A page of the readers' questions that the project's pages did not answer, newest first: what the documentation lacks. */
export async function listUnanswered(
  ctx: ServiceContext,
  query: { limit?: number; cursor?: string } = {},
): Promise<UnansweredList> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const rows = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      category: "unanswered",
      thread: { fp: { not: ASK_AGAIN_READER } },
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    turns: page.map(presentTurn),
    nextCursor: last && rows.length > limit ? formatCursor(ctx, last) : null,
  };
}
