import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { LIMIT_NAMES } from "@docsteward/contract/limits";
import { forgetEntries } from "@docsteward/db/forget-entries";
import { notify } from "@docsteward/db/notify";
import { removeCaches } from "@docsteward/git/cache/prune-caches";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { counterKey } from "../limit/rules.ts";
import { forgetErrors } from "../recent-error.ts";
import { deleteUnusedCredentials } from "../repository-credential.ts";

/** A project of years has millions of rows. */
const TIMEOUT_MS = 10 * 60_000;

/** Input of `deleteProject`: the confirmation that the owner typed. */
export type DeleteProject = z.infer<typeof DeleteProject>;
/** Input of `deleteProject`, with the confirmation. */
export const DeleteProject = z.object({
  /** The project's domain once more, so that none is deleted by mistake. */
  typed: Id,
});

/**
 * Deletes a project with everything that is known of it: jobs, pull requests of a local repository, pages, threads, its assistant
 * keys, webhooks, limits and counts. Workers stop what they are doing for it. The repository itself, and the organization's admin
 * keys and audit trail, stay.
 *
 * @throws AppError `invalid_request` for another domain than the project's
 */
export async function deleteProject(ctx: ProjectContext, { typed }: DeleteProject): Promise<void> {
  const { project, memory, sites, dataDir } = ctx;
  const { id: projectId, organizationId, domain, repository } = project;
  if (typed !== domain) {
    const message = `The project was not deleted. Type ${domain} to confirm.`;
    throw new AppError("invalid_request", message, { details: [{ path: "domain", message }] });
  }
  const work = async (within: ProjectContext) => {
    const { db } = within;
    // What adds something to the project waits here, and then finds it gone.
    await db.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
    const active = await db.job.findMany({ where: { projectId, status: "active" }, select: { id: true } });
    for (const { id } of active) await notify(db, "cancel", id);
    await deleteProjectRows(within);
    await deleteUnusedCredentials(within, { organizationId });
    await forgetErrors(within);
    await notify(db, "site", projectId);
    const details = { domain, repository, jobsStopped: active.length };
    await recordAudit(within, { organizationId, projectId, action: "project.deleted", targetId: projectId, details });
    afterCommit(within, () => {
      memory.forget();
      sites.expire(projectId);
    });
    return db.project.count({ where: { repository } });
  };
  const others = await inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
  if (others === 0) await removeCaches(dataDir, repository);
}

/** Deletes what no foreign key removes together with the project's row. */
export async function deleteProjectRows({ db, project }: Pick<ProjectContext, "db" | "project">): Promise<void> {
  const { id: projectId } = project;
  const keys = await db.apiKey.findMany({ where: { projectId }, select: { id: true } });
  const owners = [projectId, ...keys.map(({ id }) => id)];
  await db.limitOverride.deleteMany({ where: { ownerId: { in: owners } } });
  await db.modelProvider.deleteMany({ where: { ownerId: projectId } });
  await db.queueTurn.deleteMany({ where: { ownerId: projectId } });
  await db.waitingJob.deleteMany({ where: { projectId } });
  await db.costCounter.deleteMany({ where: { scope: `project:${projectId}` } });
  await deleteCounters({ db }, owners);
  await db.apiKey.deleteMany({ where: { projectId } });
  await forgetEntries(db, { projectId });
  await db.pullRequest.deleteMany({ where: { projectId } });
  await db.job.deleteMany({ where: { projectId } });
  await db.project.delete({ where: { id: projectId } });
}

/** Deletes the counts of projects, keys or an organization, by their keys: the table holds those of all tenants. */
export async function deleteCounters({ db }: Pick<ProjectContext, "db">, owners: readonly string[]): Promise<void> {
  const keys = owners.flatMap((owner) => LIMIT_NAMES.map((name) => counterKey(name, owner)));
  await db.$executeRaw`DELETE FROM "LimitCounter" WHERE key = ANY(${keys}::text[])`;
}
