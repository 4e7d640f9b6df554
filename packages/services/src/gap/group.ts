import { likeness } from "@docsteward/assistant/gap/likeness";
import { type QuestionSketch, sketchQuestion } from "@docsteward/assistant/gap/sketch-question";
import type { Gap, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { ServiceContext } from "../context.ts";
import { embedQuestions } from "./embed-questions.ts";
import { GAP_TURNS } from "./gap-turns.ts";
import { recountGaps } from "./recount.ts";
import { fromVectorBytes, toVectorBytes } from "./vector-bytes.ts";

/** At once; a backlog is worked off batch by batch. */
const BATCH = 200;
const MAX_BATCHES = 25;
/** So many gaps, those asked last, are compared with a question. */
const MAX_GAPS = 3_000;

type NewTurn = { id: string; question: string; createdAt: Date };
type Known = { gap: Pick<Gap, "id" | "state" | "closedAt" | "lastAskedAt">; sketch: QuestionSketch };

/**
 * Puts each question that was not answered well into the gap that asks the same, or into a new one. Asked for by whoever looks
 * at gaps: nothing runs in between.
 *
 * Questions come in the order they were asked in, and are compared with the one that a gap began with: the same questions make
 * the same gaps. Grouping twice changes nothing. A question asked after its gap was done opens it again.
 */
export async function groupGaps(ctx: ServiceContext): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const turns = await findNew(ctx, ctx.db);
    // Before the lock: a provider's embedder may take its time.
    const vectors = await embedQuestions(
      ctx,
      turns.map(({ question }) => question),
    );
    await withTransaction(ctx.db, async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`gaps:${ctx.project.id}`}))::text`;
      if (turns.length > 0) await assign(ctx, tx, turns, vectors);
      await recountGaps(ctx, tx);
    });
    if (turns.length < BATCH) return;
  }
}

function findNew({ project }: ServiceContext, db: Pick<Transaction, "threadTurn">): Promise<NewTurn[]> {
  return db.threadTurn.findMany({
    where: { projectId: project.id, gapId: null, ...GAP_TURNS },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: BATCH,
    select: { id: true, question: true, createdAt: true },
  });
}

async function assign(
  ctx: ServiceContext,
  tx: Transaction,
  turns: readonly NewTurn[],
  vectors: readonly (Float32Array | null)[],
): Promise<void> {
  const stillNew = new Set((await findNew(ctx, tx)).map(({ id }) => id));
  const known = await loadKnown(ctx, tx);
  const members = new Map<string, string[]>();
  for (const [at, turn] of turns.entries()) {
    if (!stillNew.has(turn.id)) continue;
    const vector = vectors[at] ?? null;
    const sketch = sketchQuestion(turn.question, vector);
    const found = findSame(known, sketch) ?? (await openGap(ctx, tx, turn, { vector, sketch }));
    if (!known.includes(found)) known.push(found);
    members.set(found.gap.id, [...(members.get(found.gap.id) ?? []), turn.id]);
    await reopenIfAskedSince(tx, found.gap, turn);
  }
  for (const [gapId, ids] of members) {
    await tx.threadTurn.updateMany({ where: { projectId: ctx.project.id, id: { in: ids } }, data: { gapId } });
  }
}

async function loadKnown({ project, embedder }: ServiceContext, tx: Transaction): Promise<Known[]> {
  const gaps = await tx.gap.findMany({
    where: { projectId: project.id },
    orderBy: [{ lastAskedAt: "desc" }, { id: "desc" }],
    take: MAX_GAPS,
  });
  const known = gaps.map((gap) => {
    const vector = embedder && gap.vector && gap.embedderId === embedder.id ? fromVectorBytes(gap.vector) : null;
    return { gap, sketch: sketchQuestion(gap.question, vector) };
  });
  return known.sort((a, b) => (a.gap.id < b.gap.id ? -1 : 1));
}

/** The one most alike; of equals the oldest. */
function findSame(known: readonly Known[], sketch: QuestionSketch): Known | null {
  let best: Known | null = null;
  let most = 0;
  for (const candidate of known) {
    const alike = likeness(candidate.sketch, sketch);
    if (alike > most) {
      best = candidate;
      most = alike;
    }
  }
  return best;
}

async function openGap(
  { project, embedder }: ServiceContext,
  tx: Transaction,
  { question, createdAt }: NewTurn,
  { vector, sketch }: { vector: Float32Array | null; sketch: QuestionSketch },
): Promise<Known> {
  const gap = await tx.gap.create({
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

async function reopenIfAskedSince(tx: Transaction, gap: Known["gap"], turn: NewTurn): Promise<void> {
  if (gap.state !== "done" || gap.closedAt === null || turn.createdAt <= gap.closedAt) return;
  gap.state = "open";
  gap.closedAt = null;
  await tx.gap.update({ where: { id: gap.id }, data: { state: "open", closedAt: null } });
}
