import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { ROOT } from "../root.ts";
import type { Service } from "../service.ts";
import { makeSitePages } from "./site-pages.ts";

const run = promisify(execFile);

export type ChaosSite = { repository: TestRepository; projectId: string; adminKey: string; dashboardUrl: string };

/** Makes repositories and, through the command line, a project over each. */
export async function makeSites(
  service: Service,
  variables: Record<string, string | undefined>,
  count: number,
): Promise<ChaosSite[]> {
  const sites: ChaosSite[] = [];
  for (let site = 0; site < count; site += 1) {
    const repository = await makeRepository(makeSitePages(site));
    const { stdout } = await run(
      process.execPath,
      [
        "apps/cli/src/main.ts",
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
