import type { Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { monthOf } from "./month.ts";

/** Whose money it is. */
export type BudgetOwner = { projectId: string; organizationId: string };

/** How much of a month's budget is used. Amounts are in millionths of a US dollar. */
export type BudgetUse = { kind: "project" | "organization"; budgetMicroUsd: number; usedMicroUsd: number };

/** Reads what this month's budgets have left, the most used first. One query; none when no budget is set. */
export async function readBudgetUses(
  { budgets, clock }: Pick<Services, "budgets" | "clock">,
  db: Pick<Transaction, "costCounter">,
  { projectId, organizationId }: BudgetOwner,
): Promise<BudgetUse[]> {
  const set = [
    { kind: "project", scope: `project:${projectId}`, budgetMicroUsd: budgets.projectMicroUsd },
    { kind: "organization", scope: `organization:${organizationId}`, budgetMicroUsd: budgets.organizationMicroUsd },
  ] as const;
  const scopes = set.filter(({ budgetMicroUsd }) => budgetMicroUsd !== null).map(({ scope }) => scope);
  if (scopes.length === 0) return [];
  const counters = await db.costCounter.findMany({
    where: { month: monthOf(clock.now()), scope: { in: scopes } },
  });
  const usedBy = new Map(counters.map(({ scope, microUsd }) => [scope, Number(microUsd)]));
  return set
    .flatMap(({ kind, scope, budgetMicroUsd }) =>
      budgetMicroUsd === null ? [] : [{ kind, budgetMicroUsd, usedMicroUsd: usedBy.get(scope) ?? 0 }],
    )
    .sort((a, b) => shareOf(b) - shareOf(a));
}

/** 0 to 1, and over once the budget is used up. */
export function shareOf({ usedMicroUsd, budgetMicroUsd }: BudgetUse): number {
  return usedMicroUsd / budgetMicroUsd;
}
