import { setTimeout as delay } from "node:timers/promises";
import { shutdownSignal } from "../shutdown.ts";
import { apiHeaders } from "./api-headers.ts";

const PING_MS = 15_000;

export type FrameStreamOptions<M> = {
  requestId: string;
  /** Aborted by the caller's side: the client left. */
  signal: AbortSignal;
  contentType: string;
  headers?: Record<string, string>;
  /** Sent at once. */
  opening: string;
  toFrame(message: M): string;
  /** Sent while nothing happens, so that nobody on the way takes the connection for dead. */
  ping: string;
  pingMs?: number;
  /** What is sent last when the source fails. */
  toFailure(error: unknown): string;
  /** What is sent last when this process stops before the source ends. */
  farewell?: string;
};

/**
 * Answers with a stream of text, a frame for each message of a source, as it happens.
 *
 * Messages are asked for only as fast as the client reads. The source is told to end through its signal when the client leaves
 * and when this process stops.
 *
 * @param open starts the source; what it throws before the stream begins is thrown here
 */
export async function frameStream<M>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<M>> | AsyncIterable<M>,
  options: FrameStreamOptions<M>,
): Promise<Response> {
  const left = new AbortController();
  const gone = AbortSignal.any([options.signal, left.signal]);
  const ended = AbortSignal.any([gone, shutdownSignal()]);
  const frames = toFrames(await open(ended), { ...options, ended, gone });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await frames.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        left.abort();
        await frames.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      ...apiHeaders(options.requestId),
      "Cache-Control": "no-store, no-transform",
      "Content-Type": options.contentType,
      "X-Accel-Buffering": "no",
      ...options.headers,
    },
  });
}

async function* toFrames<M>(
  messages: AsyncIterable<M>,
  { ended, gone, ...options }: FrameStreamOptions<M> & { ended: AbortSignal; gone: AbortSignal },
): AsyncGenerator<string, undefined> {
  const { opening, toFrame, ping, pingMs = PING_MS, toFailure, farewell } = options;
  const source = messages[Symbol.asyncIterator]();
  yield opening;
  try {
    let upcoming = source.next();
    while (!ended.aborted) {
      const result = await orPing(upcoming, pingMs, ended);
      if (result === "ping") {
        if (!ended.aborted) yield ping;
        continue;
      }
      if (result.done) break;
      yield toFrame(result.value);
      upcoming = source.next();
    }
    if (ended.aborted && !gone.aborted && farewell !== undefined) yield farewell;
  } catch (error) {
    if (!ended.aborted) yield toFailure(error);
  } finally {
    await source.return?.();
  }
}

async function orPing<T>(upcoming: Promise<T>, pingMs: number, ended: AbortSignal): Promise<T | "ping"> {
  const settled = new AbortController();
  // The wait also ends with the stream; the loop then sees that it is over.
  const ping = delay(pingMs, "ping" as const, { signal: AbortSignal.any([ended, settled.signal]) }).catch(
    () => "ping" as const,
  );
  try {
    return await Promise.race([upcoming, ping]);
  } finally {
    settled.abort();
  }
}
