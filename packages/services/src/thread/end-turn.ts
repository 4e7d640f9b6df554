import type { AnswerRecord } from "@docsteward/assistant/answer/answer-record";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { monthOf } from "../budget/month.ts";
import type { ServiceContext } from "../context.ts";
import { ASK_AGAIN_READER } from "../gap/ask-again-reader.ts";
import { toStorable } from "../job/storable.ts";
import { announce } from "../webhook/announce.ts";

export type EndedTurn = {
  id: string;
  threadId: string;
  /** Who asked, as the thread knows them. */
  fp: string;
  question: string;
  /** `stopped`: the reader left, or this process stopped, before the answer was whole. */
  status: "done" | "failed" | "stopped";
  failure?: string;
  record: AnswerRecord;
};

/** Stores an answer as far as it came, counts what it cost, and tells of a reader's question that the pages do not answer. */
export async function endTurn(ctx: ServiceContext, turn: EndedTurn): Promise<void> {
  if (turn.record.category !== "unanswered" || turn.fp === ASK_AGAIN_READER) {
    await storeEnd(ctx, ctx.db, turn);
    return;
  }
  await withTransaction(ctx.db, async (tx) => {
    if (await storeEnd(ctx, tx, turn)) await announceUnanswered(ctx, tx, turn);
  });
}

/**
 * One statement, one round trip: many answers end at once. Money is counted to the organization first and then to the project,
 * in this order everywhere: two answers that each wait for the other's counter would both wait for ever.
 *
 * @returns false when the turn had ended already; nothing is written then
 */
async function storeEnd(
  { project, clock }: ServiceContext,
  db: Pick<Transaction, "$queryRaw">,
  { id, status, failure, record }: EndedTurn,
): Promise<boolean> {
  const { use } = record;
  const at = clock.now();
  const ended = await db.$queryRaw<unknown[]>`
    WITH ended AS (
      UPDATE "ThreadTurn" SET
        status = ${status}::"TurnStatus",
        failure = ${failure ?? null},
        "searchedFor" = ${toStorable(record.searchedFor)},
        answer = ${toStorable(record.text)},
        category = ${record.category}::"AnswerCategory",
        sources = ${toStorable(JSON.stringify(record.sources))}::json,
        trace = ${toStorable(JSON.stringify(record.trace))}::json,
        "inputTokens" = ${use.inputTokens}::int,
        "cachedInputTokens" = ${use.cachedInputTokens}::int,
        "outputTokens" = ${use.outputTokens}::int,
        "modelCalls" = ${use.modelCalls}::int,
        "costMicroUsd" = ${use.costMicroUsd}::bigint,
        "retrievalMs" = ${toWhole(record.retrievalMs)}::int,
        "firstTextMs" = ${toWhole(record.firstTextMs)}::int,
        "endedAt" = ${at}::timestamptz
      WHERE id = ${id} AND "projectId" = ${project.id} AND status = 'running'
      RETURNING id
    ), cost AS (
      INSERT INTO "CostCounter" AS counter (scope, month, "microUsd")
      SELECT scope, ${monthOf(at)}, ${use.costMicroUsd}::bigint
      FROM ended, unnest(ARRAY[${`organization:${project.organizationId}`}, ${`project:${project.id}`}]) AS scope
      WHERE ${use.costMicroUsd}::bigint > 0
      ORDER BY scope
      ON CONFLICT (scope, month) DO UPDATE SET "microUsd" = counter."microUsd" + EXCLUDED."microUsd"
    )
    SELECT id FROM ended`;
  return ended.length > 0;
}

async function announceUnanswered(
  ctx: ServiceContext,
  tx: Transaction,
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
