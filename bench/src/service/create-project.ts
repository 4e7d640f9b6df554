import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../root.ts";

const run = promisify(execFile);

export type Project = { projectId: string; domain: string; adminKey: string; assistantKey: string };

/** Makes a project with the command line, as an operator would. The repository's pages lie below `docs`. */
export async function createProject(
  variables: Record<string, string | undefined>,
  domain: string,
  repository: string,
): Promise<Project> {
  const cli = join(ROOT, "apps/cli/src/main.ts");
  const site = ["--org", "bench", "--domain", domain, "--repo", repository, "--ref", "main", "--docs-path", "docs"];
  const { stdout } = await run(process.execPath, [cli, "project", "create", ...site, "--json"], { env: variables });
  return JSON.parse(stdout) as Project;
}
