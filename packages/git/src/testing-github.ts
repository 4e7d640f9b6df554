import { createPrivateKey } from "node:crypto";
import type { Forge } from "@docsteward/github-forge/forge";
import type { ForgeRepository } from "@docsteward/github-forge/forge-repository";
import { seedForge } from "@docsteward/github-forge/testing";
import { createGitHubHost } from "./github/create-github-host.ts";
import type { GitHubApp, GitHubAppConfig } from "./github/github-app.ts";
import { openGitHubApp } from "./github/open-github-app.ts";
import type { RetryPolicy } from "./github/send-request.ts";
import type { GitHost, Source } from "./host.ts";

export type TestGitHub = AsyncDisposable &
  Pick<Awaited<ReturnType<typeof seedForge>>, "app" | "installation"> & {
    forge: Forge;
    /** `acme/docs`, with one page on `main`. */
    repository: ForgeRepository;
    config: GitHubAppConfig;
    github: GitHubApp;
    host: GitHost;
    source: Source;
    /** A host of a process that knows nothing yet. */
    freshHost(endsAt?: Date): GitHost;
    close(): Promise<void>;
  };

/** Outages end immediately in tests. */
const QUICK: Partial<RetryPolicy> = { firstWaitMs: 5 };

/** A forge with an installed App and a repository, and the GitHub host over them. */
export async function startTestGitHub(): Promise<TestGitHub> {
  const seeded = await seedForge();
  const { forge, app, installation, repository } = seeded;
  const config: GitHubAppConfig = {
    appId: String(app.id),
    privateKey: createPrivateKey(app.privateKey).export({ type: "pkcs8", format: "pem" }).toString(),
    webhookSecret: app.webhookSecret,
    apiUrl: forge.apiUrl,
  };
  const freshHost = (endsAt?: Date) => {
    const opened = openGitHubApp(config, { patience: QUICK });
    return createGitHubHost({ app: async () => opened, endsAt });
  };
  const github = openGitHubApp(config, { patience: QUICK });
  const close = async () => seeded[Symbol.asyncDispose]();
  return {
    forge,
    app,
    installation,
    repository,
    config,
    github,
    host: createGitHubHost({ app: async () => github }),
    source: { repository: repository.url(), ref: "main", docsPath: "" },
    freshHost,
    close,
    [Symbol.asyncDispose]: close,
  };
}
