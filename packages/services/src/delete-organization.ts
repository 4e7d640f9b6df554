import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { notify } from "@docsteward/db/notify";
import { removeCaches } from "@docsteward/git/cache/prune-caches";
import { z } from "zod";
import { afterCommit, inTransaction, type SystemContext } from "./context.ts";
import { requireOrganization } from "./organization.ts";
import { deleteProjectRows } from "./project/delete.ts";

/** An organization of years has millions of rows. */
const TIMEOUT_MS = 30 * 60_000;

/** Input of `deleteOrganization`: its short name, and the same again as the confirmation. */
export type DeleteOrganization = z.infer<typeof DeleteOrganization>;
/** Input of `deleteOrganization`, from the operator. */
export const DeleteOrganization = z.object({ org: Id, typed: Id });

/**
 * Deletes an organization with its projects and everything that is known of them, its keys, members' roles, limits, models, counts,
 * accounts at GitHub and audit log. The people's accounts stay: they may belong to others. So do the repositories.
 *
 * @returns how many projects
 * @throws AppError `not_found`; `invalid_request` without the confirmation
 */
export async function deleteOrganization(
  ctx: SystemContext,
  { org, typed }: DeleteOrganization,
): Promise<{ projects: number }> {
  const organization = await requireOrganization(ctx, { org });
  if (typed !== org) throw new AppError("invalid_request", `Nothing was deleted. Type ${org} to confirm.`);
  const { id: organizationId } = organization;
  const work = async (within: SystemContext) => {
    const { db } = within;
    const projects = await db.project.findMany({ where: { organizationId } });
    // What adds something to a project waits here, and then finds it gone.
    await db.$queryRaw`SELECT 1 FROM "Project" WHERE "organizationId" = ${organizationId} FOR UPDATE`;
    for (const project of projects) {
      const active = await db.job.findMany({
        where: { projectId: project.id, status: "active" },
        select: { id: true },
      });
      for (const { id } of active) await notify(db, "cancel", id);
      await deleteProjectRows({ db, project });
      await notify(db, "site", project.id);
    }
    const keys = await db.apiKey.findMany({ where: { organizationId }, select: { id: true } });
    const owners = [organizationId, ...keys.map(({ id }) => id)];
    await db.$executeRaw`DELETE FROM "LimitCounter" WHERE split_part(key, ':', 2) = ANY(${owners}::text[])`;
    await db.apiKey.deleteMany({ where: { organizationId } });
    await db.costCounter.deleteMany({ where: { scope: `organization:${organizationId}` } });
    await db.queueTurn.deleteMany({ where: { ownerId: organizationId } });
    await db.waitingJob.deleteMany({ where: { organizationId } });
    await db.gitHubInstallation.deleteMany({ where: { organizationId } });
    // Roles, invitations, limits, models and the audit log go with it.
    await db.organization.delete({ where: { id: organizationId } });
    afterCommit(within, () => {
      ctx.memory.forget();
      for (const { id } of projects) ctx.sites.expire(id);
    });
    return projects;
  };
  const projects = await inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
  for (const repository of new Set(projects.map((project) => project.repository))) {
    if ((await ctx.db.project.count({ where: { repository } })) === 0) await removeCaches(ctx.dataDir, repository);
  }
  ctx.log.info({ organizationId, projects: projects.length }, "organization deleted");
  return { projects: projects.length };
}
