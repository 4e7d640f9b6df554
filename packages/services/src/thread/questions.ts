import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { presentTurn, type TurnDetails } from "./get.ts";
import { IS_TRIAL, RECHECK_READER } from "./reader.ts";

/** What readers asked in a time, and how they were answered. */
type QuestionCounts = {
  questions: number;
  answered: number;
  unanswered: number;
  failed: number;
  up: number;
  down: number;
  /** Of each day (UTC) in which anything was asked, oldest first. */
  byDay: { day: string; questions: number; unanswered: number }[];
};

type Row = { day: string } & Record<Exclude<keyof QuestionCounts, "byDay">, number>;

const DAY_MS = 86_400_000;

/** How many days a list or a count goes back. */
export const LastDays = z.int().min(1).max(365);

/** When the last days began. */
export function daysAgo({ clock }: ProjectContext, days: number): Date {
  return new Date(clock.now().getTime() - days * DAY_MS);
}

type CountQuestions = z.infer<typeof CountQuestions>;
/** Input of `countQuestions`: the number of last days to count. */
export const CountQuestions = z.object({ days: LastDays });

/** Counts the project's questions of the last days, with what became of them. */
export async function countQuestions(ctx: ProjectContext, { days: dayCount }: CountQuestions): Promise<QuestionCounts> {
  const { db, project } = ctx;
  const since = daysAgo(ctx, dayCount);
  const days = await db.$queryRaw<Row[]>`
    SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      count(*)::int AS questions,
      count(*) FILTER (WHERE category = 'answered')::int AS answered,
      count(*) FILTER (WHERE category = 'unanswered')::int AS unanswered,
      count(*) FILTER (WHERE status = 'failed')::int AS failed,
      count(*) FILTER (WHERE rating = 'up')::int AS up,
      count(*) FILTER (WHERE rating = 'down')::int AS down
    FROM "ThreadTurn"
    WHERE "projectId" = ${project.id} AND "createdAt" >= ${since}::timestamptz
      AND "threadId" NOT IN (SELECT id FROM "Thread" WHERE "projectId" = ${project.id} AND ${IS_TRIAL})
    GROUP BY 1 ORDER BY 1`;
  const sum = (key: Exclude<keyof Row, "day">) => days.reduce((total, row) => total + row[key], 0);
  return {
    questions: sum("questions"),
    answered: sum("answered"),
    unanswered: sum("unanswered"),
    failed: sum("failed"),
    up: sum("up"),
    down: sum("down"),
    byDay: days.map(({ day, questions, unanswered }) => ({ day, questions, unanswered })),
  };
}

type UnansweredList = { turns: TurnDetails[]; nextCursor: string | null };

const DEFAULT_LIMIT = 20;

type ListUnanswered = z.infer<typeof ListUnanswered>;
/** Input of `listUnanswered`: one page of unanswered questions. */
export const ListUnanswered = z.object({
  limit: z.int().min(1).max(100).optional(),
  cursor: Text.max(200).optional(),
});

/** A page of the readers' questions that the project's pages did not answer, newest first: what the documentation lacks. */
export async function listUnanswered(ctx: ProjectContext, query: ListUnanswered = {}): Promise<UnansweredList> {
  const { limit = DEFAULT_LIMIT, cursor } = query;
  const after = cursor === undefined ? null : parseCursor(ctx, cursor);
  const rows = await ctx.db.threadTurn.findMany({
    where: {
      projectId: ctx.project.id,
      category: "unanswered",
      thread: { fp: { not: RECHECK_READER } },
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
