import {
  type QuestionFeatures,
  questionFeatures,
  questionSimilarity,
} from "@docsteward/assistant/gap/question-similarity";
import type { Gap } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type ProjectContext } from "../context.ts";
import { shareRun } from "../limit/concurrency.ts";
import { POORLY_ANSWERED, RECHECK_READER } from "../thread/reader.ts";

/** Questions per batch; a backlog is processed batch by batch. */
const BATCH = 200;
const MAX_BATCHES = 25;
/** So many gaps, those asked last, are compared with a question. */
const MAX_GAPS = 3_000;

type NewTurn = { id: string; question: string; createdAt: Date };
type Known = { gap: Pick<Gap, "id" | "state" | "closedAt" | "lastAskedAt" | "mergedIntoId">; sketch: QuestionFeatures };

/**
 * Puts each question without a good answer into the gap that asks the same, or into a new one. Runs when a person lists
 * or counts the gaps: no background process does it.
 *
 * Questions come in the order they were asked in, and are compared with the one that a gap began with: the same questions make
 * the same gaps. Grouping twice changes nothing. A question asked after its gap was done opens it again.
 */
export function groupGaps(ctx: ProjectContext): Promise<void> {
  return shareRun(`gaps:${ctx.project.id}`, () => groupNew(ctx));
}

async function groupNew(ctx: ProjectContext): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const turns = await findNew(ctx);
    // Before the lock: a provider's embedder may take its time.
    const vectors = await embedQuestions(
      ctx,
      turns.map(({ question }) => question),
    );
    await inTransaction(ctx, async (ctx) => {
      await lockGaps(ctx);
      if (turns.length > 0) await assign(ctx, { turns, vectors });
      await recountGaps(ctx);
    });
    if (turns.length < BATCH) return;
  }
}

