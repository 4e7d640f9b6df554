import { nextMonth } from "./month.ts";
import type { BudgetUse } from "./read-uses.ts";

const VARIABLE = {
  project: "PROJECT_MAX_COST_USD_PER_MONTH",
  organization: "ORGANIZATION_MAX_COST_USD_PER_MONTH",
} as const;

/** What people can do once a month's budget is used up. */
export function remedyOf(kind: BudgetUse["kind"], now: Date): string {
  const day = nextMonth(now).toLocaleString("en", { month: "long", day: "numeric", timeZone: "UTC" });
  return `It resets on ${day} (UTC). To raise it, use Settings > Limits and budgets, \`docsteward limit job\`, or ${VARIABLE[kind]}.`;
}
