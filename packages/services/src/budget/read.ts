import type { Services } from "../context.ts";
import { formatUsd } from "./format-usd.ts";
import { type BudgetOwner, readBudgetUses } from "./read-uses.ts";
import { remedyOf } from "./remedy.ts";

/**
 * How much of this month's money (UTC) a project and its organization have used, whichever is nearer its end.
 *
 * @returns `share` from 0 to 1 and over, the budget in words (`$50 a month for this project`), and a sentence with what people
 *   can do once it is used up; null without a budget
 */
export async function readBudget(
  services: Pick<Services, "db" | "budgets" | "clock">,
  owner: BudgetOwner,
): Promise<{ share: number; name: string; remedy: string } | null> {
  const [nearest] = await readBudgetUses(services, services.db, owner);
  if (!nearest) return null;
  return {
    share: nearest.share,
    name: `${formatUsd(nearest.budgetMicroUsd)} per month for this ${nearest.kind}`,
    remedy: remedyOf(nearest.kind, services.clock.now()),
  };
}
