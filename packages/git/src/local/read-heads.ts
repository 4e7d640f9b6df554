import { join } from "node:path";
import type { CommitSha } from "../host.ts";
import { findSound, look, readSettings, readSmallFile } from "./git-dir.ts";

const MAX_REF_BYTES = 100;
const MAX_PACKED_BYTES = 1_000_000;
const SHA = /^[0-9a-f]{40}\n?$/;
/** Every other name is left to git, which knows what it may mean. */
const PLAIN = /^[\w-][\w./-]{0,250}$/;

/**
 * Reads from its files where branches of a repository on this machine are, without starting git: a job asks several times.
 *
 * @returns the head of each branch that exists; null when the files don't tell, and git must be asked: refs kept in another way,
 *   hidden or symbolic ones, an unusual name, or none of the branches
 * @throws GitError as `openGitDir` does
 */
export async function readLocalHeads(
  repository: string,
  branches: readonly string[],
): Promise<Map<string, CommitSha> | null> {
  const isPlain = (name: string) => PLAIN.test(name) && !/\.\.|\/\/|\/\.|\/$|\.$|\.lock(?:\/|$)/.test(name);
  if (!branches.every(isPlain)) return null;
  const { found, user } = await findSound(repository, ["refs"]);
  const { gitDir } = found;
  const isElsewhere = (await look(join(gitDir, "reftable"))) !== null;
  const settings = await readSettings(found, user);
  if (isElsewhere || settings.some(([key]) => key.endsWith(".hiderefs") || key === "extensions.objectformat"))
    return null;
  const heads = new Map<string, CommitSha>();
  for (const branch of branches) {
    const sha = (await readLoose(gitDir, branch)) ?? (await readPacked(gitDir, branch));
    if (sha === "unclear") return null;
    if (sha !== null) heads.set(branch, sha);
  }
  return heads.size === 0 ? null : heads;
}

type Found = CommitSha | "unclear" | null;

/** A branch that changed lately has a file of its own. git writes the packed ones before it removes that, so it is read first. */
async function readLoose(gitDir: string, branch: string): Promise<Found> {
  const path = join(gitDir, "refs/heads", branch);
  const entry = await look(path);
  // A folder holds branches of longer names.
  if (entry === null || entry.isDirectory()) return null;
  const text = await readSmallFile(path, MAX_REF_BYTES);
  return text !== null && SHA.test(text) ? text.trim() : "unclear";
}

async function readPacked(gitDir: string, branch: string): Promise<Found> {
  const path = join(gitDir, "packed-refs");
  if ((await look(path)) === null) return null;
  const text = await readSmallFile(path, MAX_PACKED_BYTES);
  if (text === null) return "unclear";
  const end = text.indexOf(` refs/heads/${branch}\n`);
  if (end < 0) return null;
  const sha = text.slice(Math.max(0, end - 40), end);
  return SHA.test(sha) ? sha : "unclear";
}
