import {
  type QuestionFeatures,
  questionFeatures,
  questionSimilarity,
} from "@docsteward/assistant/gap/question-similarity";
import type { TopicList, TopQuery } from "@docsteward/contract/analytics";
import { newId } from "@docsteward/platform/id";
import { createTimeSlices } from "@docsteward/platform/time-slices";
import { inTransaction, type ProjectContext } from "../context.ts";
import { shareRun } from "../limit/concurrency.ts";
import { IS_TRIAL, NO_TRIAL } from "../thread/reader.ts";
import { mayNameReaders } from "./feedback.ts";
import { maskAddresses } from "./mask.ts";
import { boundsOf } from "./period.ts";

/** Questions per batch, and batches per reading: a longer backlog is grouped by the next readings. */
const BATCH = 200;
const MAX_BATCHES = 5;
/** So many topics, those asked last, are compared with a question. */
const MAX_TOPICS = 500;

type KnownTopic = { id: string; features: QuestionFeatures };

/**
 * Puts each ended question into the topic that asks the same, or into a new one, as gaps are grouped but over all questions and
 * by their words alone. Runs when analytics are read; grouping twice changes nothing.
 */
export function groupTopics(ctx: ProjectContext): Promise<void> {
  return shareRun(`topics:${ctx.project.id}`, () => groupNew(ctx));
}

async function groupNew(ctx: ProjectContext): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const found = await inTransaction(ctx, async (ctx) => {
      await ctx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`topics:${ctx.project.id}`}))::text`;
      return groupBatch(ctx);
    });
    if (found < BATCH) return;
  }
}

async function groupBatch({ db, project }: ProjectContext): Promise<number> {
  const projectId = project.id;
  const turns = await db.threadTurn.findMany({
    where: { projectId, topicId: null, category: { not: null }, thread: NO_TRIAL },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: BATCH,
    select: { id: true, question: true, createdAt: true },
  });
  if (turns.length === 0) return 0;
  const topics = await db.topic.findMany({ where: { projectId }, orderBy: { lastAskedAt: "desc" }, take: MAX_TOPICS });
  const known: KnownTopic[] = topics.map(({ id, question }) => ({ id, features: questionFeatures(question, null) }));
  const members = new Map<string, { ids: string[]; lastAskedAt: Date }>();
  const sliceOver = createTimeSlices();
  for (const { id, question, createdAt } of turns) {
    await sliceOver();
    const features = questionFeatures(question, null);
    let topic = findSame(known, features);
    if (topic === null) {
      topic = { id: newId("top"), features };
      await db.topic.create({ data: { id: topic.id, projectId, question, lastAskedAt: createdAt } });
      known.push(topic);
    }
    const ids = [...(members.get(topic.id)?.ids ?? []), id];
    members.set(topic.id, { ids, lastAskedAt: createdAt });
  }
  for (const [topicId, { ids, lastAskedAt }] of members) {
    await db.threadTurn.updateMany({ where: { projectId, id: { in: ids } }, data: { topicId } });
    await db.topic.updateMany({ where: { id: topicId, lastAskedAt: { lt: lastAskedAt } }, data: { lastAskedAt } });
  }
  return turns.length;
}

function findSame(known: readonly KnownTopic[], features: QuestionFeatures): KnownTopic | null {
  let best: KnownTopic | null = null;
  let most = 0;
  for (const topic of known) {
    const alike = questionSimilarity(topic.features, features);
    if (alike > most) {
      best = topic;
      most = alike;
    }
  }
  return best;
}

/** What readers asked about in a time, the most frequent first. New questions are grouped first. */
export async function listTopics(ctx: ProjectContext, query: TopQuery): Promise<TopicList> {
  const { from, to } = boundsOf(query);
  await groupTopics(ctx);
  const isNamed = mayNameReaders(ctx);
  const rows = await ctx.db.$queryRaw<
    { id: string; question: string; questions: number; unanswered: number; down: number; lastAskedAt: Date }[]
  >`
    SELECT topic.id, topic.question, count(*)::int AS questions,
      count(*) FILTER (WHERE turn.category = 'unanswered')::int AS unanswered,
      count(*) FILTER (WHERE turn.rating = 'down')::int AS down, max(turn."createdAt") AS "lastAskedAt"
    FROM "Topic" topic
    JOIN "ThreadTurn" turn ON turn."topicId" = topic.id
    JOIN "Thread" thread ON thread.id = turn."threadId"
    WHERE topic."projectId" = ${ctx.project.id} AND NOT ${IS_TRIAL}
      AND turn."createdAt" >= ${from}::timestamptz AND turn."createdAt" < ${to}::timestamptz
    GROUP BY topic.id ORDER BY questions DESC, "lastAskedAt" DESC, topic.id LIMIT ${query.limit}::int`;
  return {
    topics: rows.map(({ question, lastAskedAt, ...topic }) => ({
      ...topic,
      question: isNamed ? question : maskAddresses(question),
      lastAskedAt: lastAskedAt.toISOString(),
    })),
  };
}
