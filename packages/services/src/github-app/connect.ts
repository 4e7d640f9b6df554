import { AppError } from "@docsteward/contract/error";
import type { GitHubApp, Organization, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { CreatedApp } from "@docsteward/git/github/convert-manifest";
import { openGitHubApp } from "@docsteward/git/github/open-github-app";
import { parseRsaPrivateKey } from "@docsteward/platform/rsa-private-key";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { seal } from "../secret/seal.ts";
import { type AppActor, describeApp, requireAppOwner, toGitHubError } from "./app.ts";
import { APP_ROW, keyPurpose, webhookPurpose } from "./apps.ts";
import { syncInstallations } from "./installations.ts";

type ConnectAppInput = { actor: AppActor; appId: string; privateKey: string; webhookSecret: string | null };

/**
 * Connects an App that was made by hand, after asking GitHub whether its key is right.
 *
 * @returns its name and its page
 * @throws AppError `role_too_low`, `invalid_request` for a key that is none, `conflict`
 */
export async function connectApp(services: Services, input: ConnectAppInput): Promise<{ name: string; url: string }> {
  const { actor, appId, webhookSecret } = input;
  const organization = await requireAppOwner(services, actor);
  const { isConfigured, apiUrl } = services.github;
  if (isConfigured)
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID, which overrides an App that is connected here.");
  const privateKey = readKey(input.privateKey);
  const app = openGitHubApp({ appId, privateKey, webhookSecret, apiUrl });
  try {
    const made = { appId, ...(await describeApp(app)) };
    await storeApp(services, { made: { ...made, privateKey, webhookSecret }, actor, organization });
    await syncInstallations(services);
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
  services: Services,
  { made, actor, organization }: { made: CreatedApp; actor: AppActor; organization: Organization | null },
): Promise<void> {
  const { appId, slug, name, url } = made;
  const { keySecret, clock, github } = services;
  const secrets = {
    privateKey: seal(keySecret, keyPurpose, parseRsaPrivateKey(made.privateKey)),
    webhookSecret: made.webhookSecret === null ? null : seal(keySecret, webhookPurpose, made.webhookSecret),
  };
  await withTransaction(services.db, async (tx) => {
    const row = { id: APP_ROW, appId, slug, name, url, apiUrl: github.apiUrl, ...secrets, createdAt: clock.now() };
    const added = await tx.gitHubApp.createMany({ data: row, skipDuplicates: true });
    if (added.count === 0) throw new AppError("conflict", "A GitHub App is already connected. Disconnect it first.");
    await recordAppChange(tx, { organization, actor, action: "github.connected", app: made, at: clock.now() });
  });
  services.memory.forget();
}

/**
 * Forgets the App that was connected here, with its secrets. At GitHub it stays until its owner deletes it there.
 *
 * @throws AppError `role_too_low`; `conflict` when the environment names the App
 */
export async function disconnectApp(services: Services, { actor }: { actor: AppActor }): Promise<void> {
  const organization = await requireAppOwner(services, actor);
  if (services.github.isConfigured) {
    throw new AppError("conflict", "The App is set by GITHUB_APP_ID. Remove that variable and restart the service.");
  }
  await withTransaction(services.db, async (tx) => {
    const app = await tx.gitHubApp.findUnique({ where: { id: APP_ROW } });
    if (app === null) return;
    await tx.gitHubApp.delete({ where: { id: APP_ROW } });
    await tx.gitHubInstallation.deleteMany();
    const at = services.clock.now();
    await recordAppChange(tx, { organization, actor, action: "github.disconnected", app, at });
  });
  services.memory.forget();
}

/** Writes who connected or disconnected an App, in the trail of the organization that owns it; nowhere while there is none. */
async function recordAppChange(
  tx: Transaction,
  change: {
    organization: Organization | null;
    actor: AppActor;
    action: "github.connected" | "github.disconnected";
    app: Pick<GitHubApp, "appId" | "name" | "url">;
    at: Date;
  },
): Promise<void> {
  const { organization, actor, action, at } = change;
  const { appId: targetId, name, url } = change.app;
  if (organization === null) return;
  await recordAudit(tx, { organizationId: organization.id, actor, action, targetId, details: { name, url }, at });
}
