import type { Database } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";

export type Begun = { id: string; projectId: string; keyId: string; chatId: string };
/** `pieces` is the text of a JSON array. */
export type Batch = { streamId: string; seq: number; pieces: string };
export type Ended = { id: string; isDelivered: boolean };

export type StreamsToWrite = { begun: Begun[]; batches: Batch[]; ended: Ended[]; at: Date };

// PostgreSQL refuses a longer payload.
const MAX_PAYLOAD = 7_900;

/** Writes what has come of many answers, a statement a kind, and wakes those who read them. */
export async function writeStreams(db: Database, { begun, batches, ended, at }: StreamsToWrite): Promise<void> {
  if (begun.length > 0) {
    await db.answerStream.createMany({ data: begun.map((stream) => ({ ...stream, createdAt: at, aliveAt: at })) });
  }
  if (batches.length > 0) {
    await db.$executeRaw`
      INSERT INTO "AnswerStreamBatch" ("streamId", seq, pieces)
      SELECT batch.* FROM unnest(
        ${batches.map(({ streamId }) => streamId)}::text[],
        ${batches.map(({ seq }) => seq)}::int[],
        ${batches.map(({ pieces }) => pieces)}::text[]::json[]
      ) AS batch(id, seq, pieces)
      JOIN "AnswerStream" stream ON stream.id = batch.id`;
  }
  if (ended.length > 0) {
    await db.$executeRaw`
      UPDATE "AnswerStream" stream SET "endedAt" = ${at}::timestamptz, "isDelivered" = ended.delivered
      FROM unnest(
        ${ended.map(({ id }) => id)}::text[],
        ${ended.map(({ isDelivered }) => isDelivered)}::boolean[]
      ) AS ended(id, delivered)
      WHERE stream.id = ended.id`;
  }
  const moved = new Set([...batches.map(({ streamId }) => streamId), ...ended.map(({ id }) => id)]);
  if (moved.size === 0) return;
  const payload = [...moved].join(",");
  await notify(db, "stream", payload.length > MAX_PAYLOAD ? "" : payload);
}

/** Says that the answers' process is there. */
export async function touchStreams(db: Database, { ids, at }: { ids: string[]; at: Date }): Promise<void> {
  await db.answerStream.updateMany({ where: { id: { in: ids } }, data: { aliveAt: at } });
}
