import type { LimitName } from "@docsteward/contract/limits";
import type { ServiceContext } from "../context.ts";
import type { LimitUse } from "./limit-use.ts";
import { limitOf } from "./limits.ts";
import { toRefusal } from "./to-refusal.ts";
import { windowAt } from "./window.ts";

/**
 * Counts one use against several limits at once: against all of them, or none when one is used up. One round trip, and exact over
 * any number of processes, since PostgreSQL compares and raises the counts in one statement (see `createLimitCounters`).
 *
 * @returns where the caller stands, in the order of `names`
 * @throws AppError `rate_limited`, or `quota_exceeded` for a month's, with `Retry-After` and the RateLimit headers
 */
export async function consumeLimits(ctx: ServiceContext, names: readonly LimitName[]): Promise<LimitUse[]> {
  if (names.length === 0) return [];
  const now = ctx.clock.now();
  const limits = names.map((name) => {
    const limit = limitOf(ctx, name);
    return { ...limit, window: windowAt(limit.window, now) };
  });
  const counted = await ctx.limitCounters.count(
    limits.map(({ key, window, quota }) => ({ key, windowStart: window.start, quota })),
  );
  const uses = limits.map(({ name, quota, key, window }, index): LimitUse => {
    const used = counted[index]?.used ?? 0;
    return {
      name,
      limit: quota,
      windowSeconds: window.seconds,
      remaining: Math.max(0, quota - used),
      resetSeconds: window.resetSeconds,
      counter: { key, windowStart: window.start },
    };
  });
  if (!counted.every(({ accepted }) => accepted)) throw toRefusal(limits, uses);
  return uses;
}
