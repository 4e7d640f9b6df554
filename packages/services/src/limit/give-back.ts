import type { ServiceContext } from "../context.ts";
import type { LimitUse } from "./consume.ts";
import { limitOf } from "./limits.ts";

/** Takes back a use that led to nothing because the service itself failed. */
export async function giveBackLimit(ctx: ServiceContext, { name, windowStart }: LimitUse): Promise<void> {
  await ctx.db.limitCounter.updateMany({
    where: { key: limitOf(ctx, name).key, windowStart, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}
