import type { ServiceContext } from "../context.ts";
import { monthlyBudgetOf } from "../job-limit/of-job.ts";
import { monthOf, nextMonth } from "./month.ts";

/** What a month has cost so far, for a project and for the organization that it belongs to. */
export type MonthCost = {
  of: "project" | "organization";
  costUsd: number;
  /** Null without a budget. */
  budgetUsd: number | null;
  resetsAt: string;
};

const toUsd = (microUsd: bigint | number) => Number(microUsd) / 1_000_000;

/** Reads what this month (UTC) has cost, beside the budgets that bound it. */
export async function readMonths({ db, clock, project, budgets }: ServiceContext): Promise<MonthCost[]> {
  const { organization } = project;
  const now = clock.now();
  const owners = [
    { of: "project", scope: `project:${project.id}`, budget: monthlyBudgetOf(project, budgets.projectMicroUsd) },
    {
      of: "organization",
      scope: `organization:${organization.id}`,
      budget: monthlyBudgetOf(organization, budgets.organizationMicroUsd),
    },
  ] as const;
  const counters = await db.costCounter.findMany({
    where: { month: monthOf(now), scope: { in: owners.map(({ scope }) => scope) } },
  });
  return owners.map(({ of, scope, budget }) => ({
    of,
    costUsd: toUsd(counters.find((counter) => counter.scope === scope)?.microUsd ?? 0),
    budgetUsd: budget === null ? null : toUsd(budget),
    resetsAt: nextMonth(now).toISOString(),
  }));
}
