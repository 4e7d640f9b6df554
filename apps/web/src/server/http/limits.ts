import { AppError, isAppError } from "@docsteward/contract/error";
import type { LimitName } from "@docsteward/contract/limits";
import type { ProjectContext } from "@docsteward/services/context";
import { consumeLimits, type LimitUse, rateLimitHeaders, refundLimits } from "@docsteward/services/limit/consume";
import { meters } from "../metrics.ts";
import { REPLAYED_HEADER } from "./idempotency.ts";
import { problemResponse } from "./problem.ts";
import { withEnd } from "./responses.ts";

type RateLimitOptions = {
  names: readonly LimitName[];
  requestId: string;
  /** Whether the call was done before, under its `Idempotency-Key`. */
  isRepeat(): Promise<boolean>;
};

/**
 * Runs a request that counts against limits, and adds the caller's remaining quota to every answer.
 *
 * Only what was accepted counts: when `run` throws or answers that the service failed, and when it answers a repeated call, the
 * use is given back. A repeated call is answered also when nothing is left: it asks for nothing new.
 *
 * @throws AppError `rate_limited` or `quota_exceeded`, with its headers
 */
export async function withRateLimits(
  ctx: ProjectContext,
  { names, requestId, isRepeat }: RateLimitOptions,
  run: () => Promise<Response>,
): Promise<Response> {
  let uses: LimitUse[];
  try {
    uses = await consumeLimits(ctx, names);
  } catch (refusal) {
    if (!isAppError(refusal) || !(await isRepeat())) throw refusal;
    const response = await run();
    for (const [name, value] of Object.entries(refusal.options.headers ?? {})) response.headers.set(name, value);
    return response;
  }
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    return problemResponse(error, requestId, rateLimitHeaders(await giveBack(ctx, uses)));
  }
  const isUsed = response.status < 500 && !response.headers.has(REPLAYED_HEADER);
  const standing = isUsed ? uses : await giveBack(ctx, uses);
  for (const [name, value] of Object.entries(rateLimitHeaders(standing))) response.headers.set(name, value);
  return response;
}

async function giveBack(ctx: ProjectContext, uses: LimitUse[]): Promise<LimitUse[]> {
  try {
    return await refundLimits(ctx, uses);
  } catch (error) {
    // The caller gets the error of the request; an uncounted refund is not worth hiding it.
    ctx.log.warn({ err: error, projectId: ctx.project.id }, "use of a limit could not be released");
    return uses;
  }
}

type StreamLimits = { perCaller: number; perProcess: number };

/** A stream that follows something costs a use of a limit at most, but holds a connection for as long as its caller likes. */
const BOUNDS: StreamLimits = { perCaller: 100, perProcess: 2_000 };
const RETRY_AFTER_SECONDS = 5;

/** Counts the streams that are open in this process, and refuses one too many. */
export function createStreamLimit({ perCaller, perProcess }: StreamLimits = BOUNDS) {
  const open = new Map<string, number>();
  let total = 0;
  return {
    /**
     * Answers with a stream, and counts it until its body has ended or its reader has left.
     *
     * @param caller names who holds it: a key
     * @throws AppError `rate_limited` when the caller, or all together, hold enough; and what `answer` throws
     */
    async hold(caller: string, answer: () => Promise<Response>): Promise<Response> {
      const own = open.get(caller) ?? 0;
      if (own >= perCaller) throw refusal(`This API key has ${own} open streams. Close one, then try again.`);
      if (total >= perProcess) throw refusal("Too many streams are open. Try again in a few seconds.");
      open.set(caller, own + 1);
      total += 1;
      meters().openStreams.inc();
      const release = once(() => {
        total -= 1;
        meters().openStreams.dec();
        const left = (open.get(caller) ?? 1) - 1;
        if (left === 0) open.delete(caller);
        else open.set(caller, left);
      });
      try {
        const response = await answer();
        if (response.body === null) release();
        return withEnd(response, release).response;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function refusal(sentence: string): AppError {
  return new AppError("rate_limited", sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
