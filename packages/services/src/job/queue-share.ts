import { AppError } from "@docsteward/contract/error";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext } from "../context.ts";

/** Input of `setQueueShare`, from the command line. */
export const SetQueueShare = z.object({
  owner: z.enum(["project", "organization"]),
  /** Most jobs that workers hold at one time; null for the installation's limit, left out for no change. */
  maxActiveJobs: z.int().min(1).max(10_000).nullish(),
  /** An organization's share of the workers beside others. */
  weight: z.int().min(1).max(100).optional(),
});
/** Parsed input of `setQueueShare`. */
export type SetQueueShare = z.infer<typeof SetQueueShare>;

/** What a project or an organization has for itself; only organizations have a weight. */
export type QueueShare = { maxActiveJobs: number | null; weight: number | null };

/**
 * Changes how many jobs of a project or organization run at one time, and how large an organization's share of the workers is.
 * For the operator: it is at the cost of others. Applies to the next job that gets its turn.
 *
 * @throws AppError `invalid_request` for the weight of a project
 */
export async function setQueueShare(ctx: ProjectContext, input: SetQueueShare): Promise<QueueShare> {
  const { owner, maxActiveJobs, weight } = input;
  const isProject = owner === "project";
  if (isProject && weight !== undefined)
    throw new AppError("invalid_request", "A project has no weight. Set its organization's with --organization.");
  const { id: projectId, organizationId } = ctx.project;
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const row = isProject
      ? await db.project.update({ where: { id: projectId, organizationId }, data: { maxActiveJobs } })
      : await db.organization.update({
          where: { id: organizationId },
          data: { maxActiveJobs, ...(weight !== undefined && { queueWeight: weight }) },
        });
    if (maxActiveJobs !== undefined || weight !== undefined)
      await recordAudit(ctx, {
        organizationId,
        projectId: isProject ? projectId : null,
        action: "limit.set",
        targetId: isProject ? projectId : organizationId,
        details: {
          ...(maxActiveJobs !== undefined && { maxActiveJobs }),
          ...(weight !== undefined && { weight }),
        },
      });
    return { maxActiveJobs: row.maxActiveJobs, weight: "queueWeight" in row ? row.queueWeight : null };
  });
}
