import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { toPath } from "./access.ts";

const BRANCH = /^ref: refs\/heads\/(.+)\n?$/;
/** What HEAD says where git keeps its refs in another way. */
const ELSEWHERE = ".invalid";
const MAX_BYTES = 4_096;

/**
 * Reads the branch that HEAD of a repository on this machine points to, without starting git.
 *
 * @returns null when that cannot be seen in the file: git has to be asked then, and says what is wrong
 */
export async function readDefaultBranch(repository: string): Promise<string | null> {
  const path = toPath(repository);
  const isCheckout = (await look(join(path, ".git"))) !== null;
  const file = isCheckout ? join(path, ".git", "HEAD") : join(path, "HEAD");
  const found = await look(file);
  if (!found?.isFile() || found.size > MAX_BYTES) return null;
  const branch = (await readFile(file, "utf8").catch(() => "")).match(BRANCH)?.[1] ?? null;
  return branch === ELSEWHERE ? null : branch;
}

const look = (file: string) => stat(file).catch(() => null);
