import { AppError } from "@docsteward/contract/error";
import type { LimitName } from "@docsteward/contract/limits";
import type { ProjectContext } from "../context.ts";
import { type Limit, resolveLimit, windowAt } from "./rules.ts";

/**
 * Counts one use against several limits in one step: against all of them, or none when one is used up. One round trip, exact over
 * any number of processes, since PostgreSQL compares and raises the counts in one statement (see `createLimitCounters`).
 *
 * @returns the caller's use of each limit, in the order of `names`
 * @throws AppError `rate_limited`, or `quota_exceeded` for a month's, with `Retry-After` and the RateLimit headers
 */
export async function consumeLimits(ctx: ProjectContext, names: readonly LimitName[]): Promise<LimitUse[]> {
  // A visitor has no key whose calls could be counted.
  const applying = ctx.actor.kind === "visitor" ? names.filter((name) => name !== "key-month") : names;
  if (applying.length === 0) return [];
  const now = ctx.clock.now();
  const limits = applying.map((name) => {
    const limit = resolveLimit(ctx, name);
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

/** Refunds one use of each limit after a failed request. @returns the caller's use of each limit now */
export async function refundLimits(ctx: ProjectContext, uses: LimitUse[]): Promise<LimitUse[]> {
  if (uses.length === 0) return [];
  const keys = uses.map(({ counter }) => counter.key);
  const starts = uses.map(({ counter }) => counter.windowStart.toISOString());
  await ctx.db.$executeRaw`SELECT release_limits(${keys}::text[], ${starts}::timestamptz[])`;
  return uses.map((use) => ({ ...use, remaining: Math.min(use.limit, use.remaining + 1) }));
}

/** A caller's use of one limit. */
export type LimitUse = {
  name: LimitName;
  limit: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the count starts again. */
  resetSeconds: number;
  /** The counter, for giving back. */
  counter: { key: string; windowStart: Date };
};

/** The pair of headers that reports a caller's use (IETF draft "RateLimit header fields for HTTP"). */
export function rateLimitHeaders(uses: LimitUse[]): Record<string, string> {
  if (uses.length === 0) return {};
  return {
    "RateLimit-Policy": uses
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(", "),
    RateLimit: uses.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(", "),
  };
}

/** Says which limits are used up and when the last of them starts again. */
function toRefusal(limits: Pick<Limit, "name" | "quota" | "what">[], uses: LimitUse[]): AppError {
  const violated = uses.filter(({ remaining }) => remaining === 0).map(({ name }) => name);
  const [longest] = uses
    .filter(({ name }) => violated.includes(name))
    .toSorted((a, b) => b.resetSeconds - a.resetSeconds);
  const retryAfterSeconds = longest?.resetSeconds ?? 1;
  const { quota, what } = limits.find(({ name }) => name === longest?.name) ?? { quota: 0, what: "calls" };
  const code = longest?.name === "key-month" ? "quota_exceeded" : "rate_limited";
  return new AppError(code, `Limit reached: ${quota} ${what}. Try again in ${formatDuration(retryAfterSeconds)}.`, {
    retryAfterSeconds,
    headers: rateLimitHeaders(uses),
    violatedPolicies: violated,
  });
}

function formatDuration(seconds: number): string {
  const [count, unit] =
    seconds > 172_800
      ? [Math.ceil(seconds / 86_400), "day"]
      : seconds > 7_200
        ? [Math.ceil(seconds / 3_600), "hour"]
        : [Math.ceil(seconds / 60), "minute"];
  return count === 1 ? `a ${unit}` : `${count} ${unit}s`;
}
