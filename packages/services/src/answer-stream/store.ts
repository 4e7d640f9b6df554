import { runStatement, type Sql, sql, type Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import type { Clock } from "@docsteward/platform/clock";

/** A new recorded answer: its project, the key of the caller and the client's conversation id. */
export type StartedStream = { id: string; projectId: string; keyId: string; chatId: string };
/** `chunks` is the text of a JSON array. */
export type Batch = { streamId: string; seq: number; chunks: string };
/** A finished recorded answer. `isDelivered` means that its first reader got all of it. */
export type EndedStream = { id: string; isDelivered: boolean };

type StreamsToWrite = { begun: StartedStream[]; batches: Batch[]; ended: EndedStream[]; at: Date };

// PostgreSQL refuses a longer payload.
const MAX_PAYLOAD = 7_900;

/**
 * Writes what has come of many answers, a statement a kind, and wakes those who read them. An answer that was read to its end by
 * the caller that asked is deleted, unless another client reads it too.
 */
export async function storeStreams(
  { db }: { db: Transaction },
  { begun, batches, ended, at }: StreamsToWrite,
): Promise<void> {
  if (begun.length > 0) await insertStreams(db, begun, at);
  const done = await deleteUnread(db, ended);
  const kept = batches.filter(({ streamId }) => !done.has(streamId));
  if (kept.length > 0) await insertBatches(db, kept);
  const left = ended.filter(({ id }) => !done.has(id));
  if (left.length > 0) await endStreams(db, left, at);
  const moved = new Set([...kept.map(({ streamId }) => streamId), ...left.map(({ id }) => id)]);
  if (moved.size === 0) return;
  const payload = [...moved].join(",");
  await notify(db, "stream", payload.length > MAX_PAYLOAD ? "" : payload);
}

async function insertStreams(db: Transaction, begun: StartedStream[], at: Date): Promise<void> {
  await runStatement(db, "begin_streams", sql`WITH ${beginStreams(begun, at)} SELECT FROM begun`);
}

/**
 * Parts of a statement that store new answers. Each replaces its conversation's earlier one, which can no longer be resumed.
 */
export function beginStreams(begun: readonly StartedStream[], at: Date): Sql {
  return sql`
    begun AS (
      SELECT * FROM unnest(
        ${begun.map(({ id }) => id)}::text[],
        ${begun.map(({ projectId }) => projectId)}::text[],
        ${begun.map(({ keyId }) => keyId)}::text[],
        ${begun.map(({ chatId }) => chatId)}::text[]
      ) AS begun(id, "projectId", "keyId", "chatId")
    ), earlier AS (
      DELETE FROM "AnswerStream" stream USING begun
      WHERE stream."projectId" = begun."projectId" AND stream."keyId" = begun."keyId" AND stream."chatId" = begun."chatId"
    ), stream AS (
      INSERT INTO "AnswerStream" (id, "projectId", "keyId", "chatId", "createdAt", "heartbeatAt")
      SELECT begun.*, ${at}::timestamptz, ${at}::timestamptz FROM begun
    )`;
}

/** @returns the ids of the deleted ones */
async function deleteUnread(db: Transaction, ended: EndedStream[]): Promise<Set<string>> {
  const delivered = ended.filter(({ isDelivered }) => isDelivered).map(({ id }) => id);
  if (delivered.length === 0) return new Set();
  const statement = sql`
    DELETE FROM "AnswerStream" WHERE id = ANY(${delivered}::text[]) AND "readAt" IS NULL RETURNING id`;
  const rows = await runStatement<{ id: string }>(db, "delete_unread_streams", statement);
  return new Set(rows.map(({ id }) => id));
}

async function insertBatches(db: Transaction, batches: Batch[]): Promise<void> {
  // Not for those whose project was deleted meanwhile.
  const statement = sql`
    INSERT INTO "AnswerStreamBatch" ("streamId", seq, chunks)
    SELECT batch.* FROM unnest(
      ${batches.map(({ streamId }) => streamId)}::text[],
      ${batches.map(({ seq }) => seq)}::int[],
      ${batches.map(({ chunks }) => chunks)}::text[]::json[]
    ) AS batch(id, seq, chunks)
    JOIN "AnswerStream" stream ON stream.id = batch.id`;
  await runStatement(db, "insert_stream_batches", statement);
}

async function endStreams(db: Transaction, ended: EndedStream[], at: Date): Promise<void> {
  const statement = sql`
    UPDATE "AnswerStream" stream SET "endedAt" = ${at}::timestamptz, "isDelivered" = ended.delivered
    FROM unnest(
      ${ended.map(({ id }) => id)}::text[],
      ${ended.map(({ isDelivered }) => isDelivered)}::boolean[]
    ) AS ended(id, delivered)
    WHERE stream.id = ended.id`;
  await runStatement(db, "end_streams", statement);
}

/** Refreshes the heartbeat of the answers' process. */
export async function touchStreams(
  { db }: { db: Transaction },
  { ids, at }: { ids: string[]; at: Date },
): Promise<void> {
  await db.answerStream.updateMany({ where: { id: { in: ids } }, data: { heartbeatAt: at } });
}

/** How long an answer that no client has read to the end can be resumed after its end. */
export const STREAM_GRACE_MS = 60_000;
/** Its process is gone for good. */
const DEAD_MS = 5 * 60_000;

/** Deletes the stored chunks of answers that can no longer be resumed. @returns how many answers */
export async function purgeStreams({ db, clock }: { db: Transaction; clock: Clock }): Promise<number> {
  const nowMs = clock.now().getTime();
  const { count } = await db.answerStream.deleteMany({
    where: {
      OR: [{ endedAt: { lt: new Date(nowMs - STREAM_GRACE_MS) } }, { heartbeatAt: { lt: new Date(nowMs - DEAD_MS) } }],
    },
  });
  return count;
}
