import { formatCost, NEARLY_USED } from "@docsteward/platform/money";
import { Meter } from "@docsteward/ui/meter";
import { SettingsSection } from "#app/(dashboard)/[org]/[domain]/settings/(sections)/_components/settings-section.tsx";
import type { JobLimitDetails } from "#trpc/types.ts";

const WHOSE = { project: "This project", organization: "The organization" } as const;

/** How far the budgets of this month are used; nothing where there are none. */
export function MonthBudgets({ budgets }: Pick<JobLimitDetails, "budgets">) {
  if (budgets.length === 0) return null;
  return (
    <SettingsSection
      title="This month"
      description="Cost of jobs and answers since the 1st (UTC), where prices are known."
    >
      <ul className="flex flex-col gap-4">
        {budgets.map(({ of, costUsd, budgetUsd, share }) => {
          const text = `${formatCost(costUsd)} of ${formatCost(budgetUsd)}`;
          return (
            <li key={of} className="flex flex-col gap-1.5">
              <p className="flex justify-between gap-3">
                <span className="font-medium">{WHOSE[of]}</span>
                <span className="tabular-nums">{text}</span>
              </p>
              <Meter
                label={`${WHOSE[of]}: monthly budget`}
                value={share}
                max={1}
                text={text}
                tone={share >= 1 ? "destructive" : share >= NEARLY_USED ? "warning" : "brand"}
              />
            </li>
          );
        })}
      </ul>
    </SettingsSection>
  );
}
