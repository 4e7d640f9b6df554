import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@docsteward/contract/error";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import type { ProjectContext } from "../context.ts";
import { readerOf } from "../reader-access/reader.ts";
import { errorChunk, INTERRUPTED, type RecordedStream } from "./recorder.ts";

/** An answer's chunks, with whatever else belongs to it. */
type Opened = { chunks: AsyncIterable<UiChunk> };

type RecordAnswerInput<O extends Opened> = {
  /** The client's own id of the conversation. */
  chatId: string;
  /** Starts the answer. Its signal is aborted when no client waits for the answer any more. It may take the stream's beginning. */
  open: (signal: AbortSignal, takeStream: RecordedStream["take"]) => Promise<O>;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  leftMs?: number;
};

/** Long enough to be unguessable, and neither a counter nor a time. Chat clients generate random ids. */
const UNGUESSABLE = /^(?!\d+$)[A-Za-z0-9_-]{16,128}$/;

/** A call with a key. A client with the same key and the conversation id can read its answer. */
export type KeyContext = ProjectContext & { actor: { kind: "key" } };

/** Whether answers of a conversation may be kept for its client. */
export function isRecordable(ctx: ProjectContext, chatId: string): ctx is KeyContext {
  return ctx.actor.kind === "key" && UNGUESSABLE.test(chatId);
}

/** The id that a conversation's answer is kept under: another one for each set of groups, where groups are enforced. */
export async function conversationOf(ctx: ProjectContext, chatId: string): Promise<string> {
  const reader = await readerOf(ctx);
  if (reader === null) return chatId;
  const groups = createHash("sha256").update(JSON.stringify([...reader.groups].sort()));
  return `${chatId}:${groups.digest("base64url")}`;
}

/** How long an answer continues without a reader: long enough for a page reload, but not for a page that was closed. */
const LEFT_MS = 20_000;

/**
 * Records an answer while it is made, so that its client can leave and come back to it (`resumeAnswer`).
 *
 * The answer is made as fast as its client reads. When the client leaves, it continues for 20 seconds, and longer while
 * a client that came back reads it; when the same conversation asks something else meanwhile, it ends.
 */
export async function recordAnswer<O extends Opened>(
  ctx: KeyContext,
  input: RecordAnswerInput<O>,
): Promise<Omit<O, "chunks"> & { chunks: RecordedChunks }> {
  const { chatId, open, signal, leftMs = LEFT_MS } = input;
  const stop = new AbortController();
  const { keyId } = ctx.actor;
  const chat = { projectId: ctx.project.id, keyId, chatId: await conversationOf(ctx, chatId) };
  const kept = ctx.streams.begin({ ...chat, onClose: () => stop.abort() });
  let isWatched = false;
  const watch = () => {
    isWatched = true;
    void abortAbandoned(ctx, { id: kept.id, stop, leftMs });
  };
  if (signal.aborted) watch();
  else signal.addEventListener("abort", watch, { once: true });
  const end = () => {
    signal.removeEventListener("abort", watch);
    // Ends the watch. An answer without a reader has nothing to stop, and an abort is not free.
    if (isWatched) stop.abort();
  };
  try {
    // A client that received the first text can resume the answer.
    const [opened] = await Promise.all([open(stop.signal, kept.take), kept.begun]);
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

/** Chunks that go on without their reader. */
type RecordedChunks = AsyncIterableIterator<UiChunk> & { return(): Promise<IteratorResult<UiChunk>> };

/**
 * Records each chunk of an answer as the reader takes it. When the reader leaves before the end, the rest is recorded without
 * them.
 */
function recordStream(chunks: AsyncIterable<UiChunk>, { kept, end }: RecordStreamOptions): RecordedChunks {
  const source = chunks[Symbol.asyncIterator]();
  let isRead = true;
  let isOver = false;
  let taking: Promise<unknown> = Promise.resolve();

  const finish = () => {
    if (isOver) return;
    isOver = true;
    kept.end({ isDelivered: isRead });
    end();
  };
  const take = async (): Promise<IteratorResult<UiChunk, undefined>> => {
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

  const recorded: RecordedChunks = {
    next() {
      const next = take();
      taking = next;
      return next;
    },
    async return() {
      if (isOver) await source.return?.();
      else {
        isRead = false;
        // A failure is one of the chunks.
        takeRest().catch(() => undefined);
      }
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => recorded,
  };
  return recorded;
}

type AbortAbandonedInput = {
  id: string;
  /** Aborted here; when the answer ends by itself, by others. */
  stop: AbortController;
  /** How long the answer continues without a reader. */
  leftMs: number;
};

const LOOK_MS = 1_000;

/** Watches an answer whose client has left. Stops it when no client resumes it or the conversation has a newer question. */
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
