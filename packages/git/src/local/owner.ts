import { readFileSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { GitError } from "../error.ts";
import type { GitUser } from "../run/git-process.ts";

type Folder = { uid: number; gid: number };
type Service = { uid: number; canSwitch: boolean };

const CAP_SETGID = 1n << 6n;
const CAP_SETUID = 1n << 7n;

/**
 * The user that git runs as in a repository of this machine: the owner of its folder, so that git can do there what its owner can
 * and no more, and so that files which it makes belong to the owner. Where a folder above keeps the owner out, only the service
 * can reach the repository, and git runs as the service.
 *
 * @returns null for the user of this process
 * @throws GitError `access_denied` when the repository belongs to another user and this process may not act as them
 */
export async function userFor({ gitDir }: { gitDir: string }): Promise<GitUser | null> {
  const owner = await stat(gitDir);
  if (!mustSwitch(thisService(), owner)) return null;
  return (await isReachable(await realpath(gitDir), owner)) ? { uid: owner.uid, gid: owner.gid } : null;
}

/** Only root has written to what root owns. */
export function mustSwitch(service: Service, owner: Folder): boolean {
  if (owner.uid === service.uid || owner.uid === 0) return false;
  if (service.canSwitch) return true;
  throw new GitError(
    "access_denied",
    `The repository belongs to another user of this machine (uid ${owner.uid}), and the service runs as uid ${service.uid}. Run the service as that user or as root, or give the folder to the user of the service.`,
  );
}

/** Whether a user may go through every folder on the way. */
export async function isReachable(path: string, user: Folder): Promise<boolean> {
  const parent = dirname(path);
  if (parent === path) return true;
  const folder = await stat(parent);
  const bit = folder.uid === user.uid ? 0o100 : folder.gid === user.gid ? 0o010 : 0o001;
  return (folder.mode & bit) !== 0 && isReachable(parent, user);
}

let known: Service | null = null;

function thisService(): Service {
  const uid = process.getuid?.() ?? 0;
  known ??= { uid, canSwitch: maySwitch(uid) };
  return known;
}

/** Programs that this process starts need the right, too: root's pass on what root has, others' what is ambient. */
function maySwitch(uid: number): boolean {
  if (process.platform !== "linux") return uid === 0;
  const status = readFileSync("/proc/self/status", "latin1");
  const found = status.match(uid === 0 ? /^CapEff:\t([0-9a-f]+)$/m : /^CapAmb:\t([0-9a-f]+)$/m);
  const held = BigInt(`0x${found?.[1] ?? "0"}`);
  return (held & CAP_SETGID) !== 0n && (held & CAP_SETUID) !== 0n;
}
