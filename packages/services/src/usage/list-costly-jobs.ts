import type { ServiceContext } from "../context.ts";
import { type JobDetails, presentJobDetails, WITH_PROMPT } from "../job/present-details.ts";
import { lastDays } from "./days.ts";

const LIMIT = 10;

/** Lists the jobs of thirty days that have cost the most, the dearest first; those that cost nothing are left out. */
export async function listCostlyJobs(ctx: ServiceContext): Promise<JobDetails[]> {
  const rows = await ctx.db.job.findMany({
    where: { projectId: ctx.project.id, createdAt: { gte: lastDays(ctx.clock.now()).first }, costMicroUsd: { gt: 0 } },
    include: WITH_PROMPT,
    orderBy: [{ costMicroUsd: "desc" }, { id: "desc" }],
    take: LIMIT,
  });
  return rows.map((row) => presentJobDetails(row, { prices: ctx.prices, project: ctx.project }));
}
