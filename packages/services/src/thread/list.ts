import { Text } from "@docsteward/contract/input-schema";
import type { Prisma } from "@docsteward/db/client";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { stripNul } from "../database.ts";
import { DayRange, timesOf } from "../day-range.ts";
import { presentTurn, type ThreadListItem, type TurnDetails } from "./get.ts";
import { IS_TRIAL, RECHECK_READER } from "./reader.ts";

/** What people look for among threads. */
export const THREAD_TOPICS = ["unanswered", "down", "up", "failed"] as const;
/** A kind of turn that the thread list can be filtered by. */
export type ThreadTopic = (typeof THREAD_TOPICS)[number];

/** How many days a list or a count goes back. */
const LastDays = z.int().min(1).max(365);

/** Input of `listThreads`. `fp` restricts the list to one reader's threads; API callers can't set it. */
export type ListThreads = z.infer<typeof ListThreads> & { fp?: string };
/** Filter and page of a list of threads. Days narrow it to threads with a turn in them. */
export const ListThreads = DayRange.extend({
  limit: z.int().min(1).max(100).optional(),
  cursor: Text.max(200).nullish(),
  /** Only threads with a turn whose question or answer contains this text. */
  search: Text.max(200).optional(),
  /** Only threads with a turn of this kind. */
  about: z.enum(THREAD_TOPICS).optional(),
  /** Only threads with a turn in the last days. */
  days: LastDays.optional(),
});

/** One page of threads, the one with the newest turn first. `nextCursor` is null on the last page. */
export type ThreadList = { threads: ThreadListItem[]; nextCursor: string | null };

const DEFAULT_LIMIT = 20;

/** A page of the project's threads, the one talked in last first. @throws AppError `invalid_request` for a changed cursor */
export async function listThreads(ctx: ProjectContext, query: ListThreads = {}): Promise<ThreadList> {
  const { limit = DEFAULT_LIMIT, cursor, days, fp } = query;
  const after = cursor == null ? null : parseCursor(ctx, cursor);
  const rows = await ctx.db.thread.findMany({
    where: {
      projectId: ctx.project.id,
      ...(fp !== undefined && { fp: stripNul(fp) }),
      ...(days !== undefined && { updatedAt: { gte: daysAgo(ctx, days) } }),
      AND: [
        ...turnsThat(query),
        ...(after
          ? [{ OR: [{ updatedAt: { lt: after.createdAt } }, { updatedAt: after.createdAt, id: { lt: after.id } }] }]
          : []),
      ],
    },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: { turns: { select: { question: true }, orderBy: [{ createdAt: "asc" }, { id: "asc" }], take: 1 } },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const countOf = await countTurns(
    ctx,
    page.map(({ id }) => id),
  );
  return {
    threads: page.map(({ id, publicId, fp, createdAt, updatedAt, turns }) => ({
      id,
      threadId: publicId,
      fp,
      firstQuestion: turns[0]?.question ?? "",
      ...countOf(id),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    })),
    nextCursor: last && rows.length > limit ? formatCursor(ctx, { createdAt: last.updatedAt, id: last.id }) : null,
  };
}

/** One condition per filter: the text may be in one turn and the rating in another. */
function turnsThat({ search, about, from, to }: ListThreads): Prisma.ThreadWhereInput[] {
  const { since, until } = timesOf({ from, to });
  const during = { ...(since && { gte: since }), ...(until && { lt: until }) };
  const words = search === undefined ? "" : stripNul(search.trim()).replace(/[\\%_]/g, "\\$&");
  const holds = { contains: words, mode: "insensitive" } as const;
  return [
    ...(words === "" ? [] : [{ turns: { some: { OR: [{ question: holds }, { answer: holds }] } } }]),
    ...(about === undefined ? [] : [{ turns: { some: MATTERS[about] } }]),
    ...(since || until ? [{ turns: { some: { createdAt: during } } }] : []),
  ];
}

const MATTERS: Record<ThreadTopic, Prisma.ThreadTurnWhereInput> = {
  unanswered: { category: "unanswered" },
  down: { rating: "down" },
  up: { rating: "up" },
  failed: { status: "failed" },
};

async function countTurns({ db, project }: ProjectContext, threadIds: string[]) {
  const groups = await db.threadTurn.groupBy({
    by: ["threadId", "category", "rating"],
    where: { projectId: project.id, threadId: { in: threadIds } },
    _count: { _all: true },
  });
  return (threadId: string) => {
    const own = groups.filter((group) => group.threadId === threadId);
    const sum = (passes: (group: (typeof own)[number]) => boolean) =>
      own.filter(passes).reduce((total, { _count }) => total + _count._all, 0);
    return {
      turnCount: sum(() => true),
      unansweredCount: sum(({ category }) => category === "unanswered"),
      upCount: sum(({ rating }) => rating === "up"),
      downCount: sum(({ rating }) => rating === "down"),
    };
  };
}

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

/** When the last days began. */
function daysAgo({ clock }: ProjectContext, days: number): Date {
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
