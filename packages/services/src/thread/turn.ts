import type { AnswerRecord } from "@docsteward/assistant/answer/answer";
import type { AnswerRating, RateAnswerBody } from "@docsteward/contract/assistant-message";
import { AppError } from "@docsteward/contract/error";
import { runStatement, sql } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { RecordedStream } from "../answer-stream/recorder.ts";
import { beginStreams } from "../answer-stream/store.ts";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { QUICK_COMMIT, stripNul, toStoredJson } from "../database.ts";
import { addToMonth } from "../usage/budget.ts";
import { publishEvent } from "../webhook/publish.ts";
import { RECHECK_READER } from "./reader.ts";

type NewTurn = {
  id: string;
  fp: string;
  /** The thread's id as callers know it, and whether it was made here just now. */
  threadId: string;
  isIssued: boolean;
  question: string;
  currentPath?: string;
  commit: string;
  model: string;
  /** The groups that it is answered for; left out where groups are not enforced. */
  readerGroups?: readonly string[] | null;
  /** The answer's stream, when it is stored with the question. */
  stream?: ReturnType<RecordedStream["take"]>;
};

/** Stores a question, in its thread or in a new one of that id. One statement: two concurrent first questions make one thread. */
export async function startTurn(ctx: ProjectContext, turn: NewTurn): Promise<void> {
  const { project, clock, actor } = ctx;
  const at = clock.now();
  const keyId = actor.kind === "key" ? actor.keyId : null;
  const caller = actor.kind === "key" ? (actor.caller ?? "api") : actor.kind === "reader" ? "api" : "other";
  const path = turn.currentPath === undefined ? null : stripNul(turn.currentPath);
  const groups = turn.readerGroups ? JSON.stringify(turn.readerGroups) : null;
  const { stream } = turn;
  const begun = stream ? sql`${beginStreams([stream], at)},` : sql``;
  const statement = sql`
    WITH quick AS MATERIALIZED (${QUICK_COMMIT}), ${begun} thread AS (
      INSERT INTO "Thread" (id, "projectId", fp, "publicId", "isIssued", "createdAt", "updatedAt")
      VALUES (${newId("thr")}, ${project.id}, ${stripNul(turn.fp)}, ${turn.threadId}, ${turn.isIssued}::boolean,
        ${at}::timestamptz, ${at}::timestamptz)
      ON CONFLICT ("projectId", fp, "publicId") DO UPDATE SET "updatedAt" = EXCLUDED."updatedAt"
      RETURNING id
    )
    INSERT INTO "ThreadTurn" (id, "threadId", "projectId", "createdByKeyId", question, "currentPath", commit, model,
      "readerGroups", caller, "createdAt")
    SELECT ${turn.id}, thread.id, ${project.id}, ${keyId}, ${stripNul(turn.question)}, ${path}, ${turn.commit},
      ${turn.model}, ${groups}::json, ${caller}, ${at}::timestamptz FROM thread, quick`;
  try {
    await runStatement(ctx.db, stream ? "start_turn_and_stream" : "start_turn", statement);
  } finally {
    stream?.settle();
  }
}

/** A finished answer with its question, ready to be stored. */
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
export async function endTurn(ctx: ProjectContext, turn: EndedTurn): Promise<void> {
  if (turn.record.category !== "unanswered" || turn.fp === RECHECK_READER) {
    await storeEnd(ctx, turn);
    return;
  }
  await inTransaction(ctx, async (ctx) => {
    if (await storeEnd(ctx, turn)) await announceUnanswered(ctx, turn);
  });
}

/**
 * One statement, one round trip: many answers end at the same time.
 *
 * @returns false when the turn had ended already; nothing is written then
 */
async function storeEnd(
  { db, project, clock }: ProjectContext,
  { id, status, failure, record }: EndedTurn,
): Promise<boolean> {
  const { use } = record;
  const at = clock.now();
  const statement = sql`
    WITH quick AS MATERIALIZED (${QUICK_COMMIT}), turn AS (
      UPDATE "ThreadTurn" SET
        status = ${status}::"TurnStatus",
        failure = ${failure ?? null},
        "searchedFor" = ${stripNul(record.searchedFor)},
        answer = ${stripNul(record.text)},
        category = ${categoryOf(record.category)}::"AnswerCategory",
        outcome = ${record.category}::"AnswerOutcome",
        sources = ${toStoredJson(record.sources)}::json,
        trace = ${toStoredJson(record.trace)}::json,
        "inputTokens" = ${use.inputTokens}::int,
        "cachedInputTokens" = ${use.cachedInputTokens}::int,
        "outputTokens" = ${use.outputTokens}::int,
        "modelCalls" = ${use.modelCalls}::int,
        "costMicroUsd" = ${use.costMicroUsd}::bigint,
        "retrievalMs" = ${toWhole(record.retrievalMs)}::int,
        "firstTextMs" = ${toWhole(record.firstTextMs)}::int,
        "endedAt" = ${at}::timestamptz
      FROM quick
      WHERE id = ${id} AND "projectId" = ${project.id} AND status = 'running'
      RETURNING id, "projectId"
    ), cost AS (${addToMonth({ from: sql`turn`, costMicroUsd: use.costMicroUsd, at })})
    SELECT id FROM turn`;
  const ended = await runStatement(db, "end_turn", statement);
  return ended.length > 0;
}

async function announceUnanswered(ctx: ProjectContext, { id, threadId, question, record }: EndedTurn): Promise<void> {
  const projectId = ctx.project.id;
  await publishEvent(ctx, {
    projectId,
    event: {
      type: "assistant.unanswered",
      data: { projectId, threadId, messageId: id, question, nearestPages: nearestPages(record) },
    },
  });
}

/** Off-topic questions and questions asked back say nothing of the pages. */
function categoryOf(outcome: AnswerRecord["category"]): "answered" | "unanswered" | null {
  if (outcome === "partly_answered") return "answered";
  return outcome === "answered" || outcome === "unanswered" ? outcome : null;
}

const MAX_NEAREST = 3;

/** The pages that came nearest to a question: those that its answer cites, else the first that were found. */
function nearestPages({ sources, trace }: AnswerRecord): string[] {
  const cited = sources.map(({ path }) => path);
  const paths = cited.length > 0 ? cited : trace.passages.map(({ path }) => path);
  return [...new Set(paths)].slice(0, MAX_NEAREST);
}

function toWhole(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms);
}

const HOUR_MS = 3_600_000;

/** Marks answers as stopped whose process died over them: no answer takes an hour. @returns how many */
export async function stopLostTurns({ db, clock }: SystemContext): Promise<number> {
  const now = clock.now();
  const { count } = await db.threadTurn.updateMany({
    where: { status: "running", createdAt: { lt: new Date(now.getTime() - HOUR_MS) } },
    data: { status: "stopped", endedAt: now },
  });
  return count;
}

/** Keeps what a reader thinks of an answer, in the place of what they thought before. @throws AppError `not_found` */
export async function rateAnswer(ctx: ProjectContext, input: RateAnswerBody): Promise<AnswerRating> {
  const { messageId, rating } = input;
  const comment = input.comment?.trim() ? stripNul(input.comment.trim()) : null;
  const { count } = await ctx.db.threadTurn.updateMany({
    where: { id: stripNul(messageId), projectId: ctx.project.id },
    data: { rating, comment, ratedAt: ctx.clock.now() },
  });
  if (count === 0) throw new AppError("not_found", "Answer not found.");
  return { messageId, rating, comment };
}
