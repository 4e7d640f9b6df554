import { AppError } from "@docsteward/contract/error";
import { JobLimits } from "@docsteward/contract/limits";
import { toUsd } from "@docsteward/platform/money";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type JobBounds, type OwnerContext } from "../context.ts";
import { type Bounds, boundsOf, mayRaiseLimits, requireWithinBound } from "../limit/bounds.ts";
import {
  type BudgetUse,
  figureOf,
  type JobLimitOwners,
  listBudgetUses,
  monthlyBudgetOf,
  type OwnerRow,
} from "../usage/budget.ts";

type JobLimitDetails = {
  /** What each has for itself; of the project, null where the organization alone is asked about. */
  project: JobLimits | null;
  organization: JobLimits;
  /** What holds where neither has anything. */
  installation: JobBounds & { projectUsdPerMonth: number | null; organizationUsdPerMonth: number | null };
  /** How far this month's money is used; none where there is no budget. */
  budgets: BudgetUse[];
};

/** The limits of the jobs of a project or of an organization, and whose each of them is. */
export async function getJobLimits(ctx: OwnerContext): Promise<JobLimitDetails> {
  const { db, project, jobBounds, budgets } = ctx;
  const organization = await db.organization.findUniqueOrThrow({ where: { id: ctx.organization.id } });
  return {
    project: project ? JobLimits.parse(project.jobLimits) : null,
    organization: JobLimits.parse(organization.jobLimits),
    installation: {
      ...jobBounds,
      projectUsdPerMonth: toUsdOrNull(budgets.projectMicroUsd),
      organizationUsdPerMonth: toUsdOrNull(budgets.organizationMicroUsd),
    },
    budgets: await listBudgetUses({ ...ctx, organization }),
  };
}

const toUsdOrNull = (microUsd: number | null) => (microUsd === null ? null : toUsd(microUsd));

// A figure that cannot be is refused with the others of its owner, below.
const Figure = z.number().nullish();

/** Input of `setJobLimits`, from the limits page. */
export const SetJobLimits = z.object({
  /** Whose limits: the project's, or those of its whole organization. */
  owner: z.enum(["project", "organization"]),
  /** A figure sets a limit, null resets it to the default, what is left out does not change. */
  changes: z.object({
    maxSteps: Figure,
    maxTokens: Figure,
    maxMinutes: Figure,
    maxCostUsd: Figure,
    maxCostUsdPerMonth: Figure,
  }),
});
/** Parsed input of `setJobLimits`. */
export type SetJobLimits = z.infer<typeof SetJobLimits>;

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
export async function setJobLimits(ctx: OwnerContext, { owner, changes }: SetJobLimits): Promise<JobLimits> {
  const organizationId = ctx.organization.id;
  const isProject = owner === "project";
  const projectId = isProject ? ctx.project?.id : undefined;
  if (isProject && projectId === undefined) {
    throw new AppError("invalid_request", "No project is named. Name the project in `domain`.");
  }
  const mayRaise = await mayRaiseLimits(ctx);
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    await db.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const organization = await db.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const project =
      projectId === undefined
        ? undefined
        : await db.project.findUniqueOrThrow({ where: { id: projectId, organizationId } });
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
    if (project) await db.project.update({ where: { id: project.id, organizationId }, data });
    else await db.organization.update({ where: { id: organizationId }, data });
    await recordAudit(ctx, {
      organizationId,
      projectId: project?.id ?? null,
      action: "limit.set",
      targetId: current.id,
      details: Object.fromEntries(Object.entries(changes).filter((entry) => entry[1] !== undefined)),
    });
    return jobLimits;
  });
}

type Owners = Partial<JobLimitOwners> & Pick<JobLimitOwners, "organization">;

function boundsFor(
  { jobBounds, budgets }: OwnerContext,
  { project, organization, name }: Owners & { name: keyof JobLimits },
): Pick<Bounds, "bound" | "boundBy"> & { installation: number } {
  if (name !== "maxCostUsdPerMonth") {
    const owners = project ? { project, organization } : { organization };
    return { ...boundsOfJobLimit(owners, { name, installation: jobBounds }), installation: jobBounds[name] };
  }
  const installation = boundInUsd(project ? budgets.projectMicroUsd : budgets.organizationMicroUsd);
  const own = boundsOf({ installation, organization: figureOf(project ?? organization, name) });
  const ofOrganization = project ? boundInUsd(monthlyBudgetOf(organization, budgets.organizationMicroUsd)) : Infinity;
  return ofOrganization < own.bound
    ? { bound: ofOrganization, boundBy: "organization", installation }
    : { ...own, installation };
}

const boundInUsd = (microUsd: number | null) => toUsdOrNull(microUsd) ?? Number.POSITIVE_INFINITY;

function apply(limits: JobLimits, changes: SetJobLimits["changes"]): Record<string, number> {
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

type JobBoundName = keyof JobBounds;

/** The limits of a job: each is the lowest of the project's, its organization's and the installation's. */
export function resolveJobLimits(owners: JobLimitOwners, installation: JobBounds): JobBounds {
  const effective = (name: JobBoundName) => boundsOfJobLimit(owners, { name, installation }).effective;
  return {
    maxSteps: effective("maxSteps"),
    maxTokens: effective("maxTokens"),
    maxMinutes: effective("maxMinutes"),
    maxCostUsd: effective("maxCostUsd"),
  };
}

/** How one limit of a project's jobs is bounded; without a project, one of an organization's. */
function boundsOfJobLimit(
  { project, organization }: { project?: OwnerRow; organization: OwnerRow },
  { name, installation }: { name: JobBoundName; installation: JobBounds },
): Bounds {
  return boundsOf({
    installation: installation[name],
    organization: figureOf(organization, name),
    ...(project && { part: figureOf(project, name) }),
  });
}
