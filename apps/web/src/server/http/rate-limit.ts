import { isAppError } from "@docsteward/contract/error";
import type { LimitName } from "@docsteward/contract/limits";
import type { ProjectContext } from "@docsteward/services/context";
import { consumeLimits, type LimitUse, rateLimitHeaders, refundLimits } from "@docsteward/services/limit/consume";
import { REPLAYED_HEADER } from "./idempotency.ts";
import { problemResponse } from "./problem.ts";

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
