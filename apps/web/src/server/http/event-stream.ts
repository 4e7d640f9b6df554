import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@docsteward/contract/error";
import { shutdownSignal } from "../shutdown.ts";
import { toProblem } from "./problem.ts";
import { apiHeaders } from "./response-headers.ts";

const RETRY_MS = 2_000;

type Numbered = { id: number };

type EventStreamOptions<M extends Numbered> = {
  requestId: string;
  /** Aborted by the caller's side: the client left. */
  signal: AbortSignal;
  /** The content of the data line; the message itself by default. */
  present?: (message: M) => unknown;
  pingMs?: number;
};

/**
 * Answers with server-sent events: each message is one `id:` and one `data:` line of JSON, a comment is sent while nothing
 * happens, and the `retry` field makes the client reconnect soon after the end. A failure after the first byte is an event named
 * `error` that carries the problem body.
 *
 * @param open starts the source; what it throws before the stream begins is thrown here
 */
export async function eventStream<M extends Numbered>(
  open: (signal: AbortSignal) => Promise<AsyncIterable<M>> | AsyncIterable<M>,
  { requestId, signal, present = (message) => message, pingMs }: EventStreamOptions<M>,
): Promise<Response> {
  return frameStream(open, {
    requestId,
    signal,
    contentType: "text/event-stream; charset=utf-8",
    opening: `retry: ${RETRY_MS}\n\n`,
    toFrame: (message) => `id: ${message.id}\ndata: ${JSON.stringify(present(message))}\n\n`,
    ping: ": ping\n\n",
    pingMs,
    toFailure: (error) => `event: error\ndata: ${JSON.stringify(toProblem(error, requestId).body)}\n\n`,
  });
}

const PING_MS = 15_000;

type FrameStreamOptions<M> = {
  requestId: string;
  /** Aborted by the caller's side: the client left. */
  signal: AbortSignal;
  contentType: string;
  headers?: Record<string, string>;
  /** Sent first. */
  opening: string;
  toFrame(message: M): string;
  /** Sent while nothing happens, so that no proxy considers the connection dead. */
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
 * Messages are requested only as fast as the client reads. The source's signal is aborted when the client leaves
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

/**
 * The id of the last event the client has seen, from `Last-Event-ID`; undefined without one.
 *
 * @throws AppError `invalid_request` when it is no event id
 */
export function lastEventIdOf(request: Request): number | undefined {
  const header = request.headers.get("last-event-id")?.trim();
  if (!header) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  throw new AppError("invalid_request", "Last-Event-ID must be the number of an event of this job.");
}
