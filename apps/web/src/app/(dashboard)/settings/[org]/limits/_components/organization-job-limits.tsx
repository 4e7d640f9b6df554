"use client";

import { useQuery } from "@tanstack/react-query";
import { useMembership } from "#components/project-context.tsx";
import { JobLimitsForm } from "#components/settings/job-limits-form.tsx";
import { MonthBudgets } from "#components/settings/month-budgets.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { JobLimitDetails } from "#trpc/types.ts";

/** What bounds the jobs of all projects of an organization. */
export function OrganizationJobLimits({ first }: { first: JobLimitDetails }) {
  const { org } = useMembership();
  const { data } = useQuery(useTRPC().limit.jobs.queryOptions({ org }, { initialData: first }));
  const { organization, installation, budgets } = data;
  return (
    <>
      <MonthBudgets budgets={budgets} />
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
