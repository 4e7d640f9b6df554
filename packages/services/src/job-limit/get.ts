import { JobLimits } from "@docsteward/contract/job-limits";
import { type BudgetUse, readBudgetUses } from "../budget/read-uses.ts";
import type { ServiceContext } from "../context.ts";
import { type JobBounds, limitsOfJob } from "./of-job.ts";

export type JobLimitDetails = {
  /** What each has for itself. */
  project: JobLimits;
  organization: JobLimits;
  /** What holds where neither has anything. */
  installation: JobBounds & { projectUsdPerMonth: number | null; organizationUsdPerMonth: number | null };
  /** What a job of the project gets. */
  effective: JobBounds;
  /** How far this month's money is used; none where there is no budget. */
  budgets: BudgetUse[];
};

/** The limits of the jobs of a project, and whose each of them is. */
export async function getJobLimits(ctx: ServiceContext): Promise<JobLimitDetails> {
  const { db, project, jobBounds, budgets } = ctx;
  const organization = await db.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
  const owners = { project, organization };
  return {
    project: JobLimits.parse(project.jobLimits),
    organization: JobLimits.parse(organization.jobLimits),
    installation: {
      ...jobBounds,
      projectUsdPerMonth: toUsd(budgets.projectMicroUsd),
      organizationUsdPerMonth: toUsd(budgets.organizationMicroUsd),
    },
    effective: limitsOfJob(owners, jobBounds),
    budgets: await readBudgetUses(ctx, db, owners),
  };
}

const toUsd = (microUsd: number | null) => (microUsd === null ? null : microUsd / 1_000_000);
