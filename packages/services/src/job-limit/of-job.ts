import { JobLimits } from "@docsteward/contract/job-limits";
import type { Organization, Project } from "@docsteward/db/client";
import { type Bounds, boundsOf } from "../limit/bounds.ts";

type OwnerRow = Pick<Project | Organization, "jobLimits" | "grantedJobLimits">;
export type JobLimitOwners = { project: OwnerRow; organization: OwnerRow };

/** What bounds one job. */
export type JobBounds = Required<Omit<JobLimits, "maxCostUsdPerMonth">>;
export type JobBoundName = keyof JobBounds;

/** The limits of a job: each is the lowest of the project's, its organization's and the installation's. */
export function limitsOfJob(owners: JobLimitOwners, installation: JobBounds): JobBounds {
  const effective = (name: JobBoundName) => boundsOfJobLimit(owners, { name, installation }).effective;
  return {
    maxSteps: effective("maxSteps"),
    maxTokens: effective("maxTokens"),
    maxMinutes: effective("maxMinutes"),
    maxCostUsd: effective("maxCostUsd"),
  };
}

/** How one limit of a project's jobs is bounded; without a project, one of an organization's. */
export function boundsOfJobLimit(
  { project, organization }: { project?: OwnerRow; organization: OwnerRow },
  { name, installation }: { name: JobBoundName; installation: JobBounds },
): Bounds {
  return boundsOf({
    installation: installation[name],
    organization: figureOf(organization, name),
    ...(project && { part: figureOf(project, name) }),
  });
}

export function figureOf({ jobLimits, grantedJobLimits }: OwnerRow, name: keyof JobLimits) {
  return { own: JobLimits.parse(jobLimits)[name], granted: JobLimits.parse(grantedJobLimits)[name] };
}

/**
 * The money that an owner may spend in a month, in millionths of a US dollar; null without a bound. A project's is counted apart from
 * its organization's, and both hold.
 *
 * @param installation what the operator gives an owner of this kind
 */
export function monthlyBudgetOf(owner: OwnerRow, installation: number | null): number | null {
  const { own, granted } = figureOf(owner, "maxCostUsdPerMonth");
  const figures = { own: toMicroUsd(own), granted: toMicroUsd(granted) };
  const { effective } = boundsOf({ installation: installation ?? Number.POSITIVE_INFINITY, organization: figures });
  return effective === Number.POSITIVE_INFINITY ? null : effective;
}

const toMicroUsd = (usd: number | undefined) => (usd === undefined ? undefined : Math.round(usd * 1_000_000));
