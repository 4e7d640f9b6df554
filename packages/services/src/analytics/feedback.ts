import type {
  FeedbackByPage,
  FeedbackByPageQuery,
  FeedbackList,
  FeedbackQuery,
  FeedbackStatus,
} from "@docsteward/contract/analytics";
import { sql } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { IS_TRIAL } from "../thread/reader.ts";
import { maskAddresses } from "./mask.ts";
import { boundsOf } from "./period.ts";

type Row = {
  id: string;
  path: string;
  comment: string | null;
  ratedAt: Date;
  rating: "up" | "down";
  status: FeedbackStatus;
  fp: string;
};

const ALL_STATUSES: readonly FeedbackStatus[] = ["pending", "in_progress", "resolved", "dismissed"];

/** The ratings that a request is about, each with its page and where it stands: that of its gap. */
function ratings(
  { project }: ProjectContext,
  query: Pick<FeedbackByPageQuery, "source" | "status" | "dateFrom" | "dateTo">,
) {
  const { source, status } = query;
  const { from, to } = boundsOf(query);
  const isOfOurs = source === undefined || source === "contextual" || source === "thumbs_only";
  return sql`
    SELECT * FROM (
      SELECT turn.id, turn.comment, turn."ratedAt", turn.rating::text AS rating, thread.fp,
        coalesce(turn."currentPath", turn.sources->0->>'path', '/') AS path,
        CASE
          WHEN turn.rating = 'up' OR gap.state = 'done' THEN 'resolved'
          WHEN gap.state = 'dismissed' THEN 'dismissed'
          WHEN gap."jobId" IS NOT NULL THEN 'in_progress'
          ELSE 'pending'
        END AS status
      FROM "ThreadTurn" turn
      JOIN "Thread" thread ON thread.id = turn."threadId"
      LEFT JOIN "Gap" gap ON gap.id = turn."gapId"
      WHERE turn."projectId" = ${project.id} AND turn.rating IS NOT NULL AND NOT ${IS_TRIAL}
        AND turn."ratedAt" >= ${from}::timestamptz AND turn."ratedAt" < ${to}::timestamptz
    ) AS rated
    WHERE status = ANY(${status ?? ALL_STATUSES}::text[]) AND ${isOfOurs}::bool
      AND (${source !== "contextual"}::bool OR comment IS NOT NULL)
      AND (${source !== "thumbs_only"}::bool OR comment IS NULL)`;
}

/** Whether a key may have what identifies a reader. People of the organization and the operator may. */
export function mayNameReaders({ actor }: ProjectContext): boolean {
  return actor.kind !== "key" || (actor.scopes?.includes("readers") ?? false);
}

/** A page of the project's ratings, newest first. @throws AppError `invalid_request` for a changed cursor */
export async function listFeedback(ctx: ProjectContext, query: FeedbackQuery): Promise<FeedbackList> {
  const { limit, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const place = after && sql`WHERE ("ratedAt", id) < (${after.createdAt}::timestamptz, ${after.id})`;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT * FROM (${ratings(ctx, query)}) AS rated ${place ?? sql``}
    ORDER BY "ratedAt" DESC, id DESC LIMIT ${limit + 1}::int`;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const isNamed = mayNameReaders(ctx);
  return {
    feedback: page.map(({ id, path, comment, ratedAt, rating, status, fp }) => ({
      id,
      path,
      comment: comment === null || isNamed ? comment : maskAddresses(comment),
      createdAt: ratedAt.toISOString(),
      source: comment === null ? ("thumbs_only" as const) : ("contextual" as const),
      status,
      helpful: rating === "up",
      contact: null,
      ...(isNamed && { reader: fp }),
    })),
    nextCursor: last && hasMore ? formatCursor(ctx, { createdAt: last.ratedAt, id: last.id }) : null,
    hasMore,
  };
}

/** The project's ratings by page, the page with most of them first. */
export async function countFeedbackByPage(ctx: ProjectContext, query: FeedbackByPageQuery): Promise<FeedbackByPage> {
  const { limit } = query;
  const rows = await ctx.db.$queryRaw<{ path: string; up: number; down: number }[]>`
    SELECT path, count(*) FILTER (WHERE rating = 'up')::int AS up, count(*) FILTER (WHERE rating = 'down')::int AS down
    FROM (${ratings(ctx, query)}) AS rated
    GROUP BY path ORDER BY count(*) DESC, path LIMIT ${limit + 1}::int`;
  return {
    feedback: rows.slice(0, limit).map(({ path, up, down }) => ({
      path,
      thumbsUp: up,
      thumbsDown: down,
      code: 0,
      total: up + down,
    })),
    hasMore: rows.length > limit,
  };
}
