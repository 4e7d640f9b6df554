import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { GitError } from "@docsteward/git/error";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { UsageError } from "./options.ts";

/** Opens the repository of a folder. @param option what to use for another one */
export async function openRepository(folder: string, option = "--repo"): Promise<LocalRepository> {
  try {
    return await openLocalRepository(pathToFileURL(resolve(folder)).href);
  } catch (error) {
    if (error instanceof GitError && error.code === "repository_not_found") {
      throw new UsageError(`${folder} is not the folder of a git repository. Use ${option} with its top folder.`);
    }
    throw error;
  }
}

/** The full id of a branch, tag or commit. */
export async function findCommit(repository: LocalRepository, ref: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { stdout, code } = await repository.git({ args, okCodes: [1, 128] });
  if (code !== 0) throw new UsageError(`Commit "${ref}" not found in the repository. Use a branch, tag or commit.`);
  return stdout.toString("latin1").trim();
}

/** Which pages count: those of a folder, or of a glob over paths from the root of the repository. */
export function readPagePaths(docs: string | undefined): (path: string) => boolean {
  if (docs === undefined) return () => true;
  if (/[*?[{]/.test(docs)) {
    const wrong = explainGlob(docs);
    if (wrong !== null) throw new UsageError(wrong);
    return compileGlob(docs);
  }
  const folder = trimSlashes(docs.replace(/^\.\/?/, ""));
  return (path) => folder === "" || path === folder || path.startsWith(`${folder}/`);
}
