import type { Organization, Project, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { type JobLimitOwners, monthlyBudgetOf } from "../job-limit/of-job.ts";
import { monthOf } from "./month.ts";

/** Whose money it is. */
export type BudgetOwner = {
  project: Pick<Project, "id"> & JobLimitOwners["project"];
  organization: Pick<Organization, "id"> & JobLimitOwners["organization"];
};

/** How much of a month's budget is used: `share` from 0 to 1, and over once it is used up. */
export type BudgetUse = { kind: "project" | "organization"; budgetMicroUsd: number; share: number };

/** Reads how far this month's budgets are used, the most used first. One query; none when no budget is set. */
export async function readBudgetUses(
  { budgets, clock }: Pick<Services, "budgets" | "clock">,
  db: Pick<Transaction, "costCounter">,
  { project, organization }: BudgetOwner,
): Promise<BudgetUse[]> {
  const set = [
    {
      kind: "project",
      scope: `project:${project.id}`,
      budgetMicroUsd: monthlyBudgetOf(project, budgets.projectMicroUsd),
    },
    {
      kind: "organization",
      scope: `organization:${organization.id}`,
      budgetMicroUsd: monthlyBudgetOf(organization, budgets.organizationMicroUsd),
    },
  ] as const;
  const scopes = set.filter(({ budgetMicroUsd }) => budgetMicroUsd !== null).map(({ scope }) => scope);
  if (scopes.length === 0) return [];
  const counters = await db.costCounter.findMany({
    where: { month: monthOf(clock.now()), scope: { in: scopes } },
  });
  const usedBy = new Map(counters.map(({ scope, microUsd }) => [scope, Number(microUsd)]));
  return set
    .flatMap(({ kind, scope, budgetMicroUsd }) =>
      budgetMicroUsd === null ? [] : [{ kind, budgetMicroUsd, share: (usedBy.get(scope) ?? 0) / budgetMicroUsd }],
    )
    .sort((a, b) => b.share - a.share);
}
