import { JobLimits } from "@docsteward/contract/job-limits";
import type { Organization, Project } from "@docsteward/db/client";

export type JobLimitOwners = {
  project: Pick<Project, "jobLimits">;
  organization: Pick<Organization, "jobLimits">;
};

/** What bounds one job. */
export type JobBounds = Required<Omit<JobLimits, "maxCostUsdPerMonth">>;

/** The limits of a job: the project's own, else its organization's, else the installation's. */
export function limitsOfJob({ project, organization }: JobLimitOwners, installation: JobBounds): JobBounds {
  const { maxCostUsdPerMonth: _organizations, ...ofOrganization } = JobLimits.parse(organization.jobLimits);
  const { maxCostUsdPerMonth: _projects, ...ofProject } = JobLimits.parse(project.jobLimits);
  return { ...installation, ...ofOrganization, ...ofProject };
}

/** The money an owner may spend in a month by its own limits, in millionths of a US dollar; undefined when it has none. */
export function monthOfOwner({ jobLimits }: { jobLimits: unknown }): number | undefined {
  const { maxCostUsdPerMonth } = JobLimits.parse(jobLimits);
  return maxCostUsdPerMonth === undefined ? undefined : Math.round(maxCostUsdPerMonth * 1_000_000);
}
