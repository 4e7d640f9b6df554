/** How much of an answer is taken. Bytes are counted after decompression, so that a small body that unpacks to a huge one ends, too. */
export type FetchBounds = {
  /** Of a whole body. */
  maxBytes: number;
  /** Limit for a body of server-sent events, which no client holds as a whole. */
  maxStreamBytes: number;
  /** Of one event in it. */
  maxEventBytes: number;
  /** Limit for events: a client uses several times the size of a small event to keep it. */
  maxEvents: number;
  /** Of the body of a failure: the rest is left out. */
  maxErrorBytes: number;
  /** From the request to the end of the answer. */
  timeoutMs: number;
};

/** For answers that are read as a whole: of APIs and of sign-in providers. */
export const DOCUMENT_BOUNDS: FetchBounds = {
  maxBytes: 16_000_000,
  maxStreamBytes: 16_000_000,
  maxEventBytes: 1_000_000,
  maxEvents: 32_000,
  maxErrorBytes: 16_000,
  timeoutMs: 60_000,
};

/** For whatever a library sends by itself: above all other bounds, and far below what a process has. */
const CEILING: FetchBounds = {
  ...DOCUMENT_BOUNDS,
  maxBytes: 64_000_000,
  maxStreamBytes: 64_000_000,
  timeoutMs: 1_800_000,
};

/** A server sent more than is taken. The rest was not read. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
}

/** A `fetch` that gives up an answer which is too large or too slow, however it comes: as one body, packed, or as a stream of events. */
export function createBoundedFetch(bounds: FetchBounds, send: typeof fetch = plainFetch): typeof fetch {
  return async (input, init) => {
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const timeout = AbortSignal.timeout(bounds.timeoutMs);
    const leaving = new AbortController();
    const signal = AbortSignal.any([...(given ? [given] : []), timeout, leaving.signal]);
    return boundAnswer(await send(input, { ...init, signal }), bounds, () => leaving.abort());
  };
}

let unbounded: typeof fetch | null = null;

/** The process's own `fetch` below its ceiling: what has bounds of its own, which are tighter, needs no second ones. */
const plainFetch: typeof fetch = (input, init) => (unbounded ?? fetch)(input, init);

/** Puts a ceiling on the process's own `fetch`, for libraries that take no other. */
export function boundGlobalFetch(): void {
  if (unbounded !== null) return;
  unbounded = globalThis.fetch;
  globalThis.fetch = createBoundedFetch(CEILING, unbounded);
}

function boundAnswer(answer: Response, bounds: FetchBounds, onLeave: () => void): Response {
  if (answer.body === null) return answer;
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const bytes = answer.body as ReadableStream<Uint8Array>;
  const body = toStream(
    answer.ok ? (isStream ? takeEvents(bytes, bounds) : takeAll(bytes, bounds)) : takeSome(bytes, bounds),
    onLeave,
  );
  const { status, statusText, headers, url, redirected } = answer;
  return Object.defineProperties(new Response(body, { status, statusText, headers }), {
    url: { value: url },
    redirected: { value: redirected },
  });
}

async function* takeAll(body: AsyncIterable<Uint8Array>, { maxBytes }: FetchBounds): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge("answer", maxBytes);
    yield chunk;
  }
}

async function* takeSome(body: AsyncIterable<Uint8Array>, { maxErrorBytes }: FetchBounds): AsyncGenerator<Uint8Array> {
  let leftBytes = maxErrorBytes;
  for await (const chunk of body) {
    yield chunk.subarray(0, leftBytes);
    leftBytes -= chunk.length;
    if (leftBytes <= 0) return;
  }
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Yields complete lines, so that a reader never scans twice the beginning of a line that arrives slowly. An event ends with an
 * empty line.
 */
async function* takeEvents(body: AsyncIterable<Uint8Array>, bounds: FetchBounds): AsyncGenerator<Uint8Array> {
  const { maxStreamBytes, maxEventBytes, maxEvents } = bounds;
  let events = 0;
  let sizeBytes = 0;
  let eventBytes = 0;
  let isLineEmpty = true;
  let waiting: Uint8Array[] = [];
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxStreamBytes) throw tooLarge("stream", maxStreamBytes);
    let end = 0;
    for (let from = 0; from < chunk.length; ) {
      const found = chunk.indexOf(NEWLINE, from);
      const lineEnd = found < 0 ? chunk.length : found;
      eventBytes += lineEnd - from;
      if (eventBytes > maxEventBytes) throw tooLarge("event of the stream", maxEventBytes);
      while (isLineEmpty && from < lineEnd) isLineEmpty = chunk[from++] === RETURN;
      from = lineEnd + 1;
      if (found < 0) break;
      eventBytes += 1;
      if (isLineEmpty) {
        events += 1;
        eventBytes = 0;
      }
      isLineEmpty = true;
      end = from;
    }
    if (events > maxEvents) {
      throw new AnswerTooLargeError(`The server's stream has more than ${maxEvents} events, which is the limit.`);
    }
    if (end > 0) {
      yield waiting.length === 0 ? chunk.subarray(0, end) : Buffer.concat([...waiting, chunk.subarray(0, end)]);
      waiting = [];
    }
    if (end < chunk.length) waiting.push(chunk.subarray(end));
  }
  if (waiting.length > 0) yield Buffer.concat(waiting);
}

/**
 * Reads when it is read, and lets go of the connection when it is left or fails. The end of the chunks alone would not do that: they have
 * not begun before the first read, and wait for the server during one.
 */
function toStream(chunks: AsyncGenerator<Uint8Array>, onLeave: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: onLeave,
    },
    { highWaterMark: 0 },
  );
}

function tooLarge(what: string, maxBytes: number): AnswerTooLargeError {
  return new AnswerTooLargeError(`The server's ${what} is larger than ${maxBytes} bytes, which is the limit.`);
}
