import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findRepository, readSmallFile } from "./git-dir.ts";

const MAX_BYTES = 4_096;

/** The folder in which somebody has a branch checked out, the main working tree or a linked one; null when nobody has. */
export async function findCheckout(repository: string, branch: string): Promise<string | null> {
  const { path, gitDir, isBare } = await findRepository(repository);
  const isHead = async (folder: string) =>
    (await readSmallFile(join(folder, "HEAD"), MAX_BYTES))?.trimEnd() === `ref: refs/heads/${branch}`;
  if (!isBare && (await isHead(gitDir))) return path;
  const linked = join(gitDir, "worktrees");
  for (const name of await readdir(linked).catch((): string[] => [])) {
    if (!(await isHead(join(linked, name)))) continue;
    const file = await readSmallFile(join(linked, name, "gitdir"), MAX_BYTES);
    return file === null ? path : dirname(file.trimEnd());
  }
  return null;
}
