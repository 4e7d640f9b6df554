import { frameStream } from "./frame-stream.ts";
import { toProblem } from "./problem.ts";

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
 * happens, and the client is told to come back soon after the stream ends. A failure after the first byte is an event named
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
