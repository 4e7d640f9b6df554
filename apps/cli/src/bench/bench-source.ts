import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SourcePort } from "@docsteward/agent/ports";
import { GitError } from "@docsteward/git/error";
import { localAccess } from "@docsteward/git/local/access";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import { runGit } from "@docsteward/git/run/run-git";
import { UsageError } from "../options.ts";
import type { SourceOption } from "../source-option.ts";

/** A repository that the agent may read in each task of a bench. */
export type BenchSource = { name: string; url: string; ref: string; repository: LocalRepository };

/** @throws UsageError when there is no repository, or the option names a change */
export async function openBenchSource({ name, folder, ref, base }: SourceOption): Promise<BenchSource> {
  if (base !== null) throw new UsageError(`Give the source ${name} one ref, not a change.`);
  const url = pathToFileURL(resolve(folder)).href;
  try {
    return { name, url, ref, repository: await openLocalRepository(url) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new UsageError(`${folder} is not the folder of a git repository. Use --source ${name}= with its top folder.`);
  }
}

/** The sources as they were when a commit was made, so that the agent can't read what came later. One that is younger is left out. */
export async function sourcesAt(
  sources: readonly BenchSource[],
  { gitDir, commit }: { gitDir: string; commit: string },
): Promise<SourcePort[]> {
  if (sources.length === 0) return [];
  const time = (await runGit({ gitDir, args: ["log", "-1", "--format=%ct", commit, "--"] })).stdout.toString().trim();
  const found = sources.map(async ({ name, url, ref, repository }) => {
    const args = ["rev-list", "-1", `--before=${time}`, ref, "--"];
    const sha = (await repository.git({ args })).stdout.toString("latin1").trim();
    const access = () => localAccess(url);
    return sha === "" ? [] : [{ name, repository: url, ref: sha, access, note: async () => undefined }];
  });
  return (await Promise.all(found)).flat();
}
