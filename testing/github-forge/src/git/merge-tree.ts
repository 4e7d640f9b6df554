import { GitFailed, runGit } from "./run-git.ts";

/** The tree of the merge, or null where the branches do not go together. */
export async function mergeTree(
  path: string,
  { baseSha, headSha }: { baseSha: string; headSha: string },
): Promise<string | null> {
  try {
    const printed = await runGit({ path, args: ["merge-tree", "--write-tree", baseSha, headSha] });
    return printed.split("\n", 1)[0] ?? null;
  } catch (error) {
    // One is git's word for a conflict.
    if (error instanceof GitFailed && error.code === 1) return null;
    throw error;
  }
}
