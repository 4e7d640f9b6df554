import { AppError } from "@docsteward/contract/error";
import type { LimitName } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";
import { type Limit, limitOf } from "./limits.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

export type LimitUse = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the count starts again. */
  resetSeconds: number;
  /** The window that was counted in, for giving back. */
  windowStart: Date;
};

/**
 * Counts one use against a limit. Windows are clock hours (UTC), and the count is exact over any number of processes: it is
 * compared and raised by one statement.
 *
 * @throws AppError `rate_limited` with `Retry-After` and the RateLimit headers when it is used up; nothing is counted then
 */
export async function consumeLimit(ctx: ServiceContext, name: LimitName): Promise<LimitUse> {
  const limit = limitOf(ctx, name);
  const { key, quota, windowSeconds } = limit;
  const nowMs = ctx.clock.now().getTime();
  const windowStart = new Date(nowMs - (nowMs % (windowSeconds * 1_000)));
  const [counted] = await ctx.db.$queryRaw<{ count: number }[]>`
    INSERT INTO "LimitCounter" AS counter (key, "windowStart", count) VALUES (${key}, ${windowStart}::timestamptz, 1)
    ON CONFLICT (key, "windowStart") DO UPDATE SET count = counter.count + 1 WHERE counter.count < ${quota}::int
    RETURNING count`;
  const resetSeconds = Math.ceil((windowStart.getTime() + windowSeconds * 1_000 - nowMs) / 1_000);
  const use = { name, limit: quota, windowSeconds, resetSeconds, windowStart };
  if (!counted) throw refusal(limit, { ...use, remaining: 0 });
  return { ...use, remaining: Math.max(0, quota - counted.count) };
}

function refusal({ name, quota, what }: Limit, use: LimitUse): AppError {
  const minutes = Math.ceil(use.resetSeconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return new AppError("rate_limited", `The ${quota} ${what} are used up. Try again in ${wait}.`, {
    retryAfterSeconds: use.resetSeconds,
    headers: rateLimitHeaders([use]),
    violatedPolicies: [name],
  });
}
