import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createClient } from "@docsteward/db/client";
import { openDatabase } from "@docsteward/db/connect";
import { prepareDatabase } from "@docsteward/db/migrate";
import { systemClock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import type { Reporter } from "@docsteward/platform/log";
import { recordAudit } from "../audit/record.ts";
import { inTransaction } from "../context.ts";
import { APP_ROW } from "../github-app/apps.ts";
import { whereOpen } from "../invitation.ts";
import { makeSecret, webhookSecretPurpose } from "../webhook/endpoints.ts";
import { FINGERPRINT, fingerprintOf } from "./key-secret.ts";
import { seal } from "./seal.ts";

/** What a reset ended, and what people must set again. */
export type SecretReset = {
  /** API keys that were revoked, open invitations, and browsers that were signed in. */
  keys: number;
  invitations: number;
  sessions: number;
  /** Webhooks that got a new secret and are paused: their addresses, by project. */
  webhooks: { project: string; url: string }[];
  /** Organizations and projects whose model provider has no key any more. */
  models: { owner: string; provider: string }[];
  /** Projects whose readers' tokens are refused. */
  readerSecrets: string[];
  /** Tokens and keys of repositories that were removed. */
  repositoryCredentials: number;
  /** Automations whose webhook secret was removed. */
  automationSecrets: number;
  /** Projects whose Slack app can't ask any more. */
  slackCommands: number;
  /** People whose personal webhook is removed. */
  personalWebhooks: number;
  /** Whether the GitHub App that was connected in the dashboard is gone. */
  gitHubApp: boolean;
};

const TIMEOUT_MS = 60_000;
const PAUSED_REASON =
  "The key secret was reset. Rotate this webhook's secret, give the new one to the receiver, and resume.";
const PAUSED_SLACK = "The key secret was reset. Set this webhook's URL again, and resume.";

/**
 * Gives the installation a new key secret when the old one is lost: KEY_SECRET, else a new file in the data folder. What was hashed
 * or sealed with the old one is worthless: keys, links and sessions end, sealed texts are cleared. All of it, or nothing.
 */
export async function resetSecret({ env, log }: { env: Env; log: Reporter }): Promise<SecretReset> {
  const database = await openDatabase({ env, log });
  try {
    await prepareDatabase(database.url);
    const db = createClient(database.url, { log, poolSize: 2 });
    try {
      const keySecret = env.KEY_SECRET ?? randomBytes(32).toString("base64url");
      const place = env.KEY_SECRET === undefined ? await draftSecret(env, keySecret) : null;
      const reset = await clear({ db, keySecret });
      // A file that was there held another secret. It is kept beside the new one.
      await place?.();
      return reset;
    } finally {
      await db.$disconnect();
    }
  } finally {
    await database.stop();
  }
}

/** Writes the new secret beside its place. @returns what moves it there */
async function draftSecret({ DATA_DIR }: Pick<Env, "DATA_DIR">, secret: string): Promise<() => Promise<void>> {
  const path = join(resolve(DATA_DIR), "secret");
  const draft = `${path}.${process.pid}.new`;
  await mkdir(resolve(DATA_DIR), { recursive: true });
  await writeFile(draft, `${secret}\n`, { mode: 0o600 });
  return async () => {
    await rename(path, `${path}.before-reset`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(draft, path);
  };
}

type ResetContext = { db: ReturnType<typeof createClient>; keySecret: string };

function clear({ db: database, keySecret }: ResetContext): Promise<SecretReset> {
  const within = { db: database, keySecret, clock: systemClock, actor: { kind: "operator" } as const };
  const work = async ({ db, clock, actor }: typeof within): Promise<SecretReset> => {
    const now = clock.now();
    const keys = await db.apiKey.updateMany({ where: { revokedAt: null }, data: { revokedAt: now } });
    const invitations = await db.invitation.updateMany({ where: whereOpen(now), data: { revokedAt: now } });
    const sessions = await db.userSession.deleteMany();
    await db.signInLink.deleteMany();
    await db.signInVerification.deleteMany();
    const endpoints = await db.webhookEndpoint.findMany({ include: { project: true } });
    for (const { id, format, url } of endpoints) {
      const isSlack = format === "slack";
      // The whole URL of a Slack webhook is lost: its host answers to what is left of it.
      const sealed = isSlack
        ? seal(keySecret, webhookSecretPurpose(id), url)
        : makeSecret({ keySecret }, { endpointId: id }).sealed;
      const pausedReason = isSlack ? PAUSED_SLACK : PAUSED_REASON;
      const data = { secret: sealed, previousSecret: null, pausedAt: now, pausedReason };
      await db.webhookEndpoint.update({ where: { id }, data });
    }
    const models = await db.modelProvider.findMany({
      where: { apiKey: { not: null } },
      include: { organization: { include: { projects: true } } },
    });
    await db.modelProvider.updateMany({ data: { apiKey: null, last4: null } });
    const readers = await db.readerAccess.findMany({ where: { secret: { not: null } }, include: { project: true } });
    await db.readerAccess.updateMany({ data: { secret: null } });
    await db.oAuthGrant.deleteMany();
    await db.oAuthRequest.deleteMany();
    // Readers cannot sign in until the secret of the provider is entered again.
    await db.clientSignIn.updateMany({ data: { clientSecret: null } });
    const credentials = await db.repositoryCredential.updateMany({
      where: { secret: { not: null } },
      data: { secret: null },
    });
    const automations = await db.automation.updateMany({
      where: { webhookSecret: { not: null } },
      data: { webhookSecret: null },
    });
    // Without its secret, no request of a Slack app can be told from a stranger's.
    const slackCommands = await db.slackCommand.deleteMany();
    const personal = await db.notificationSetting.updateMany({
      where: { webhookSecret: { not: null } },
      data: { webhook: [], webhookUrl: null, webhookSecret: null },
    });
    const app = await db.gitHubApp.deleteMany({ where: { id: APP_ROW } });
    if (app.count > 0) await db.gitHubInstallation.deleteMany();
    const value = fingerprintOf(keySecret);
    await db.setting.upsert({ where: { key: FINGERPRINT }, create: { key: FINGERPRINT, value }, update: { value } });
    for (const { id: organizationId } of await db.organization.findMany({ select: { id: true } })) {
      const change = { action: "secret.reset", targetId: organizationId, details: {} } as const;
      await recordAudit({ db, clock, actor }, { organizationId, ...change });
    }
    return {
      keys: keys.count,
      invitations: invitations.count,
      sessions: sessions.count,
      webhooks: endpoints.map(({ url, project }) => ({ project: project.domain, url })),
      models: models.map(({ ownerId, provider, organization }) => ({
        owner: organization.projects.find(({ id }) => id === ownerId)?.domain ?? organization.slug,
        provider,
      })),
      readerSecrets: readers.map(({ project }) => project.domain),
      repositoryCredentials: credentials.count,
      automationSecrets: automations.count,
      slackCommands: slackCommands.count,
      personalWebhooks: personal.count,
      gitHubApp: app.count > 0,
    };
  };
  return inTransaction(within, work, { timeoutMs: TIMEOUT_MS });
}
