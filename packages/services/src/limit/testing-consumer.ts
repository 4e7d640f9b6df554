import { DEFAULT_LIMITS, type LimitName } from "@docsteward/contract/limits";
import { createClient } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import type { ProjectContext } from "../context.ts";
import { consumeLimits } from "./consume.ts";
import { createLimitCounters } from "./counters.ts";

/** The input of a process of `exact.test.ts`. */
export type Order = {
  url: string;
  calls: number;
  names: LimitName[];
  project: unknown;
  actor: ProjectContext["actor"];
};

// A separate process: it opens its connections, reports that it is ready, and makes all its calls when the test starts it.
process.once("message", async ({ url, calls, names, project, actor }: Order) => {
  const db = createClient(url, { poolSize: 15, log: silentLogger });
  await db.$queryRaw`SELECT 1`;
  const ctx = {
    db,
    limitCounters: createLimitCounters(db),
    clock: systemClock,
    limits: DEFAULT_LIMITS,
    project,
    actor,
  } as unknown as ProjectContext;
  process.once("message", async () => {
    const all = await Promise.allSettled(Array.from({ length: calls }, () => consumeLimits(ctx, names)));
    const codes = all.flatMap((call) => (call.status === "rejected" ? [String(call.reason.code)] : []));
    await db.$disconnect();
    process.send?.({ passed: calls - codes.length, codes: [...new Set(codes)] }, () => process.disconnect?.());
  });
  process.send?.("ready");
});
