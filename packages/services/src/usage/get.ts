import { type MonthCost, readMonths } from "../budget/read-months.ts";
import type { ServiceContext } from "../context.ts";
import type { JobDetails } from "../job/present-details.ts";
import { lastDays } from "./days.ts";
import { listCostlyJobs } from "./list-costly-jobs.ts";
import { type KeyDays, listKeyDays } from "./list-key-days.ts";
import { type LimitStand, listLimitUses } from "./list-limit-uses.ts";
import { type ModelDay, sumCosts } from "./sum-costs.ts";

export type Usage = {
  limits: LimitStand[];
  months: MonthCost[];
  /** The last thirty days (UTC), today last. */
  days: string[];
  keys: KeyDays[];
  costs: ModelDay[];
  costlyJobs: JobDetails[];
};

/** Tells what a project uses: its limits now, its money this month, and thirty days of calls and costs. */
export async function getUsage(ctx: ServiceContext): Promise<Usage> {
  const [limits, months, { keys }, costs, costlyJobs] = await Promise.all([
    listLimitUses(ctx),
    readMonths(ctx),
    listKeyDays(ctx),
    sumCosts(ctx),
    listCostlyJobs(ctx),
  ]);
  return { limits, months, days: lastDays(ctx.clock.now()).days, keys, costs, costlyJobs };
}
