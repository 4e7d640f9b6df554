import type { SystemContext } from "../context.ts";
import { readInPages } from "../database.ts";
import { APP_ROW, keyPurpose, webhookPurpose } from "../github-app/apps.ts";
import { providerKeyPurpose } from "../model-provider/settings.ts";
import { clientSecretPurpose } from "../oauth/settings.ts";
import { readerSecretPurpose } from "../reader-access/settings.ts";
import { repositoryCredentialPurpose } from "../repository-credential.ts";
import { slackSecretPurpose } from "../slack/settings.ts";
import { webhookSecretPurpose } from "../webhook/endpoints.ts";
import { fingerprintOf } from "./key-secret.ts";
import { isSealedWith, type SealPurpose, type Secrets, seal, unseal } from "./seal.ts";

/** A stored text that was sealed, and how another one takes its place: only if it is still there. */
type SealedText = { purpose: SealPurpose; text: string; replace(sealed: string): Promise<{ count: number }> };

const BATCH = 200;

/** Every sealed text of the installation. Memory does not grow with their number. */
async function* listSealed({ db }: Pick<SystemContext, "db">): AsyncGenerator<SealedText> {
  const pages = readInPages(
    (after) => db.webhookEndpoint.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" }, take: BATCH }),
    ({ id }) => id,
  );
  for await (const rows of pages) {
    for (const { id, secret, previousSecret } of rows) {
      const purpose = webhookSecretPurpose(id);
      const update = (column: "secret" | "previousSecret", text: string) => ({
        purpose,
        text,
        replace: (sealed: string) =>
          db.webhookEndpoint.updateMany({ where: { id, [column]: text }, data: { [column]: sealed } }),
      });
      yield update("secret", secret);
      if (previousSecret !== null) yield update("previousSecret", previousSecret);
    }
  }
  for (const { id, webhookSecret } of await db.automation.findMany({
    where: { webhookSecret: { not: null } },
    select: { id: true, webhookSecret: true },
  })) {
    if (webhookSecret === null) continue;
    const replace = (sealed: string) =>
      db.automation.updateMany({ where: { id, webhookSecret }, data: { webhookSecret: sealed } });
    yield { purpose: webhookSecretPurpose(id), text: webhookSecret, replace };
  }
  for (const { ownerId, apiKey } of await db.modelProvider.findMany({ where: { apiKey: { not: null } } })) {
    if (apiKey === null) continue;
    const replace = (sealed: string) =>
      db.modelProvider.updateMany({ where: { ownerId, apiKey }, data: { apiKey: sealed } });
    yield { purpose: providerKeyPurpose(ownerId), text: apiKey, replace };
  }
  for (const { projectId, secret } of await db.readerAccess.findMany({ where: { secret: { not: null } } })) {
    if (secret === null) continue;
    const replace = (sealed: string) =>
      db.readerAccess.updateMany({ where: { projectId, secret }, data: { secret: sealed } });
    yield { purpose: readerSecretPurpose(projectId), text: secret, replace };
  }
  for (const { projectId, signingSecret } of await db.slackCommand.findMany()) {
    const replace = (sealed: string) =>
      db.slackCommand.updateMany({ where: { projectId, signingSecret }, data: { signingSecret: sealed } });
    yield { purpose: slackSecretPurpose(projectId), text: signingSecret, replace };
  }
  for (const { projectId, clientSecret } of await db.clientSignIn.findMany({
    where: { clientSecret: { not: null } },
  })) {
    if (clientSecret === null) continue;
    const replace = (sealed: string) =>
      db.clientSignIn.updateMany({ where: { projectId, clientSecret }, data: { clientSecret: sealed } });
    yield { purpose: clientSecretPurpose(projectId), text: clientSecret, replace };
  }
  const credentials = readInPages(
    (after) => db.repositoryCredential.findMany({ where: { id: { gt: after } }, orderBy: { id: "asc" }, take: BATCH }),
    ({ id }) => id,
  );
  for await (const rows of credentials) {
    for (const { id, secret } of rows) {
      if (secret === null) continue;
      const replace = (sealed: string) =>
        db.repositoryCredential.updateMany({ where: { id, secret }, data: { secret: sealed } });
      yield { purpose: repositoryCredentialPurpose(id), text: secret, replace };
    }
  }
  for (const { userId, webhookSecret } of await db.notificationSetting.findMany({
    where: { webhookSecret: { not: null } },
    select: { userId: true, webhookSecret: true },
  })) {
    if (webhookSecret === null) continue;
    const replace = (sealed: string) =>
      db.notificationSetting.updateMany({ where: { userId, webhookSecret }, data: { webhookSecret: sealed } });
    yield { purpose: webhookSecretPurpose(userId), text: webhookSecret, replace };
  }
  const app = await db.gitHubApp.findUnique({ where: { id: APP_ROW } });
  if (app === null) return;
  const { privateKey, webhookSecret } = app;
  yield {
    purpose: keyPurpose,
    text: privateKey,
    replace: (sealed) => db.gitHubApp.updateMany({ where: { id: APP_ROW, privateKey }, data: { privateKey: sealed } }),
  };
  if (webhookSecret === null) return;
  yield {
    purpose: webhookPurpose,
    text: webhookSecret,
    replace: (sealed) =>
      db.gitHubApp.updateMany({ where: { id: APP_ROW, webhookSecret }, data: { webhookSecret: sealed } }),
  };
}

/**
 * Seals everything with the present secret that was sealed with the previous one. Any process may run it, at any time.
 *
 * @returns how many texts it sealed again, and how many neither secret opens
 */
export async function sealAgain(
  ctx: Pick<SystemContext, "db"> & Secrets,
): Promise<{ sealed: number; unreadable: number }> {
  const { keySecret } = ctx;
  const counts = { sealed: 0, unreadable: 0 };
  for await (const { purpose, text, replace } of listSealed(ctx)) {
    if (isSealedWith(keySecret, purpose, text)) continue;
    try {
      counts.sealed += (await replace(seal(keySecret, purpose, unseal(ctx, purpose, text)))).count;
    } catch {
      // Of a secret from before both: `secret status` counts it.
      counts.unreadable += 1;
    }
  }
  return counts;
}

/** A key that works, and that no call has used since the secret changed. */
type WaitingKey = { id: string; name: string; organization: string; lastUsedAt: Date | null };

/** What still needs the previous secret. Empty lists say that `KEY_SECRET_PREVIOUS` can go. */
export type SecretState = { keys: number; waitingKeys: WaitingKey[]; sealed: number; sealedBefore: number };

/** How far a change of the secret has come. */
export async function getSecretState(ctx: Pick<SystemContext, "db" | "clock"> & Secrets): Promise<SecretState> {
  const { db, clock, keySecret } = ctx;
  const now = clock.now();
  const works = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const waiting = await db.apiKey.findMany({
    where: { ...works, secretId: { not: fingerprintOf(keySecret) } },
    select: { id: true, name: true, lastUsedAt: true, organization: { select: { slug: true } } },
    orderBy: { id: "asc" },
  });
  const state = { keys: await db.apiKey.count({ where: works }), sealed: 0, sealedBefore: 0 };
  for await (const { purpose, text } of listSealed({ db })) {
    state.sealed += 1;
    if (!isSealedWith(keySecret, purpose, text)) state.sealedBefore += 1;
  }
  const waitingKeys = waiting.map(({ organization, ...key }) => ({ ...key, organization: organization.slug }));
  return { ...state, waitingKeys };
}
