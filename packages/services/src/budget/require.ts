import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { formatUsd } from "./format-usd.ts";
import { nextMonth } from "./month.ts";
import { type BudgetUse, readBudgetUses } from "./read-uses.ts";
import { remedyOf } from "./remedy.ts";

/**
 * Lets new work begin only while there is money for it this month.
 *
 * @throws AppError `budget_exceeded`, with the seconds until the next month as `Retry-After`
 */
export async function requireBudget(ctx: ServiceContext, tx: Transaction): Promise<void> {
  const { project } = ctx;
  const [nearest] = await readBudgetUses(ctx, tx, { project, organization: project.organization });
  if (nearest && nearest.share >= 1) throw refusal(nearest, ctx.clock.now());
}

function refusal({ kind, budgetMicroUsd }: BudgetUse, now: Date): AppError {
  const next = nextMonth(now);
  const month = now.toLocaleString("en", { month: "long", year: "numeric", timeZone: "UTC" });
  return new AppError(
    "budget_exceeded",
    `This ${kind}'s budget of ${formatUsd(budgetMicroUsd)} for ${month} is used up. ${remedyOf(kind, now)}`,
    {
      retryAfterSeconds: Math.ceil((next.getTime() - now.getTime()) / 1_000),
      violatedPolicies: [`${kind}-cost-month`],
    },
  );
}
