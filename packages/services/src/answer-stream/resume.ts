import type { UiChunk } from "@docsteward/contract/ui-chunk";
import type { AnswerStream } from "@docsteward/db/client";
import { createAsyncSignal } from "../async-signal.ts";
import type { ProjectContext } from "../context.ts";
import { conversationOf, isRecordable } from "./record.ts";
import { errorChunk, INTERRUPTED } from "./recorder.ts";
import { STREAM_GRACE_MS } from "./store.ts";

type ResumeAnswerInput = {
  /** The client's own id of the conversation. */
  chatId: string;
  /** Ends the reading; nothing is thrown for it. */
  signal: AbortSignal;
};

/** A fallback for lost notifications. Frequent enough to also tell the answer's process that a client reads. */
const LOOK_MS = 3_000;
/** So long the process that makes an answer may be silent. */
const DEAD_MS = 16_000;
const PAGE = 100;

/**
 * Resumes the newest answer of a conversation: first the chunks so far, then each new chunk.
 *
 * Seen only with the key that asked, by the id that its client chose.
 *
 * @returns null when there is none: nothing runs, and the last one was read to its end or ended a minute ago
 */
export async function resumeAnswer(
  ctx: ProjectContext,
  { chatId, signal }: ResumeAnswerInput,
): Promise<AsyncIterable<UiChunk> | null> {
  if (!isRecordable(ctx, chatId)) return null;
  const kept = await conversationOf(ctx, chatId);
  const chat = { projectId: ctx.project.id, keyId: ctx.actor.keyId, chatId: kept };
  const stream = await ctx.db.answerStream.findFirst({ where: chat, orderBy: { id: "desc" } });
  const nowMs = ctx.clock.now().getTime();
  return stream && canBeTakenUp(stream, nowMs) ? follow(ctx, { id: stream.id, signal }) : null;
}

function canBeTakenUp({ heartbeatAt, endedAt, isDelivered }: AnswerStream, nowMs: number): boolean {
  if (endedAt === null) return nowMs - heartbeatAt.getTime() < DEAD_MS;
  return !isDelivered && nowMs - endedAt.getTime() < STREAM_GRACE_MS;
}

async function* follow(
  ctx: ProjectContext,
  { id, signal }: { id: string; signal: AbortSignal },
): AsyncGenerator<UiChunk> {
  const { db, clock } = ctx;
  const wakeUp = createAsyncSignal(signal);
  const unsubscribe = ctx.notifier.subscribe("stream", (ids) => {
    if (!ids || ids.includes(id)) wakeUp.notify();
  });
  try {
    for (let last = 0; !signal.aborted; ) {
      const now = clock.now();
      // Before its batches are: once it has ended, none comes after those that are seen.
      const [stream] = await db.answerStream.updateManyAndReturn({ where: { id }, data: { readAt: now } });
      const batches = await db.answerStreamBatch.findMany({
        where: { streamId: id, seq: { gt: last } },
        orderBy: { seq: "asc" },
        take: PAGE,
      });
      for (const { seq, chunks } of batches) {
        last = seq;
        for (const chunk of chunks as UiChunk[]) yield chunk;
      }
      if (batches.length > 0) continue;
      // Read to its end by the one who asked, just now.
      if (!stream && last === 0) return;
      if (!stream || (stream.endedAt === null && now.getTime() - stream.heartbeatAt.getTime() > DEAD_MS)) {
        yield errorChunk(INTERRUPTED);
        return;
      }
      if (stream.endedAt !== null) {
        await db.answerStream.updateMany({ where: { id }, data: { isDelivered: true } });
        return;
      }
      await wakeUp.wait(LOOK_MS);
    }
  } finally {
    unsubscribe();
    wakeUp.close();
  }
}
