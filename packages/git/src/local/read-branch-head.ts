import { join } from "node:path";
import type { CommitSha } from "../host.ts";
import { findRepository, readSmallFile } from "./git-dir.ts";
import { openLocalRepository } from "./open-local.ts";

const MAX_BYTES = 100;
const SHA = /^[0-9a-f]{40}\n?$/;

/**
 * Where a branch of a repository on this machine is now. Asked every few seconds: most often it stands in a file of its own,
 * and no process is started.
 *
 * @returns null when there is no such branch
 * @throws GitError `repository_not_found`
 */
export async function readBranchHead(repository: string, branch: string): Promise<CommitSha | null> {
  const { gitDir } = await findRepository(repository);
  const name = `refs/heads/${branch}`;
  const text = await readSmallFile(join(gitDir, name), MAX_BYTES);
  if (text !== null && SHA.test(text)) return text.trim();
  const local = await openLocalRepository(repository);
  const { stdout, code } = await local.git({ args: ["rev-parse", "--verify", "--quiet", name], okCodes: [1, 128] });
  return code === 0 ? stdout.toString("latin1").trim() : null;
}
