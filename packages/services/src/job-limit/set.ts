import { AppError } from "@docsteward/contract/error";
import { JobLimits } from "@docsteward/contract/job-limits";
import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";
import { type Bounds, boundsOf, requireWithinBound } from "../limit/bounds.ts";
import { mayRaiseLimits } from "../limit/may-raise.ts";
import { boundsOfJobLimit, figureOf, type JobLimitOwners, monthlyBudgetOf } from "./of-job.ts";

export type SetJobLimitsInput = {
  /** Whose limits: the project's, or those of its whole organization. */
  owner: "project" | "organization";
  /** A figure sets a limit, null goes back to the default, what is left out does not change. */
  changes: { [K in keyof JobLimits]?: JobLimits[K] | null };
};

/**
 * Changes the limits that the jobs of a project, or of its organization, have for themselves. Running jobs keep the limits they were
 * opened with; the monthly budget applies immediately.
 *
 * A figure above the installation's default is a grant, which the command line and owners of the first organization give. Going back to
 * the default gives it up.
 *
 * @returns the owner's own limits as they are now
 * @throws AppError `invalid_request` naming the figure that cannot be, or the bound that it is above
 */
export async function setJobLimits(ctx: ServiceContext, { owner, changes }: SetJobLimitsInput): Promise<JobLimits> {
  const { id: projectId, organizationId } = ctx.project;
  const isProject = owner === "project";
  const mayRaise = await mayRaiseLimits(ctx, ctx.actor);
  return withTransaction(ctx.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const project = isProject
      ? await tx.project.findUniqueOrThrow({ where: { id: projectId, organizationId } })
      : undefined;
    const current = project ?? organization;
    const jobLimits = requireLimits(apply(JobLimits.parse(current.jobLimits), changes));
    const grants = Object.entries(changes).flatMap(([key, figure]) => {
      if (figure === undefined) return [];
      const name = key as keyof JobLimits;
      if (figure === null) return [[name, null]];
      const { installation, ...bounds } = boundsFor(ctx, { project, organization, name });
      return [[name, requireWithinBound(bounds, { name, figure, installation, mayRaise }) ?? null]];
    });
    const grantedJobLimits = apply(JobLimits.parse(current.grantedJobLimits), Object.fromEntries(grants));
    const data = { jobLimits, grantedJobLimits };
    if (isProject) await tx.project.update({ where: { id: projectId, organizationId }, data });
    else await tx.organization.update({ where: { id: organizationId }, data });
    await recordAudit(tx, {
      organizationId,
      projectId: isProject ? projectId : null,
      actor: ctx.actor,
      action: "limit.set",
      targetId: isProject ? projectId : organizationId,
      details: Object.fromEntries(Object.entries(changes).filter((entry) => entry[1] !== undefined)),
      at: ctx.clock.now(),
    });
    return jobLimits;
  });
}

type Owners = Partial<JobLimitOwners> & Pick<JobLimitOwners, "organization">;

function boundsFor(
  { jobBounds, budgets }: ServiceContext,
  { project, organization, name }: Owners & { name: keyof JobLimits },
): Pick<Bounds, "bound" | "boundBy"> & { installation: number } {
  if (name !== "maxCostUsdPerMonth") {
    const owners = project ? { project, organization } : { organization };
    return { ...boundsOfJobLimit(owners, { name, installation: jobBounds }), installation: jobBounds[name] };
  }
  const installation = toUsd(project ? budgets.projectMicroUsd : budgets.organizationMicroUsd);
  const own = boundsOf({ installation, organization: figureOf(project ?? organization, name) });
  const ofOrganization = project ? toUsd(monthlyBudgetOf(organization, budgets.organizationMicroUsd)) : Infinity;
  return ofOrganization < own.bound
    ? { bound: ofOrganization, boundBy: "organization", installation }
    : { ...own, installation };
}

const toUsd = (microUsd: number | null) => (microUsd === null ? Number.POSITIVE_INFINITY : microUsd / 1_000_000);

function apply(limits: JobLimits, changes: SetJobLimitsInput["changes"]): Record<string, number> {
  const given = Object.entries(changes).filter(([, figure]) => figure !== undefined);
  const entries = Object.entries({ ...limits, ...Object.fromEntries(given) });
  return Object.fromEntries(entries.flatMap(([name, figure]) => (figure == null ? [] : [[name, figure]])));
}

function requireLimits(limits: object): JobLimits {
  const parsed = JobLimits.safeParse(limits);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const [first] = details;
  throw new AppError("invalid_request", `${first?.path} is invalid: ${first?.message}.`, { details });
}
