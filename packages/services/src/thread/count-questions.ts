import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";

/** What readers asked in a time, and how they were answered. */
export type QuestionCounts = {
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

/** Counts the project's questions since a moment, with what became of them. */
export async function countQuestions(
  { db, project }: ServiceContext,
  { since }: { since: Date },
): Promise<QuestionCounts> {
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
      AND "threadId" NOT IN (SELECT id FROM "Thread" WHERE "projectId" = ${project.id} AND fp = ${ASK_AGAIN_READER})
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
