import { setTimeout as delay } from "node:timers/promises";
import { shutdownSignal } from "../shutdown.ts";
import { apiHeaders } from "./api-headers.ts";
import { toProblem } from "./problem.ts";

const PING_MS = 15_000;
const RETRY_MS = 2_000;

export type Numbered = { id: number };

export type EventStreamOptions<M extends Numbered> = {
  requestId: string;
  /** Aborted by the caller's side: the client left. */
  signal: AbortSignal;
  /** What stands in the data line; the message itself unless told. */
  present?: (message: M) => unknown;
  pingMs?: number;
};

/**
 * Answers with server-sent events: each message is one `id:` and one `data:` line of JSON, a comment is sent while nothing
 * happens, and the client is told to come back soon after the stream ends.
 *
 * Messages are asked for only as fast as the client reads. The source is told to end through its signal when the client leaves
 * and when this process stops. A failure after the first byte is an event named `error` that carries the problem body.
 *
 * @param open starts the source; what it throws before the stream begins is thrown here
 */
export async function eventStream<M extends Numbered>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<M>> | AsyncIterable<M>,
  { requestId, signal, present = (message) => message, pingMs = PING_MS }: EventStreamOptions<M>,
): Promise<Response> {
  const left = new AbortController();
  const ended = AbortSignal.any([signal, left.signal, shutdownSignal()]);
  const frames = toFrames(await open(ended), { ended, requestId, pingMs, present });
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
      ...apiHeaders(requestId),
      "Cache-Control": "no-store, no-transform",
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    },
  });
}

type FrameOptions<M> = { ended: AbortSignal; requestId: string; pingMs: number; present: (message: M) => unknown };

async function* toFrames<M extends Numbered>(
  messages: AsyncIterable<M>,
  { ended, requestId, pingMs, present }: FrameOptions<M>,
): AsyncGenerator<string, undefined> {
  const source = messages[Symbol.asyncIterator]();
  yield `retry: ${RETRY_MS}\n\n`;
  try {
    let upcoming = source.next();
    while (!ended.aborted) {
      const result = await orPing(upcoming, pingMs, ended);
      if (result === "ping") {
        yield ": ping\n\n";
        continue;
      }
      if (result.done) return;
      yield `id: ${result.value.id}\ndata: ${JSON.stringify(present(result.value))}\n\n`;
      upcoming = source.next();
    }
  } catch (error) {
    if (!ended.aborted) yield `event: error\ndata: ${JSON.stringify(toProblem(error, requestId).body)}\n\n`;
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
