import type { Usage } from "@docsteward/services/usage/get";
import type { LimitStand } from "@docsteward/services/usage/list-limit-uses";
import { formatCost } from "../../../../_components/format-cost.ts";
import { LimitRow } from "./limit-row.tsx";
import { Section } from "./section.tsx";

const WHAT: Record<LimitStand["name"], string> = {
  "agent-hour": "Jobs and messages to jobs",
  "agent-v1-hour": "Jobs through version 1 (deprecated)",
  "key-month": "Calls of the assistant",
  "org-hour": "Calls of the assistant",
  "ip-day": "Calls of the assistant",
};

const WHOSE = { project: "this project", organization: "the organization", address: "each address of a reader" };

/** Each limit and budget: how much of it is used, and when it starts again. */
export function Limits({ limits, months }: Pick<Usage, "limits" | "months">) {
  const shown = limits.filter(({ name, used }) => name !== "agent-v1-hour" || used);
  return (
    <Section title="Limits" hint="Windows are those of the calendar in UTC. The line on a bar marks four fifths.">
      <ul className="divide-y rounded-lg border">
        {shown.map(({ name, of, window, quota, used, resetsAt }) => (
          <LimitRow
            key={`${name} ${of.kind === "key" ? of.id : of.kind}`}
            title={WHAT[name]}
            whose={`${of.kind === "key" ? `key ${of.name}` : WHOSE[of.kind]}, each ${window}`}
            used={used}
            cap={quota}
            format={(count) => count.toLocaleString("en")}
            resetsAt={resetsAt}
          />
        ))}
        {months.map(({ of, costUsd, budgetUsd, resetsAt }) => (
          <LimitRow
            key={of}
            title="Cost of models"
            whose={`${WHOSE[of]}, each month`}
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
