import { createHash } from "node:crypto";
import type { GitHubApp as GitHubAppRow, Transaction } from "@docsteward/db/client";
import type { GitHubApp, GitHubAppConfig } from "@docsteward/git/github/github-app";
import { openGitHubApp } from "@docsteward/git/github/open-github-app";
import { toWebUrl } from "@docsteward/git/github/repository-name";
import type { RetryPolicy } from "@docsteward/git/github/send-request";
import type { Clock } from "@docsteward/platform/clock";
import type { Env } from "@docsteward/platform/env";
import type { AccessCache } from "../access-cache.ts";
import { type Secrets, unseal } from "../secret/seal.ts";

/** The GitHub App of this installation, whichever way it was connected. */
export type GitHubApps = {
  /** Whether the environment configures the App. It takes precedence, and the dashboard can't connect another one. */
  readonly isConfigured: boolean;
  /** Where an App is looked for, or would be made. */
  readonly apiUrl: string;
  /** Its pages: `https://github.com`. */
  readonly webUrl: string;
  /** The App that is connected now; null when there is none. */
  current(): Promise<GitHubApp | null>;
};

export const APP_ROW = "app";
export const keyPurpose = { name: "github-private-key", rowId: APP_ROW } as const;
export const webhookPurpose = { name: "github-webhook-secret", rowId: APP_ROW } as const;

type Parts = {
  db: Transaction;
  clock: Clock;
  memory: AccessCache;
  secrets: Secrets;
  configured: GitHubAppConfig | null;
  apiUrl: string;
  /** Simulates outages and slow answers in tests; the real client by default. */
  patience?: Partial<RetryPolicy>;
};

/**
 * Caches the App of a process, with its tokens, until the App or the organizations that it serves change: tokens
 * from before an account was assigned to another one, suspended or gone are forgotten.
 */
export function createGitHubApps({ db, clock, memory, secrets, configured, apiUrl, patience }: Parts): GitHubApps {
  let last: { print: string; app: GitHubApp } | null = null;
  const open = async (config: GitHubAppConfig): Promise<GitHubApp> => {
    const assignments = await memory.recall("github-assignments", () => readAssignments(db));
    const print = createHash("sha256")
      .update(JSON.stringify([config, assignments]))
      .digest("hex");
    if (last?.print !== print) last = { print, app: openGitHubApp(config, { now: () => clock.now(), patience }) };
    return last.app;
  };
  return {
    isConfigured: configured !== null,
    apiUrl,
    webUrl: toWebUrl(apiUrl),
    async current() {
      if (configured) return open(configured);
      const row = await memory.recall("github-app", () => db.gitHubApp.findUnique({ where: { id: APP_ROW } }));
      return row && (await open(toConfig(secrets, row)));
    },
  };
}

function toConfig(secrets: Secrets, row: GitHubAppRow): GitHubAppConfig {
  const { appId, apiUrl, privateKey, webhookSecret } = row;
  return {
    appId,
    apiUrl,
    privateKey: unseal(secrets, keyPurpose, privateKey),
    webhookSecret: webhookSecret === null ? null : unseal(secrets, webhookPurpose, webhookSecret),
  };
}

/** Whom every account that has the App serves here. */
async function readAssignments(db: Transaction): Promise<string> {
  const rows = await db.gitHubInstallation.findMany({
    select: { id: true, organizationId: true, suspendedAt: true },
    orderBy: { id: "asc" },
  });
  return JSON.stringify(rows);
}

type Settings = Pick<Env, "GITHUB_APP_ID" | "GITHUB_APP_PRIVATE_KEY" | "GITHUB_WEBHOOK_SECRET" | "GITHUB_API_URL">;

/** The GitHub App that the environment names; null when it names none. */
export function readConfiguredApp(env: Settings): GitHubAppConfig | null {
  const { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey } = env;
  if (appId === undefined || privateKey === undefined) return null;
  return { appId, privateKey, webhookSecret: env.GITHUB_WEBHOOK_SECRET ?? null, apiUrl: env.GITHUB_API_URL };
}
