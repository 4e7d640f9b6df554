import { type AnswerCategory, type Rating, sql } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import { IS_TRIAL } from "../thread/reader.ts";

/** How many days the inventory looks back. Conversations that the retention deleted are not counted. */
export const USE_DAYS = 90;
/** The most questions that are counted, the newest first, so that a busy assistant doesn't slow the list down. */
const MAX_QUESTIONS = 20_000;
const SHOWN_QUESTIONS = 20;
const DAY_MS = 86_400_000;

/** How readers' questions used a page. */
export type PageUse = {
  /** Answers that cite the page. */
  citations: number;
  /** Of these, the ones that answer the question. */
  answered: number;
  /** Questions that the docs did not answer, though the model read passages of the page. */
  unanswered: number;
  /** Ratings of the answers that cite the page. */
  up: number;
  down: number;
};

/** The use of a page that no question reached. */
export const UNUSED: PageUse = { citations: 0, answered: 0, unanswered: 0, up: 0, down: 0 };

/**
 * The newest questions of readers, with a row for each page that an answer cites. Of unanswered questions, also for each page whose
 * passages the model got.
 */
function pagesOfQuestions(
  { project, clock }: ProjectContext,
  { max = MAX_QUESTIONS, since = new Date(clock.now().getTime() - USE_DAYS * DAY_MS) }: { max?: number; since?: Date },
) {
  return sql`
    SELECT turn.*, reached.*
    FROM (
      SELECT id, "threadId", question, category, rating, "createdAt", sources,
        CASE WHEN category = 'unanswered' THEN trace END AS trace
      FROM "ThreadTurn"
      WHERE "projectId" = ${project.id} AND "createdAt" >= ${since}::timestamptz
        AND "threadId" NOT IN (SELECT id FROM "Thread" WHERE "projectId" = ${project.id} AND ${IS_TRIAL})
      ORDER BY "createdAt" DESC LIMIT ${max}::int
    ) AS turn
    CROSS JOIN LATERAL (
      SELECT path, bool_or("isCited") AS "isCited"
      FROM (
        SELECT source->>'path' AS path, true AS "isCited" FROM json_array_elements(turn.sources) AS source
        UNION ALL
        SELECT passage->>'path', false FROM json_array_elements(turn.trace->'passages') AS passage
      ) AS named
      WHERE path IS NOT NULL GROUP BY path
    ) AS reached`;
}

/** The sums of a page. @param over `OVER ()` to have them beside each row */
function sums(over: typeof IS_TRIAL) {
  return sql`
    (count(*) FILTER (WHERE "isCited") ${over})::int AS citations,
    (count(*) FILTER (WHERE "isCited" AND category = 'answered') ${over})::int AS answered,
    (count(*) FILTER (WHERE category = 'unanswered') ${over})::int AS unanswered,
    (count(*) FILTER (WHERE "isCited" AND rating = 'up') ${over})::int AS up,
    (count(*) FILTER (WHERE "isCited" AND rating = 'down') ${over})::int AS down`;
}

/** Counts the questions of the last days by page, in one statement. @param max questions that are counted @param since from when on */
export async function countPageUse(
  ctx: ProjectContext,
  options: { max?: number; since?: Date } = {},
): Promise<ReadonlyMap<string, PageUse>> {
  const rows = await ctx.db.$queryRaw<(PageUse & { path: string })[]>`
    SELECT path, ${sums(sql``)}
    FROM (${pagesOfQuestions(ctx, options)}) AS reached GROUP BY path`;
  return new Map(rows.map(({ path, ...use }) => [path, use]));
}

/** A question that reached a page. */
export type PageQuestion = {
  messageId: string;
  threadId: string;
  question: string;
  category: AnswerCategory | null;
  rating: Rating | null;
  /** Whether its answer cites the page; else the model read the page and found no answer. */
  isCited: boolean;
  createdAt: string;
};

type Row = Omit<PageQuestion, "createdAt"> & PageUse & { createdAt: Date; questionCount: number };

/** The newest questions that reached a page, how many there are, and their sums. */
export async function listPageQuestions(
  ctx: ProjectContext,
  { path }: { path: string },
): Promise<{ questions: PageQuestion[]; questionCount: number; use: PageUse }> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT id AS "messageId", "threadId", question, category::text AS category, rating::text AS rating, "isCited",
      "createdAt", (count(*) OVER ())::int AS "questionCount", ${sums(sql`OVER ()`)}
    FROM (${pagesOfQuestions(ctx, {})}) AS reached
    WHERE path = ${path} ORDER BY "createdAt" DESC, id DESC LIMIT ${SHOWN_QUESTIONS}::int`;
  const { questionCount, citations, answered, unanswered, up, down } = rows[0] ?? { ...UNUSED, questionCount: 0 };
  return {
    use: { citations, answered, unanswered, up, down },
    questionCount,
    questions: rows.map(({ messageId, threadId, question, category, rating, isCited, createdAt }) => ({
      messageId,
      threadId,
      question,
      category,
      rating,
      isCited,
      createdAt: createdAt.toISOString(),
    })),
  };
}
