import { AppError } from "@docsteward/contract/error";
import type { ServiceContext } from "../context.ts";
import { BROKE_OFF, errorPiece } from "./error-piece.ts";
import { keepPieces } from "./keep-pieces.ts";
import { stopWhenForgotten } from "./stop-when-forgotten.ts";
import type { StreamPiece } from "./stream-piece.ts";

/** Whatever comes with an answer, and its pieces. */
type Opened = { chunks: AsyncIterable<StreamPiece> };

export type KeepStreamInput<O extends Opened> = {
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
 * Keeps an answer while it is made, so that its client can leave and come back to it (`followStream`).
 *
 * The answer is made as fast as its client reads. When the client leaves, it goes on by itself for 20 seconds, and longer while
 * a client that came back reads it; when the same conversation asks something else meanwhile, it ends.
 */
export async function keepStream<O extends Opened>(ctx: ServiceContext, input: KeepStreamInput<O>): Promise<O> {
  const { chatId, open, signal, leftMs = LEFT_MS } = input;
  if (ctx.actor.kind !== "key") return open(signal);
  const stop = new AbortController();
  const { keyId } = ctx.actor;
  const kept = ctx.streams.begin({ projectId: ctx.project.id, keyId, chatId, onClose: () => stop.abort() });
  let isWatched = false;
  const watch = () => {
    isWatched = true;
    void stopWhenForgotten(ctx, { id: kept.id, stop, leftMs });
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
    return { ...opened, chunks: keepPieces(opened.chunks, { kept, end }) };
  } catch (error) {
    kept.add(errorPiece(error instanceof AppError ? error.message : BROKE_OFF));
    kept.end({ isDelivered: !signal.aborted });
    end();
    throw error;
  }
}
