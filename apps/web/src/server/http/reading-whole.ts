import type { RouteHandler } from "./route-handler.ts";

/** Far above any body that is taken: who sends more is not waited for. */
const MOST_BYTES = 10_000_000;
/** Long enough for a caller on a busy machine, and well within the time that a whole request may take. */
const LONGEST_MS = 10_000;

/**
 * The same answers, each given when the whole request has come, whether or not the handler wanted its body: what it left is read
 * and dropped. A connection that is closed while its caller still sends is reset, and a reset throws away the answer on its way:
 * whoever was refused would never learn why.
 */
export function readingWhole(handler: RouteHandler): RouteHandler {
  return async (request, context) => {
    const response = await handler(request, context);
    await dropRest(request);
    return response;
  };
}

async function dropRest({ body }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), LONGEST_MS);
  try {
    for (let sizeBytes = 0; sizeBytes < MOST_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      sizeBytes += value.length;
    }
  } catch {
    // The caller is gone: nobody waits for the answer.
  } finally {
    clearTimeout(late);
  }
}
