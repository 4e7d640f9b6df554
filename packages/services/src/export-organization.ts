import { Id } from "@docsteward/contract/input-schema";
import { type ExportedTable, exportRows } from "@docsteward/db/export-rows";
import { z } from "zod";
import type { SystemContext } from "./context.ts";
import { requireOrganization } from "./organization.ts";

/** Input of `exportOrganization`: its short name, and the file to create. */
export type ExportOrganization = z.infer<typeof ExportOrganization>;
/** Input of `exportOrganization`, from the operator. */
export const ExportOrganization = z.object({ org: Id, file: z.string().min(1) });

const PROJECTS = `(SELECT id FROM "Project" WHERE "organizationId" = $1)`;
const JOBS = `(SELECT id FROM "Job" WHERE "projectId" IN ${PROJECTS})`;
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
  ofKey("DeprecatedCall"),
  ofOrganization("LimitOverride"),
  ofOrganization("ModelProvider", ["apiKey"]),
  ofOrganization("AuditEvent"),
  ofOrganization("GitHubInstallation"),
  { name: "CostCounter", where: `scope = 'organization:' || $1 OR substr(scope, 9) IN ${PROJECTS}` },
  ofProject("ReaderAccess", ["secret"]),
  ofProject("Source"),
  ofProject("SavedPrompt"),
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
