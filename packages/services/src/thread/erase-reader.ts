import { z } from "zod";
import { inTransaction, type ProjectContext } from "../context.ts";
import { RECHECK_READER } from "./reader.ts";

const MAX_READER = 200;
const TIMEOUT_MS = 60_000;

/** Input of `eraseReader`: the reader as callers name them (`fp`). */
export type EraseReader = z.infer<typeof EraseReader>;
/** Names a reader of the project. */
export const EraseReader = z.object({ fp: z.string().min(1).max(MAX_READER) });

/**
 * Deletes what a reader has asked in a project: conversations with answers, ratings and comments, and their questions where gaps,
 * topics, golden questions and their runs repeat them. Counts of days stay: they name no reader.
 *
 * @returns how many conversations
 */
export async function eraseReader(ctx: ProjectContext, { fp }: EraseReader): Promise<{ threads: number }> {
  const { id: projectId } = ctx.project;
  const theirs = { thread: { projectId, fp } };
  const ofOthers = { projectId, thread: { fp: { notIn: [fp, RECHECK_READER] } } };
  const firstOfOthers = {
    where: ofOthers,
    orderBy: { createdAt: "asc" },
    take: 1,
    select: { question: true },
  } as const;
  const work = async ({ db }: ProjectContext) => {
    const asked = await db.threadTurn.findMany({
      where: theirs,
      distinct: ["question"],
      select: { question: true },
    });
    const questions = asked.map(({ question }) => question);
    const where = { projectId, turns: { some: theirs } };
    const gaps = await db.gap.findMany({ where, include: { turns: firstOfOthers } });
    for (const { id, question, turns } of gaps) {
      const [other] = turns;
      if (other === undefined) await db.gap.delete({ where: { id } });
      else if (questions.includes(question))
        await db.gap.update({
          where: { id },
          data: { question: other.question, embedderId: null, vector: null, answerTurnId: null },
        });
    }
    // Each time that a gap is asked again makes a conversation with its question.
    const askedAgain = { projectId, fp: RECHECK_READER, turns: { some: { question: { in: questions } } } };
    await db.thread.deleteMany({ where: askedAgain });
    // A gap that was merged into another one has no questions of its own any more, and still holds the text that it began with.
    await db.gap.deleteMany({ where: { projectId, mergedIntoId: { not: null }, question: { in: questions } } });
    const topics = await db.topic.findMany({ where, include: { turns: firstOfOthers } });
    for (const { id, turns } of topics) {
      const [other] = turns;
      if (other === undefined) await db.topic.delete({ where: { id } });
      else await db.topic.update({ where: { id }, data: { question: other.question } });
    }
    await db.goldenQuestion.deleteMany({ where: { projectId, source: { not: "hand" }, question: { in: questions } } });
    await db.$executeRaw`
      UPDATE "EvalRun" SET lost = (
        SELECT COALESCE(json_agg(entry), '[]') FROM json_array_elements(lost) entry
        WHERE entry->>'question' <> ALL(${questions}::text[]))
      WHERE "projectId" = ${projectId} AND EXISTS (
        SELECT 1 FROM json_array_elements(lost) entry WHERE entry->>'question' = ANY(${questions}::text[]))`;
    const { count } = await db.thread.deleteMany({ where: { projectId, fp } });
    return { threads: count };
  };
  return inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
}
