import type { LimitName } from "@docsteward/contract/limits";
import type { ServiceContext } from "@docsteward/services/context";
import { consumeLimit, type LimitUse } from "@docsteward/services/limit/consume";
import { giveBackLimit } from "@docsteward/services/limit/give-back";
import { rateLimitHeaders } from "@docsteward/services/limit/rate-limit-headers";
import { problemResponse } from "./problem.ts";
import { REPLAYED_HEADER } from "./replayable.ts";

/**
 * Runs a request that counts against limits, and tells the caller in every answer where it stands.
 *
 * Only what was accepted counts: when `run` throws, and when it answers a repeated call, the use is given back.
 *
 * @throws AppError `rate_limited`, which brings the headers of its own
 */
export async function countAgainstLimits(
  ctx: ServiceContext,
  { names, requestId }: { names: readonly LimitName[]; requestId: string },
  run: () => Promise<Response>,
): Promise<Response> {
  const uses = await consumeAll(ctx, names);
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    return problemResponse(error, requestId, rateLimitHeaders(await giveBack(ctx, uses)));
  }
  const standing = response.headers.has(REPLAYED_HEADER) ? await giveBack(ctx, uses) : uses;
  for (const [name, value] of Object.entries(rateLimitHeaders(standing))) response.headers.set(name, value);
  return response;
}

async function consumeAll(ctx: ServiceContext, names: readonly LimitName[]): Promise<LimitUse[]> {
  const uses: LimitUse[] = [];
  try {
    for (const name of names) uses.push(await consumeLimit(ctx, name));
    return uses;
  } catch (error) {
    await giveBack(ctx, uses);
    throw error;
  }
}

async function giveBack(ctx: ServiceContext, uses: LimitUse[]): Promise<LimitUse[]> {
  try {
    for (const use of uses) await giveBackLimit(ctx, use);
  } catch (error) {
    // What made the request fail is told to the caller; that one use stays counted is not worth hiding it.
    ctx.log.warn({ err: error, projectId: ctx.project.id }, "use of a limit was not given back");
    return uses;
  }
  return uses.map((use) => ({ ...use, remaining: Math.min(use.limit, use.remaining + 1) }));
}
