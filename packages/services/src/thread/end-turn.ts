import type { AnswerRecord } from "@docsteward/assistant/answer/start-answer";
import { withTransaction } from "@docsteward/db/with-transaction";
import { addCost } from "../budget/add-cost.ts";
import type { ServiceContext } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { announce } from "../webhook/announce.ts";

export type EndedTurn = {
  id: string;
  threadId: string;
  question: string;
  /** `stopped`: the reader left, or this process stopped, before the answer was whole. */
  status: "done" | "failed" | "stopped";
  failure?: string;
  record: AnswerRecord;
};

/** Stores an answer as far as it came, counts what it cost, and tells of a question that the pages do not answer. */
export async function endTurn(ctx: ServiceContext, turn: EndedTurn): Promise<void> {
  const { id, status, record } = turn;
  const { use } = record;
  const data = {
    status,
    failure: turn.failure ?? null,
    searchedFor: toStorable(record.searchedFor),
    answer: toStorable(record.text),
    category: record.category,
    sources: record.sources,
    inputTokens: use.inputTokens,
    cachedInputTokens: use.cachedInputTokens,
    outputTokens: use.outputTokens,
    modelCalls: use.modelCalls,
    costMicroUsd: use.costMicroUsd,
    retrievalMs: toWhole(record.retrievalMs),
    firstTextMs: toWhole(record.firstTextMs),
    endedAt: ctx.clock.now(),
  };
  await withTransaction(ctx.db, async (tx) => {
    const { count } = await tx.threadTurn.updateMany({
      where: { id, projectId: ctx.project.id, status: "running" },
      data,
    });
    if (count === 0) return;
    if (use.costMicroUsd > 0) await addCost(ctx, tx, use.costMicroUsd);
    if (record.category === "unanswered") await announceUnanswered(ctx, tx, turn);
  });
}

async function announceUnanswered(
  ctx: ServiceContext,
  tx: Parameters<typeof announce>[1],
  { id, threadId, question, record }: EndedTurn,
): Promise<void> {
  const projectId = ctx.project.id;
  const nearestPages = [...new Set(record.sources.map(({ path }) => path))];
  await announce(ctx, tx, {
    projectId,
    event: { type: "assistant.unanswered", data: { projectId, threadId, messageId: id, question, nearestPages } },
  });
}

function toWhole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}
