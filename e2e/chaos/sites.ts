import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { ENV_KEYS } from "@docsteward/platform/env";
import { ROOT } from "@docsteward/tooling/root";
import type { Service } from "@docsteward/tooling/service";
import { makeSitePages } from "./plan-jobs.ts";

const run = promisify(execFile);

export type ChaosSite = {
  repository: TestRepository;
  projectId: string;
  domain: string;
  adminKey: string;
  assistantKey: string;
  dashboardUrl: string;
};

/** Makes repositories and, through the command line, a project over each. */
export async function makeSites(
  service: Pick<Service, "databaseUrl" | "url">,
  variables: Record<string, string | undefined>,
  count: number,
  program = "apps/cli/src/main.ts",
): Promise<ChaosSite[]> {
  const sites: ChaosSite[] = [];
  for (let site = 0; site < count; site += 1) {
    const repository = await makeRepository(makeSitePages(site));
    const { stdout } = await run(
      process.execPath,
      [
        program,
        "project",
        "create",
        ...["--org", "chaos", "--domain", `chaos-${site}`, "--repo", repository.path, "--ref", repository.branch],
        "--json",
      ],
      { cwd: ROOT, env: { ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url } },
    );
    sites.push({ repository, ...JSON.parse(stdout) });
  }
  return sites;
}

/** The environment of the suite's service: this machine's, without anything that configures Docsteward. */
export function makeVariables(options: {
  dataDir: string;
  modelUrl: string;
  workers: number;
  /** Concurrent jobs of one worker. */
  places: number;
}): Record<string, string | undefined> {
  return {
    ...process.env,
    ...Object.fromEntries(ENV_KEYS.map((key) => [key, ""])),
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: options.dataDir,
    WORKERS: String(options.workers),
    WORKER_CONCURRENCY: String(options.places),
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: options.modelUrl,
    LOG_FORMAT: "json",
    LIMIT_AGENT_PER_HOUR: "1000000",
  };
}
