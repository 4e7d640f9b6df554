"use client";
import { Meter } from "@docsteward/ui/meter";
import { useQuery } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";
import { useTRPC } from "../../../../../../../trpc/api.ts";
import { useSite } from "../../../../../_components/site-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { JobLimitsForm } from "./job-limits-form.tsx";

export type JobLimitDetails = inferRouterOutputs<AppRouter>["limit"]["jobs"];

const WHOSE = { project: "This project", organization: "The organization" } as const;

/** What bounds a job, and the money of a month. */
export function JobLimitsView({ first }: { first: JobLimitDetails }) {
  const { org, domain } = useSite();
  const trpc = useTRPC();
  const { data: details } = useQuery(trpc.limit.jobs.queryOptions({ org, domain }, { initialData: first }));
  const { project, organization, installation, budgets } = details;
  return (
    <>
      {budgets.length > 0 && (
        <SettingsSection
          title="This month"
          description="Cost of jobs and answers since the 1st (UTC), where prices are known."
        >
          <ul className="flex flex-col gap-4">
            {budgets.map(({ kind, budgetMicroUsd, share }) => {
              const text = `${toUsd(share * budgetMicroUsd)} of ${toUsd(budgetMicroUsd)}`;
              return (
                <li key={kind} className="flex flex-col gap-1.5">
                  <p className="flex justify-between gap-3">
                    <span className="font-medium">{WHOSE[kind]}</span>
                    <span className="tabular-nums">{text}</span>
                  </p>
                  <Meter
                    label={`${WHOSE[kind]}: monthly budget`}
                    value={share}
                    max={1}
                    text={text}
                    tone={share >= 1 ? "destructive" : share >= 0.8 ? "warning" : "brand"}
                  />
                </li>
              );
            })}
          </ul>
        </SettingsSection>
      )}
      <JobLimitsForm
        owner="project"
        title="Jobs of this project"
        description="Empty fields use the organization's limits. Limits here can't exceed them. Reaching the monthly budget stops running jobs and blocks new ones."
        own={project}
        inherited={{
          ...installation,
          ...withoutMonth(organization),
          maxCostUsdPerMonth: installation.projectUsdPerMonth ?? undefined,
        }}
      />
      <JobLimitsForm
        owner="organization"
        title="Jobs of the organization"
        description="Apply to every project of the organization. The monthly budget covers all projects together. Empty fields use the installation's limits. Only the operator can raise those."
        own={organization}
        inherited={{ ...installation, maxCostUsdPerMonth: installation.organizationUsdPerMonth ?? undefined }}
      />
    </>
  );
}

function withoutMonth({ maxCostUsdPerMonth: _, ...limits }: JobLimitDetails["organization"]) {
  return limits;
}

function toUsd(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
