import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { type ExportedTable, exportRows } from "@docsteward/db/export-rows";
import { notify } from "@docsteward/db/notify";
import { removeCaches } from "@docsteward/git/cache/prune-caches";
import { z } from "zod";
import { afterCommit, inTransaction, type SystemContext } from "./context.ts";
import { requireOrganization } from "./organization.ts";
import { deleteCounters, deleteProjectRows } from "./project/delete.ts";
import { forgetErrors } from "./recent-error.ts";

/** Input of `exportOrganization`: its short name, and the file to create. */
export type ExportOrganization = z.infer<typeof ExportOrganization>;
/** Input of `exportOrganization`, from the operator. */
export const ExportOrganization = z.object({ org: Id, file: z.string().min(1) });

const PROJECTS = `(SELECT id FROM "Project" WHERE "organizationId" = $1)`;
const JOBS = `(SELECT id FROM "Job" WHERE "projectId" IN ${PROJECTS})`;
const AUTOMATIONS = `(SELECT id FROM "Automation" WHERE "projectId" IN ${PROJECTS})`;
const KEYS = `(SELECT id FROM "ApiKey" WHERE "organizationId" = $1)`;
const WEBHOOKS = `(SELECT id FROM "WebhookEndpoint" WHERE "projectId" IN ${PROJECTS})`;

const ofOrganization = (name: string, without?: string[]): ExportedTable => ({
  name,
  where: `"organizationId" = $1`,
  without,
});
const ofProject = (name: string, without?: string[]): ExportedTable => ({
  name,
  where: `"projectId" IN ${PROJECTS}`,
  without,
});
const ofJob = (name: string): ExportedTable => ({ name, where: `"jobId" IN ${JOBS}` });
const ofKey = (name: string): ExportedTable => ({ name, where: `"keyId" IN ${KEYS}` });

/** What an organization gets of itself. Hashes, sealed secrets and vectors are of no use elsewhere. */
export const EXPORTED: readonly ExportedTable[] = [
  { name: "Organization", where: "id = $1" },
  {
    name: "User",
    where: `id IN (SELECT "userId" FROM "Membership" WHERE "organizationId" = $1)`,
    without: ["emailVerified", "image"],
  },
  ofOrganization("Membership"),
  ofOrganization("Invitation", ["hash"]),
  ofOrganization("Project"),
  ofOrganization("ApiKey", ["hash", "secretId"]),
  ofKey("KeyUse"),
  ofKey("KeyNetwork"),
  ofKey("DeprecatedCall"),
  ofOrganization("LimitOverride"),
  ofOrganization("ModelProvider", ["apiKey"]),
  ofOrganization("RepositoryCredential", ["secret"]),
  ofOrganization("AuditEvent"),
  ofOrganization("GitHubInstallation"),
  { name: "CostCounter", where: `scope = 'organization:' || $1 OR substr(scope, 9) IN ${PROJECTS}` },
  ofProject("ReaderAccess", ["secret"]),
  ofProject("SlackCommand", ["signingSecret"]),
  ofProject("ClientSignIn", ["clientSecret"]),
  ofProject("OAuthGrant"),
  ofProject("Source"),
  ofProject("SavedPrompt"),
  ofProject("Automation", ["webhookSecret"]),
  ofProject("AutomationReport"),
  ofProject("AutomationRun"),
  { name: "AutomationPosition", where: `"automationId" IN ${AUTOMATIONS}` },
  ofProject("AutomationFile"),
  ofProject("AutomationFileChange"),
  ofProject("Job", ["search"]),
  ofJob("JobMessage"),
  ofJob("JournalEntry"),
  ofJob("JobEvent"),
  ofJob("GitHubMention"),
  ofProject("PullRequest"),
  ofProject("Thread"),
  ofProject("ThreadTurn"),
  ofProject("Gap", ["vector", "embedderId"]),
  ofProject("Topic"),
  ofProject("GoldenQuestion"),
  ofProject("EvalRun"),
  ofProject("AssistantDay"),
  ofProject("UsageDay"),
  ofProject("CitedPageDay"),
  ofProject("SearchDay"),
  ofProject("SearchClickDay"),
  ofProject("SiteIndex"),
  ofProject("WebhookEndpoint", ["secret", "previousSecret"]),
  { name: "WebhookDelivery", where: `"endpointId" IN ${WEBHOOKS}` },
  {
    name: "WebhookAttempt",
    where: `"deliveryId" IN (SELECT id FROM "WebhookDelivery" WHERE "endpointId" IN ${WEBHOOKS})`,
  },
];

/**
 * Writes everything that is known of an organization into an archive of JSON lines. Pages are left out: they are in its repositories.
 *
 * @returns the rows of each table
 * @throws AppError `not_found`; DatabaseError when the file exists
 */
export async function exportOrganization(
  ctx: SystemContext,
  { url, org, file }: ExportOrganization & { url: string },
): Promise<Record<string, number>> {
  const { id: ownerId } = await requireOrganization(ctx, { org });
  return exportRows(url, { ownerId, tables: EXPORTED, file });
}

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
    // What adds something to the organization or to a project waits here, and then finds it gone.
    await db.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    const projects = await db.project.findMany({ where: { organizationId } });
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
    await deleteCounters({ db }, owners);
    await db.apiKey.deleteMany({ where: { organizationId } });
    await db.costCounter.deleteMany({ where: { scope: `organization:${organizationId}` } });
    await db.queueTurn.deleteMany({ where: { ownerId: organizationId } });
    await db.waitingJob.deleteMany({ where: { organizationId } });
    await db.gitHubInstallation.deleteMany({ where: { organizationId } });
    await forgetErrors(within);
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
