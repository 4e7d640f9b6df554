import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "../context.ts";
import { errorChunk, INTERRUPTED, type RecordedStream, type StreamPiece } from "./recorder.ts";

/** Whatever comes with an answer, and its pieces. */
type Opened = { chunks: AsyncIterable<StreamPiece> };

type RecordAnswerInput<O extends Opened> = {
  /** The client's own id of the conversation. */
  chatId: string;
  /** Begins the answer. Its signal is aborted when nobody waits for the answer any more. */
  open: (signal: AbortSignal) => Promise<O>;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  leftMs?: number;
};

/** So long an answer goes on that nobody reads: a page that is loaded again is back by then, and one that was stopped is not. */
const LEFT_MS = 20_000;

/**
 * Records an answer while it is made, so that its client can leave and come back to it (`resumeAnswer`).
 *
 * The answer is made as fast as its client reads. When the client leaves, it goes on by itself for 20 seconds, and longer while
 * a client that came back reads it; when the same conversation asks something else meanwhile, it ends.
 */
export async function recordAnswer<O extends Opened>(ctx: ProjectContext, input: RecordAnswerInput<O>): Promise<O> {
  const { chatId, open, signal, leftMs = LEFT_MS } = input;
  if (ctx.actor.kind !== "key") return open(signal);
  const stop = new AbortController();
  const { keyId } = ctx.actor;
  const kept = ctx.streams.begin({ projectId: ctx.project.id, keyId, chatId, onClose: () => stop.abort() });
  let isWatched = false;
  const watch = () => {
    isWatched = true;
    void abortAbandoned(ctx, { id: kept.id, stop, leftMs });
  };
  if (signal.aborted) watch();
  else signal.addEventListener("abort", watch, { once: true });
  const end = () => {
    signal.removeEventListener("abort", watch);
    // Ends the watch. An answer that nobody watched has no more to stop, and an abort is not free.
    if (isWatched) stop.abort();
  };
  try {
    // Whoever has seen the first word can come back.
    const [opened] = await Promise.all([open(stop.signal), kept.begun]);
    return { ...opened, chunks: recordStream(opened.chunks, { kept, end }) };
  } catch (error) {
    kept.add(errorChunk(error instanceof AppError ? error.message : INTERRUPTED));
    kept.end({ isDelivered: !signal.aborted });
    end();
    throw error;
  }
}

type RecordStreamOptions = {
  kept: RecordedStream;
  /** Called when the answer is over, whatever ended it. */
  end: () => void;
};

/**
 * Notes each piece of an answer as it is taken. When the one who takes them leaves before the end, the rest is taken and noted
 * without them.
 */
function recordStream(
  pieces: AsyncIterable<StreamPiece>,
  { kept, end }: RecordStreamOptions,
): AsyncIterable<StreamPiece> {
  const source = pieces[Symbol.asyncIterator]();
  let isRead = true;
  let isOver = false;
  let taking: Promise<unknown> = Promise.resolve();

  const finish = () => {
    if (isOver) return;
    isOver = true;
    kept.end({ isDelivered: isRead });
    end();
  };
  const take = async (): Promise<IteratorResult<StreamPiece, undefined>> => {
    if (isOver) return { done: true, value: undefined };
    try {
      const { value, done } = await source.next();
      if (done) {
        finish();
        return { done: true, value: undefined };
      }
      kept.add(value);
      // The last one, whether its source knows or not.
      if (value.type === "error") finish();
      return { done: false, value };
    } catch (error) {
      kept.add(errorChunk(INTERRUPTED));
      finish();
      throw error;
    }
  };
  const takeRest = async () => {
    await taking;
    while (!(await take()).done);
    await source.return?.();
  };

  return {
    [Symbol.asyncIterator]: () => ({
      next() {
        const next = take();
        taking = next;
        return next;
      },
      async return() {
        if (isOver) await source.return?.();
        else {
          isRead = false;
          // A failure is one of the pieces: nobody is here to be told.
          takeRest().catch(() => undefined);
        }
        return { done: true, value: undefined };
      },
    }),
  };
}

type AbortAbandonedInput = {
  id: string;
  /** Aborted here; when the answer ends by itself, by others. */
  stop: AbortController;
  /** How long the answer goes on without a reader. */
  leftMs: number;
};

const LOOK_MS = 1_000;

/** Watches an answer whose client has left, and stops it when nobody comes back for it or its conversation has gone on. */
async function abortAbandoned(
  { db, clock, project }: ProjectContext,
  { id, stop, leftMs }: AbortAbandonedInput,
): Promise<void> {
  const leftAtMs = clock.now().getTime();
  while (!stop.signal.aborted) {
    await delay(Math.min(LOOK_MS, leftMs), undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    if (stop.signal.aborted) return;
    const stream = await db.answerStream
      .findFirst({ where: { id, projectId: project.id }, select: { readAt: true } })
      // A database that is away tells nothing of readers: the time decides.
      .catch(() => ({ readAt: null }));
    const lastReadMs = Math.max(leftAtMs, stream?.readAt?.getTime() ?? 0);
    const isForgotten = clock.now().getTime() - lastReadMs >= leftMs;
    // Its place was taken by what the conversation asked next.
    if (stream === null || isForgotten) stop.abort();
  }
}
