import { createHash } from "node:crypto";
import type { Database, GitHubApp as GitHubAppRow } from "@docsteward/db/client";
import type { GitHubAppConfig } from "@docsteward/git/github/app-config";
import type { GitHubApp } from "@docsteward/git/github/github-app";
import { openGitHubApp } from "@docsteward/git/github/open-github-app";
import { toWebUrl } from "@docsteward/git/github/repository-name";
import type { Patience } from "@docsteward/git/github/send-request";
import type { Clock } from "@docsteward/platform/clock";
import type { Memory } from "../memory.ts";
import { unseal } from "../secret/seal.ts";

/** The GitHub App of this installation, whichever way it was connected. */
export type GitHubApps = {
  /** Whether the environment names the App: it wins, and nobody can connect another one. */
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
  db: Database;
  clock: Clock;
  memory: Memory;
  keySecret: string;
  configured: GitHubAppConfig | null;
  apiUrl: string;
  /** With outages and slow answers; the usual one unless told. */
  patience?: Partial<Patience>;
};

/**
 * Keeps the App of a process, with the tokens it has got, for as long as it is the same App and serves the same organizations: tokens
 * from before an account was assigned to another one, suspended or gone are forgotten.
 */
export function createGitHubApps({ db, clock, memory, keySecret, configured, apiUrl, patience }: Parts): GitHubApps {
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
      return row && (await open(toConfig(keySecret, row)));
    },
  };
}

function toConfig(keySecret: string, row: GitHubAppRow): GitHubAppConfig {
  const { appId, apiUrl, privateKey, webhookSecret } = row;
  return {
    appId,
    apiUrl,
    privateKey: unseal(keySecret, keyPurpose, privateKey),
    webhookSecret: webhookSecret === null ? null : unseal(keySecret, webhookPurpose, webhookSecret),
  };
}

/** Whom every account that has the App serves here. */
async function readAssignments(db: Database): Promise<string> {
  const rows = await db.gitHubInstallation.findMany({
    select: { id: true, organizationId: true, suspendedAt: true },
    orderBy: { id: "asc" },
  });
  return JSON.stringify(rows);
}
