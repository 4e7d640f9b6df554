import type { Usage } from "@docsteward/services/usage/get";
import type { LimitStand } from "@docsteward/services/usage/list-limit-uses";
import { formatCost } from "../../../../_components/format-cost.ts";
import { LimitRow } from "./limit-row.tsx";
import { Section } from "./section.tsx";

const WHAT: Record<LimitStand["name"], string> = {
  "agent-hour": "Jobs and job messages",
  "agent-v1-hour": "Jobs, API version 1 (deprecated)",
  "key-month": "Assistant requests",
  "org-hour": "Assistant requests",
  "ip-day": "Assistant requests",
};

const WHOSE = { project: "this project", organization: "organization", address: "per reader IP" };
const PERIODS: Record<LimitStand["window"], string> = { hour: "hourly", day: "daily", month: "monthly" };

/** Each limit and budget: how much of it is used, and when it starts again. */
export function Limits({ limits, months }: Pick<Usage, "limits" | "months">) {
  const shown = limits.filter(({ name, used }) => name !== "agent-v1-hour" || used);
  return (
    <Section title="Limits" hint="Limits reset on UTC calendar boundaries. The tick marks 80 %.">
      <ul className="divide-y rounded-lg border">
        {shown.map(({ name, of, window, quota, used, resetsAt }) => (
          <LimitRow
            key={`${name} ${of.kind === "key" ? of.id : of.kind}`}
            title={WHAT[name]}
            whose={`${of.kind === "key" ? `key ${of.name}` : WHOSE[of.kind]}, ${PERIODS[window]}`}
            used={used}
            cap={quota}
            format={(count) => count.toLocaleString("en")}
            resetsAt={resetsAt}
          />
        ))}
        {months.map(({ of, costUsd, budgetUsd, resetsAt }) => (
          <LimitRow
            key={of}
            title="Model cost"
            whose={`${WHOSE[of]}, monthly`}
            used={costUsd}
            cap={budgetUsd}
            format={formatCost}
            resetsAt={resetsAt}
          />
        ))}
      </ul>
    </Section>
  );
}
