import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import { removeCaches } from "@docsteward/git/cache/prune-caches";
import { recordAudit } from "../audit/record.ts";
import type { ProjectContext } from "../context.ts";

/** A project of years has millions of rows. */
const TIMEOUT_MS = 10 * 60_000;

/**
 * Deletes a project with everything that is known of it: jobs, pull requests of a local repository, pages, threads, its assistant
 * keys, webhooks, limits and counts. Workers stop what they are doing for it. The repository itself, and the organization's admin
 * keys and audit trail, stay.
 *
 * @param input.domain the project's domain once more, so that none is deleted by mistake
 * @throws AppError `invalid_request` when that is another
 */
export async function deleteProject(ctx: ProjectContext, { domain }: { domain: string }): Promise<void> {
  const { db, project, actor, clock, memory, sites, dataDir } = ctx;
  const { id: projectId, organizationId, repository } = project;
  if (domain !== project.domain) {
    const message = `The project was not deleted. Type ${project.domain} to confirm.`;
    throw new AppError("invalid_request", message, { details: [{ path: "domain", message }] });
  }
  const work = async (tx: Transaction) => {
    // Whoever adds something to the project waits here, and then finds it gone.
    await tx.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
    const active = await tx.job.findMany({ where: { projectId, status: "active" }, select: { id: true } });
    for (const { id } of active) await notify(tx, "cancel", id);
    await deleteRows(tx, projectId);
    await notify(tx, "site", projectId);
    const details = { domain, repository, jobsStopped: active.length };
    const action = "project.deleted";
    await recordAudit(tx, { organizationId, projectId, actor, action, targetId: projectId, details, at: clock.now() });
    return tx.project.count({ where: { repository } });
  };
  const others = await withTransaction(db, work, { timeoutMs: TIMEOUT_MS });
  memory.forget();
  sites.expire(projectId);
  if (others === 0) await removeCaches(dataDir, repository);
}

/** What hangs on the project by a foreign key goes with its row; here is the rest. */
async function deleteRows(tx: Transaction, projectId: string): Promise<void> {
  const keys = await tx.apiKey.findMany({ where: { projectId }, select: { id: true } });
  const owners = [projectId, ...keys.map(({ id }) => id)];
  await tx.limitOverride.deleteMany({ where: { ownerId: { in: owners } } });
  await tx.modelProvider.deleteMany({ where: { ownerId: projectId } });
  await tx.costCounter.deleteMany({ where: { scope: `project:${projectId}` } });
  await tx.$executeRaw`DELETE FROM "LimitCounter" WHERE split_part(key, ':', 2) = ANY(${owners}::text[])`;
  await tx.apiKey.deleteMany({ where: { projectId } });
  await tx.pullRequest.deleteMany({ where: { projectId } });
  await tx.job.deleteMany({ where: { projectId } });
  await tx.project.delete({ where: { id: projectId } });
}
