import type { ServiceContext } from "../context.ts";
import type { LimitUse } from "./limit-use.ts";

/** Takes back one use of each limit that led to nothing. @returns where the caller stands now */
export async function giveBackLimits(ctx: ServiceContext, uses: LimitUse[]): Promise<LimitUse[]> {
  if (uses.length === 0) return [];
  const keys = uses.map(({ counter }) => counter.key);
  const starts = uses.map(({ counter }) => counter.windowStart.toISOString());
  await ctx.db.$executeRaw`SELECT give_back_limits(${keys}::text[], ${starts}::timestamptz[])`;
  return uses.map((use) => ({ ...use, remaining: Math.min(use.limit, use.remaining + 1) }));
}
