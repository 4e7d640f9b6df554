import { AppError } from "@docsteward/contract/error";
import { JobLimits } from "@docsteward/contract/job-limits";
import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";

export type SetJobLimitsInput = {
  /** Whose limits: the project's, or those of its whole organization. */
  owner: "project" | "organization";
  /** A figure sets a limit, null goes back to what holds without one, what is left out stays. */
  changes: { [K in keyof JobLimits]?: JobLimits[K] | null };
};

/**
 * Changes the limits that the jobs of a project, or of its organization, have for themselves. Jobs at work keep those they were
 * opened with; the money of a month counts at once.
 *
 * @returns the owner's own limits as they are now
 * @throws AppError `invalid_request` naming the figure that cannot be
 */
export async function setJobLimits(ctx: ServiceContext, { owner, changes }: SetJobLimitsInput): Promise<JobLimits> {
  const { id: projectId, organizationId } = ctx.project;
  const isProject = owner === "project";
  return withTransaction(ctx.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const { jobLimits } = isProject
      ? await tx.project.findUniqueOrThrow({ where: { id: projectId, organizationId } })
      : await tx.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const changed = Object.entries({ ...JobLimits.parse(jobLimits), ...changes }).filter(([, value]) => value != null);
    const limits = requireLimits(Object.fromEntries(changed));
    const data = { jobLimits: limits };
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
    return limits;
  });
}

function requireLimits(limits: object): JobLimits {
  const parsed = JobLimits.safeParse(limits);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
  const [first] = details;
  throw new AppError("invalid_request", `${first?.path} cannot be that: ${first?.message}.`, { details });
}