/** Lets one process at a time change the groups of a project, until the context's transaction ends. */
export async function lockGaps({ db, project }: ProjectContext): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`gaps:${project.id}`}))::text`;
}

/** Whether a question waits for its gap. */
export async function hasNewQuestions({ db, project }: ProjectContext): Promise<boolean> {
  return (await db.threadTurn.findFirst({ where: isNew(project), select: { id: true } })) !== null;
}

const isNew = ({ id: projectId }: { id: string }) => ({
  ...POORLY_ANSWERED,
  ...{ projectId, gapId: null, thread: { ...POORLY_ANSWERED.thread, projectId } },
});

function findNew({ db, project }: ProjectContext): Promise<NewTurn[]> {
  return db.threadTurn.findMany({
    where: isNew(project),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: BATCH,
    select: { id: true, question: true, createdAt: true },
  });
}

async function assign(
  ctx: ProjectContext,
  { turns, vectors }: { turns: readonly NewTurn[]; vectors: readonly (Float32Array | null)[] },
): Promise<void> {
  const stillNew = new Set((await findNew(ctx)).map(({ id }) => id));
  const known = await loadKnown(ctx);
  const members = new Map<string, string[]>();
  for (const [at, turn] of turns.entries()) {
    if (!stillNew.has(turn.id)) continue;
    const vector = vectors[at] ?? null;
    const sketch = questionFeatures(turn.question, vector);
    const found = findSame(known, sketch) ?? (await openGap(ctx, { turn, vector, sketch }));
    if (!known.includes(found)) known.push(found);
    const gapId = found.gap.mergedIntoId ?? found.gap.id;
    members.set(gapId, [...(members.get(gapId) ?? []), turn.id]);
    const gap = known.find((candidate) => candidate.gap.id === gapId)?.gap;
    if (gap) await reopenIfAskedSince(ctx, { gap, turn });
  }
  for (const [gapId, ids] of members) {
    await ctx.db.threadTurn.updateMany({ where: { projectId: ctx.project.id, id: { in: ids } }, data: { gapId } });
  }
}

async function loadKnown({ db, project, embedder }: ProjectContext): Promise<Known[]> {
  const gaps = await db.gap.findMany({
    where: { projectId: project.id },
    orderBy: [{ lastAskedAt: "desc" }, { id: "desc" }],
    take: MAX_GAPS,
  });
  const known = gaps.map((gap) => {
    const vector = embedder && gap.vector && gap.embedderId === embedder.id ? fromVectorBytes(gap.vector) : null;
    return { gap, sketch: questionFeatures(gap.question, vector) };
  });
  return known.sort((a, b) => (a.gap.id < b.gap.id ? -1 : 1));
}

/** The one most alike; of equals the oldest. */
function findSame(known: readonly Known[], sketch: QuestionFeatures): Known | null {
  let best: Known | null = null;
  let most = 0;
  for (const candidate of known) {
    const alike = questionSimilarity(candidate.sketch, sketch);
    if (alike > most) {
      best = candidate;
      most = alike;
    }
  }
  return best;
}

async function openGap(
  { db, project, embedder }: ProjectContext,
  { turn, vector, sketch }: { turn: NewTurn; vector: Float32Array | null; sketch: QuestionFeatures },
): Promise<Known> {
  const { question, createdAt } = turn;
  const gap = await db.gap.create({
    data: {
      id: newId("gap"),
      projectId: project.id,
      question,
      createdAt,
      lastAskedAt: createdAt,
      embedderId: vector && embedder ? embedder.id : null,
      vector: vector && toVectorBytes(vector),
    },
  });
  return { gap, sketch };
}

async function reopenIfAskedSince(
  { db }: ProjectContext,
  { gap, turn }: { gap: Known["gap"]; turn: NewTurn },
): Promise<void> {
  if (gap.state !== "done" || gap.closedAt === null || turn.createdAt <= gap.closedAt) return;
  gap.state = "open";
  gap.closedAt = null;
  await db.gap.update({ where: { id: gap.id }, data: { state: "open", closedAt: null } });
}

const MAX_CHARACTERS = 2_000;

/** What questions mean, one vector each; null for all of them when there is no embedder or it fails: their words are enough. */
async function embedQuestions(
  { embedder, log, project }: ProjectContext,
  questions: readonly string[],
): Promise<(Float32Array | null)[]> {
  const none = questions.map(() => null);
  if (embedder === null || questions.length === 0) return none;
  try {
    return await embedder.embedDocuments(questions.map((question) => question.slice(0, MAX_CHARACTERS)));
  } catch (error) {
    log.warn({ err: error, projectId: project.id }, "questions could not be embedded, they are compared by keywords");
    return none;
  }
}

/**
 * Updates the counts of gaps: people withdraw ratings, and old threads are deleted. A gap without questions is deleted,
 * unless a person has changed its state.
 */
export async function recountGaps({ db, project }: ProjectContext): Promise<void> {
  await db.$executeRaw`
    UPDATE "ThreadTurn" SET "gapId" = NULL
    WHERE "projectId" = ${project.id} AND "gapId" IS NOT NULL
      AND NOT (category IS NOT DISTINCT FROM 'unanswered' OR rating IS NOT DISTINCT FROM 'down')`;
  await db.$executeRaw`
    UPDATE "Gap" AS gap SET "askedCount" = found.count, "lastAskedAt" = coalesce(found.last, gap."lastAskedAt")
    FROM (
      SELECT gap.id, count(turn.id)::int AS count, max(turn."createdAt") AS last
      FROM "Gap" AS gap
      LEFT JOIN "ThreadTurn" AS turn ON turn."gapId" = gap.id AND turn."projectId" = ${project.id}
      LEFT JOIN "Thread" AS thread ON thread.id = turn."threadId" AND thread."projectId" = ${project.id}
      WHERE gap."projectId" = ${project.id} AND thread.fp IS DISTINCT FROM ${RECHECK_READER}
      GROUP BY gap.id
    ) AS found
    WHERE gap."projectId" = ${project.id} AND gap.id = found.id AND (gap."askedCount", gap."lastAskedAt")
      IS DISTINCT FROM (found.count, coalesce(found.last, gap."lastAskedAt"))`;
  await db.gap.deleteMany({ where: { projectId: project.id, askedCount: 0, state: "open", jobId: null, note: null } });
}

/** A vector as a column keeps it: 32-bit floats, little-endian. */
function toVectorBytes(vector: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return bytes;
}

/** Reads what `toVectorBytes` wrote: 32-bit floats, little-endian. */
function fromVectorBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, at) => view.getFloat32(at * 4, true));
}
