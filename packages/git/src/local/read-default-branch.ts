import { join } from "node:path";
import { findRepository, readSmallFile } from "./git-dir.ts";

const BRANCH = /^ref: refs\/heads\/([^\n]+)\n?$/;
/** What HEAD says where git keeps its refs in another way. */
const ELSEWHERE = ".invalid";
const MAX_BYTES = 4_096;

/**
 * Reads the branch that HEAD of a repository on this machine points to, without starting git.
 *
 * @returns null when that cannot be seen in the file: git has to be asked then, and says what is wrong
 */
export async function readDefaultBranch(repository: string): Promise<string | null> {
  const found = await findRepository(repository).catch(() => null);
  const head = found && (await readSmallFile(join(found.gitDir, "HEAD"), MAX_BYTES));
  const branch = head?.match(BRANCH)?.[1] ?? null;
  return branch === ELSEWHERE ? null : branch;
}
