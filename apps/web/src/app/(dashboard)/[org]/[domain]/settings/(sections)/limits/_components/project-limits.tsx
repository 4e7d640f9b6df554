"use client";

import { formatCostLimit } from "@docsteward/platform/money";
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "#components/page-elements.tsx";
import { useProject } from "#components/project-context.tsx";
import { organizationHref } from "#components/project-pages.ts";
import { JOB_LIMIT_FIELDS, JobLimitsForm, withoutMonth } from "#components/settings/job-limits-form.tsx";
import { MonthBudgets } from "#components/settings/month-budgets.tsx";
import { useTRPC } from "#trpc/client.tsx";
import type { JobLimitDetails } from "#trpc/types.ts";
import { DescriptionList, SettingsSection } from "../../_components/settings-section.tsx";

/** What bounds the jobs of a project, and what its organization sets for all of them. */
export function ProjectLimits({ first }: { first: JobLimitDetails }) {
  const { org, domain } = useProject();
  const { data } = useQuery(useTRPC().limit.jobs.queryOptions({ org, domain }, { initialData: first }));
  const { project, organization, installation, budgets } = data;
  return (
    <>
      <MonthBudgets budgets={budgets} />
      <JobLimitsForm
        owner="project"
        title="Jobs of this project"
        description="Empty fields use the organization's limits. Limits here can't exceed them. Reaching the monthly budget stops running jobs and blocks new ones."
        own={project ?? {}}
        inherited={{
          ...installation,
          ...withoutMonth(organization),
          maxCostUsdPerMonth: installation.projectUsdPerMonth ?? undefined,
        }}
      />
      <SettingsSection
        title="Limits of the organization"
        description="Apply to all projects of the organization, with the limits on requests."
        actions={<TextLink href={organizationHref({ org, domain }, "limits")}>Change organization limits</TextLink>}
      >
        <OrganizationFigures limits={organization} />
      </SettingsSection>
    </>
  );
}

function OrganizationFigures({ limits }: { limits: JobLimitDetails["organization"] }) {
  const facts = JOB_LIMIT_FIELDS.flatMap(({ name, label }) => {
    const figure = limits[name];
    if (figure === undefined) return [];
    const isMoney = name === "maxCostUsd" || name === "maxCostUsdPerMonth";
    return [{ label, value: isMoney ? formatCostLimit(figure) : figure.toLocaleString("en") }];
  });
  if (facts.length === 0) {
    return <p className="text-muted-foreground">The organization sets no job limits. The installation's apply.</p>;
  }
  return <DescriptionList facts={facts} />;
}
