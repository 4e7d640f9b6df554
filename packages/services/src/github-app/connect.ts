import { AppError } from "@docsteward/contract/error";
import type { GitHubApp, Organization } from "@docsteward/db/client";
import { type CreatedApp, openGitHubApp } from "@docsteward/git/github/open-github-app";
import { parseRsaPrivateKey } from "@docsteward/platform/rsa-private-key";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type SystemContext } from "../context.ts";
import { seal } from "../secret/seal.ts";
import { describeApp, requireAppOwner, toGitHubError } from "./app.ts";
import { APP_ROW, keyPurpose, webhookPurpose } from "./apps.ts";
import { syncInstallations } from "./installations.ts";

type ConnectApp = { appId: string; privateKey: string; webhookSecret: string | null };

/**
 * Connects an App that was made by hand, after asking GitHub whether its key is right.
 *
 * @returns its name and its page
 * @throws AppError `role_too_low`, `invalid_request` for a key that is none, `conflict`
 */
export async function connectApp(ctx: SystemContext, input: ConnectApp): Promise<{ name: string; url: string }> {
  const { appId, webhookSecret } = input;
  const organization = await requireAppOwner(ctx);
  const { isConfigured, apiUrl } = ctx.github;
  if (isConfigured)
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID, which overrides an App that is connected here.");
  const privateKey = readKey(input.privateKey);
  const app = openGitHubApp({ appId, privateKey, webhookSecret, apiUrl });
  try {
    const made = { appId, ...(await describeApp(app)) };
    await storeApp(ctx, { made: { ...made, privateKey, webhookSecret }, organization });
    await syncInstallations(ctx);
    return made;
  } catch (error) {
    throw toGitHubError(error);
  }
}

function readKey(text: string): string {
  try {
    return parseRsaPrivateKey(text);
  } catch (error) {
    const message = `The private key ${(error as Error).message}.`;
    throw new AppError("invalid_request", message, { details: [{ path: "privateKey", message }] });
  }
}

/**
 * Keeps an App as the installation's, its secrets encrypted.
 *
 * @throws AppError `conflict` when there is one already
 */
export async function storeApp(
  ctx: SystemContext,
  { made, organization }: { made: CreatedApp; organization: Organization | null },
): Promise<void> {
  const { appId, slug, name, url } = made;
  const { keySecret, clock, github } = ctx;
  const secrets = {
    privateKey: seal(keySecret, keyPurpose, parseRsaPrivateKey(made.privateKey)),
    webhookSecret: made.webhookSecret === null ? null : seal(keySecret, webhookPurpose, made.webhookSecret),
  };
  await inTransaction(ctx, async (within) => {
    const row = { id: APP_ROW, appId, slug, name, url, apiUrl: github.apiUrl, ...secrets, createdAt: clock.now() };
    const added = await within.db.gitHubApp.createMany({ data: row, skipDuplicates: true });
    if (added.count === 0) throw new AppError("conflict", "A GitHub App is already connected. Disconnect it first.");
    await recordAppChange(within, { organization, action: "github.connected", app: made });
    afterCommit(within, () => ctx.memory.forget());
  });
}

/**
 * Forgets the App that was connected here, with its secrets. At GitHub it stays until its owner deletes it there.
 *
 * @throws AppError `role_too_low`; `conflict` when the environment names the App
 */
export async function disconnectApp(ctx: SystemContext): Promise<void> {
  const organization = await requireAppOwner(ctx);
  if (ctx.github.isConfigured) {
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID. Remove that variable and restart the service.");
  }
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const app = await db.gitHubApp.findUnique({ where: { id: APP_ROW } });
    if (app === null) return;
    await db.gitHubApp.delete({ where: { id: APP_ROW } });
    await db.gitHubInstallation.deleteMany();
    await recordAppChange(within, { organization, action: "github.disconnected", app });
    afterCommit(within, () => ctx.memory.forget());
  });
}

/** Writes who connected or disconnected an App, in the trail of the organization that owns it; nowhere while there is none. */
async function recordAppChange(
  ctx: SystemContext,
  change: {
    organization: Organization | null;
    action: "github.connected" | "github.disconnected";
    app: Pick<GitHubApp, "appId" | "name" | "url">;
  },
): Promise<void> {
  const { organization, action } = change;
  const { appId: targetId, name, url } = change.app;
  if (organization === null) return;
  await recordAudit(ctx, { organizationId: organization.id, action, targetId, details: { name, url } });
}
