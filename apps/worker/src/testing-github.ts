import type { GitHubAppConfig } from "@docsteward/git/github/app-config";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import type { Script } from "@docsteward/model-script/script";
import { PAGES, startTestWorker, type TestWorker, type TestWorkerOptions } from "./testing.ts";

export type GitHubWorker = AsyncDisposable & { worker: TestWorker; at: TestGitHub };

/** A worker whose project is the repository of a forge, with the usual pages. */
export async function startGitHubWorker(
  script: Script,
  options: TestWorkerOptions & {
    prepare?: (at: TestGitHub) => Promise<unknown>;
    /** What the service believes the App to be. */
    spoilConfig?: (config: GitHubAppConfig) => GitHubAppConfig;
  } = {},
): Promise<GitHubWorker> {
  const { prepare, spoilConfig = (config) => config, files = PAGES, services, ...rest } = options;
  const at = await startTestGitHub();
  await at.repository.commit(toText(files));
  await prepare?.(at);
  const worker = await startTestWorker(script, {
    ...rest,
    repository: { url: at.repository.url(), ref: "main" },
    services: { gitHubApp: spoilConfig(at.config), ...services },
  });
  return {
    worker,
    at,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await at.close();
    },
  };
}

const toText = (files: Record<string, string | Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString("utf8")]));
