import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeSampleRepository, type SampleRepository } from "../make-sample-repository.ts";
import { ROOT } from "../root.ts";
import type { Service } from "../service.ts";

const run = promisify(execFile);

export type DemoSite = {
  repository: SampleRepository;
  /** What `docsteward project create --json` prints. */
  project: { projectId: string; domain: string; adminKey: string; assistantKey: string; dashboardUrl: string };
};

/** Makes the sample repository and, through the command line, a project over it. Each call makes new ones. */
export async function makeSite(service: Service, variables: Record<string, string | undefined>): Promise<DemoSite> {
  const domain = `lanternfish-${randomBytes(3).toString("hex")}`;
  const repository = await makeSampleRepository(join(service.dataDir, "sites", `${domain}.git`));
  const { stdout } = await run(
    process.execPath,
    [
      join(ROOT, "apps/cli/src/main.ts"),
      "project",
      "create",
      ...["--org", "demo", "--domain", domain, "--repo", repository.path, "--ref", repository.ref, "--json"],
    ],
    { cwd: ROOT, env: { ...variables, DATABASE_URL: service.databaseUrl, BASE_URL: service.url } },
  );
  return { repository, project: JSON.parse(stdout) };
}

/** Runs git on the sample repository and returns what it says. */
export async function git(repository: string, ...args: string[]): Promise<string> {
  const { stdout } = await run("git", [`--git-dir=${repository}`, "-c", `safe.directory=${repository}`, ...args], {
    maxBuffer: 50_000_000,
  });
  return stdout.trimEnd();
}
