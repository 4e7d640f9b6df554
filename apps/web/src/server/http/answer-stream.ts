import { AppError } from "@docsteward/contract/error";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { shutdownSignal } from "../shutdown.ts";
import { toProblem } from "./problem.ts";
import { apiHeaders } from "./response-headers.ts";

/** An answer whose first chunk exists, so that later failures are reported inside the stream. */
type OpenedAnswer = { threadId?: string; chunks: AsyncIterable<UiChunk> };

/** Begins to answer. Ends with the signal. What it throws is a plain HTTP error. */
export type StartAnswer = (signal: AbortSignal) => Promise<OpenedAnswer>;

/** How one generation of chat clients wants an answer written. */
export type AnswerFormat = {
  headers: Record<string, string>;
  /** Harmless to the client, and enough for proxies to see that the answer is alive. */
  keepAlive: string;
  /** A chunk as it goes out; `""` for one that this generation does not know. */
  write(chunk: UiChunk): string;
  /** Closes every answer, failed ones too. */
  end: string;
};

type AnswerStreamOptions = {
  format: (answer: { threadId?: string }) => AnswerFormat;
  request: Request;
  requestId: string;
  keepAliveMs?: number;
  /** What an answer that runs while this process stops still has to come to its end. */
  shutdownMs?: number;
};

const KEEP_ALIVE_MS = 15_000;
// Below what the server gives to running requests when it stops: after that it cuts them off in the middle of a line.
const SHUTDOWN_MS = 5_000;
/** The largest number of chunks per write. */
const MAX_CHUNKS = 64;

/**
 * Answers with a stream that a chat client reads.
 *
 * The answer is taken only as fast as the client reads. Its signal is aborted when the client leaves. A failure,
 * also that this process stops, is an `error` chunk, and the last one.
 */
export async function answerStream(open: StartAnswer, options: AnswerStreamOptions): Promise<Response> {
  const { format, request, requestId } = options;
  const left = new AbortController();
  const gone = AbortSignal.any([request.signal, left.signal]);
  const { threadId, chunks } = await open(gone);
  const written = format({ threadId });
  return new Response(toBody(chunks, { ...options, format: written, gone, leave: () => left.abort() }), {
    headers: {
      ...apiHeaders(requestId),
      "X-Accel-Buffering": "no",
      ...(threadId !== undefined && { "X-Thread-Id": threadId }),
      ...written.headers,
    },
  });
}

/** One turn of the event loop: what is not there at its end has to come from elsewhere. */
function createTurn() {
  let promise: Promise<null> | null = null;
  return {
    over: () => {
      promise ??= new Promise((resolve) => setImmediate(resolve, null));
      return promise;
    },
  };
}

type BodyOptions = Omit<AnswerStreamOptions, "format"> & { format: AnswerFormat; gone: AbortSignal; leave: () => void };

function toBody(
  chunks: AsyncIterable<UiChunk>,
  { format, requestId, gone, leave, keepAliveMs = KEEP_ALIVE_MS, shutdownMs = SHUTDOWN_MS }: BodyOptions,
): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const shutdown = shutdownSignal();
  let isOver = false;
  let isWaiting = false;
  /** Written, and not sent yet. */
  let ready = "";
  let upcoming: Promise<IteratorResult<UiChunk, unknown>> | null = null;
  let sink: ReadableStreamDefaultController<Uint8Array>;
  let cut: NodeJS.Timeout | undefined;

  const finish = () => {
    isOver = true;
    clearInterval(pulse);
    clearTimeout(cut);
    shutdown.removeEventListener("abort", whenStopping);
    gone.removeEventListener("abort", whenGone);
  };
  const close = (last: string) => {
    if (isOver) return;
    finish();
    sink.enqueue(encoder.encode(ready + last + format.end));
    sink.close();
    // Not waited for: it may itself wait for a model that says nothing more.
    source.return?.().catch(() => undefined);
  };
  const fail = (error: unknown) =>
    close(format.write({ type: "error", errorText: toProblem(error, requestId).body.error }));
  const whenGone = () => {
    if (isOver) return;
    finish();
    source.return?.().catch(() => undefined);
    sink.close();
  };
  const whenStopping = () => {
    cut = setTimeout(() => fail(restarting()), shutdownMs);
  };
  const pulse = setInterval(() => {
    // A client that does not read even these gets no more of them.
    if (isWaiting && (sink.desiredSize ?? -1) >= 0) sink.enqueue(encoder.encode(format.keepAlive));
  }, keepAliveMs);

  /** Waits for a chunk, and writes it with all that came along: many small writes cost more than the words in them. */
  const takeReady = async () => {
    const turn = createTurn();
    for (let taken = 0; taken < MAX_CHUNKS; ) {
      upcoming ??= source.next();
      const next = await (ready === "" ? upcoming : Promise.race([upcoming, turn.over()]));
      if (isOver) return;
      if (next === null) break;
      upcoming = null;
      if (next.done) return close("");
      ready += format.write(next.value);
      if (next.value.type === "error") return close("");
      taken += ready === "" ? 0 : 1;
    }
    sink.enqueue(encoder.encode(ready));
    ready = "";
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        sink = controller;
        gone.addEventListener("abort", whenGone);
        shutdown.addEventListener("abort", whenStopping);
        if (gone.aborted) whenGone();
        else if (shutdown.aborted) whenStopping();
      },
      async pull() {
        isWaiting = true;
        try {
          await takeReady();
          if (!isOver) pulse.refresh();
        } catch (error) {
          fail(error);
        } finally {
          isWaiting = false;
        }
      },
      cancel() {
        if (isOver) return;
        finish();
        leave();
        source.return?.().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function restarting(): AppError {
  return new AppError(
    "unavailable",
    "This answer was interrupted because the service is restarting. Ask again in a few seconds.",
  );
}
