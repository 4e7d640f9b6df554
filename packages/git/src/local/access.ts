import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { trimEndOf } from "@docsteward/platform/cut-text";
import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";

/** Programs a repository's own configuration could name for the serving side to run. */
const NO_PROGRAMS = ["core.hooksPath=/dev/null", "core.alternateRefsCommand=true"];

/**
 * How git reaches a repository on this machine.
 *
 * All of it is settings of the serving program alone: nothing is written to the repository's configuration, its hooks do not
 * run, and this one repository may belong to somebody else.
 */
export function localAccess(repository: string): RepositoryAccess {
  const path = trimEndOf(toPath(repository), "/") || "/";
  const safe = [`safe.directory=${path}`, `safe.directory=${path}/.git`];
  const serve = (program: string, ...config: string[]) =>
    `git ${[...safe, ...NO_PROGRAMS, ...config].map((setting) => `-c ${quote(setting)}`).join(" ")} ${program}`;
  return {
    // Settings of git name a remote by its address, too, and there a = would end the name.
    url: repository.replaceAll("=", "%3D"),
    env: {},
    uploadPack: serve("upload-pack", "uploadpack.allowFilter=true", "uploadpack.allowAnySHA1InWant=true"),
    receivePack: `${asOwner(path)}${serve("receive-pack", "receive.denyCurrentBranch=refuse", "receive.autogc=false")}`,
  };
}

const SETPRIV = "/usr/bin/setpriv";

/**
 * A service that runs as root writes into somebody's repository as that person. Files of root in there would keep the owner from
 * committing. Where a folder above keeps the owner out, nobody but root gets to the repository at all, and root it stays.
 */
function asOwner(path: string): string {
  if (process.getuid?.() !== 0 || !existsSync(SETPRIV)) return "";
  const owner = statSync(path, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0 || !isReachable(realpathSync(path), owner)) return "";
  return `${SETPRIV} --reuid=${owner.uid} --regid=${owner.gid} --clear-groups -- `;
}

/** Whether a person may go through every folder on the way. */
function isReachable(path: string, { uid, gid }: { uid: number; gid: number }): boolean {
  const parent = dirname(path);
  if (parent === path) return true;
  const folder = statSync(parent);
  const bit = folder.uid === uid ? 0o100 : folder.gid === gid ? 0o010 : 0o001;
  return (folder.mode & bit) !== 0 && isReachable(parent, { uid, gid });
}

/** @throws GitError `repository_not_found` for an address that is no file address of this machine */
export function toPath(repository: string): string {
  try {
    return fileURLToPath(repository);
  } catch (cause) {
    throw new GitError(
      "repository_not_found",
      "The repository is not on this machine. Check the repository of the project.",
      { cause },
    );
  }
}

/** git hands the program to a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
