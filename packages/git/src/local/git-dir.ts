import { createHash, randomBytes } from "node:crypto";
import { constants, lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { chmod, chown, lstat, mkdir, mkdtemp, open, opendir, readdir, rename, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive } from "@docsteward/platform/is-alive";
import { GitError } from "../error.ts";
import { tooManyRefs } from "../rules/repository-bounds.ts";
import type { GitUser } from "../run/git-process.ts";
import { runGit } from "../run/run-git.ts";
import { isReachable, userFor } from "./owner.ts";

/** `read` has no working tree. `write` knows what is checked out, so that receive-pack refuses to move it. */
export type GitDirUse = "read" | "write";

/** A Git directory of ours over the objects and refs of a local repository. */
export type LocalGitDir = {
  /** The folder that git opens: ours, with the repository's objects and refs in it. */
  gitDir: string;
  /** As whom git works in the repository; null for the user of this process. */
  user: GitUser | null;
};

/** A repository on this machine, as its files show it. */
export type FoundRepository = { path: string; gitDir: string; isBare: boolean };

const HEAD = /^(?:ref: refs\/[^\0\n]+|[0-9a-f]{40}(?:[0-9a-f]{24})?)\n?$/;
const MAX_HEAD_BYTES = 4_096;
const MAX_CONFIG_BYTES = 1024 * 1024;
const MAX_FOLDERS = 20_000;
/** Some 10,000 commits, each of which git looks for whenever it is called. */
const MAX_SHALLOW_BYTES = 400_000;
/** Some 500,000 refs. git takes three times as much memory, and reads all of them whenever one is written. */
const MAX_PACKED_REFS_BYTES = 40_000_000;

/** What git finds in our folder under the same name. Everything else in a Git directory can change what git does. */
const LINKED = ["objects", "refs", "packed-refs", "shallow", "worktrees", "reftable"];

/**
 * Opens a repository on this machine for git without its configuration.
 *
 * git reads settings, hooks, attributes, grafts and includes from the Git directory that it is given, and any list of settings to
 * override misses the next one. So git is given a directory of ours, which holds a configuration of ours and links to nothing of
 * the repository but its objects and refs. Alternates and symbolic links are refused: they lead into other repositories, which
 * a user who can write to this one may not be allowed to read.
 *
 * @throws GitError `repository_not_found`, `repository_unsupported` with what to change, `access_denied`
 */
export async function openGitDir(repository: string, use: GitDirUse): Promise<LocalGitDir> {
  return (await openGitDirs(repository))(use);
}

/** Finds a repository, and looks through what is used of it. @throws GitError as {@link openGitDir} does */
export async function findSound(repository: string, used: readonly string[] = ["objects", "refs"]) {
  const found = await findRepository(repository);
  const user = await userFor(found);
  await refuseForeignParts(found.gitDir, used);
  return { found, user };
}

/** Opens as {@link openGitDir} does, for several uses: the repository is looked through once. */
export async function openGitDirs(repository: string): Promise<(use: GitDirUse) => Promise<LocalGitDir>> {
  const { found, user } = await findSound(repository);
  const head = await readSmallFile(join(found.gitDir, "HEAD"), MAX_HEAD_BYTES);
  if (head === null || !HEAD.test(head)) throw notFound();
  return async (use) => {
    const config = await describeConfig(found, use, user);
    return { gitDir: await placeGitDir(found.gitDir, { use, head, config, user }), user };
  };
}

/** @throws GitError `repository_not_found` for an address that is no file address of this machine */
export function toPath(repository: string): string {
  try {
    return fileURLToPath(repository).replace(/(?<=.)\/$/, "");
  } catch (cause) {
    throw new GitError(
      "repository_not_found",
      "The repository isn't on this machine. Check the project's repository.",
      { cause },
    );
  }
}

/** @throws GitError `repository_not_found`; `repository_unsupported` for a folder whose Git directory is elsewhere */
export async function findRepository(repository: string): Promise<FoundRepository> {
  const path = toPath(repository);
  const inner = await look(join(path, ".git"));
  if (inner?.isDirectory()) return { path, gitDir: join(path, ".git"), isBare: false };
  if (inner !== null) {
    throw new GitError(
      "repository_unsupported",
      "The folder is a linked working tree, a submodule, or has a symbolic link named .git. Set the project's repository to the path of the repository that it belongs to.",
    );
  }
  if ((await look(join(path, "HEAD"))) === null) throw notFound();
  return { path, gitDir: path, isBare: true };
}

/** Reads a small file without following a link and without waiting for a pipe; null when that cannot be done. */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxBytes) return null;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
    return bytesRead > maxBytes ? null : buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What lies at a path, links not followed; null for nothing. */
export const look = (path: string) => lstat(path).catch(() => null);

const NOT_FOUND =
  "The repository was not found at its path. Check the project's repository; on several machines it must lie at this path on each that runs a web or worker process.";
const notFound = () => new GitError("repository_not_found", NOT_FOUND);

async function refuseForeignParts(gitDir: string, used: readonly string[]): Promise<void> {
  if ((await look(join(gitDir, "objects/info/alternates"))) !== null) {
    throw new GitError(
      "repository_unsupported",
      "The repository borrows objects from another one (objects/info/alternates). Run git repack -a -d in it, remove that file, and try again.",
    );
  }
  if ((await look(join(gitDir, "commondir"))) !== null) {
    throw new GitError(
      "repository_unsupported",
      "The folder is the Git directory of a linked working tree. Set the project's repository to the path of the repository that it belongs to.",
    );
  }
  for (const name of ["HEAD", "config", "packed-refs", "shallow"]) {
    const found = await look(join(gitDir, name));
    if (found !== null && !found.isFile()) throw linked(name);
    const size = found?.size ?? 0;
    if (name === "packed-refs" && size > MAX_PACKED_REFS_BYTES) throw tooManyRefs();
    if (name === "shallow" && size > MAX_SHALLOW_BYTES) {
      throw new GitError(
        "repository_too_large",
        "The repository is a shallow clone that ends at too many commits. Run git fetch --unshallow in it.",
      );
    }
  }
  for (const name of ["objects", "refs", "reftable", "logs", "worktrees"]) {
    const found = await look(join(gitDir, name));
    if (found !== null && !found.isDirectory()) throw linked(name);
  }
  let left = MAX_FOLDERS;
  const refuseLinks = async (folder: string): Promise<void> => {
    left -= 1;
    if (left < 0) {
      throw new GitError(
        "limit_reached",
        "The repository has too many folders of refs. Run git pack-refs --all in it.",
      );
    }
    for (const name of await listFolders(gitDir, folder)) await refuseLinks(`${folder}/${name}`);
  };
  for (const folder of used) await refuseLinks(folder);
}

const linked = (name: string) =>
  new GitError(
    "repository_unsupported",
    `The repository has a symbolic link or special file at ${name} among git's files. Replace it with its target, then try again.`,
  );

type Checked = { changed: bigint; folders: string[] };
/** Folders that were looked through, with the time of their last change: an entry that is added later changes it. */
const checked = new Map<string, Checked>();
const MAX_CHECKED = 100_000;
/** File systems keep times coarsely: a folder that has just changed may change again within the same one. */
const SETTLED_NS = 2_000_000_000n;

/** The folders below a folder. @throws GitError `repository_unsupported` for a symbolic link among its entries */
async function listFolders(gitDir: string, folder: string): Promise<string[]> {
  const path = join(gitDir, folder);
  const found = await lstat(path, { bigint: true }).catch(() => null);
  if (found === null) return [];
  const known = checked.get(path);
  if (known?.changed === found.ctimeNs) return known.folders;
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(path, { bufferSize: 512 })) {
      if (entry.isDirectory()) folders.push(entry.name);
      else if (!entry.isFile()) throw linked(`${folder}/${entry.name}`);
    }
  } catch (error) {
    // What a push has put together for itself goes when it ends.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  if (BigInt(Date.now()) * 1_000_000n - found.ctimeNs > SETTLED_NS) {
    if (checked.size >= MAX_CHECKED) checked.clear();
    checked.set(path, { changed: found.ctimeNs, folders });
  }
  return folders;
}

/** The settings of a repository that count: how its objects are named, who may use its files, and what a push may do. */
const KEPT_SETTINGS: Record<string, RegExp> = {
  "extensions.objectformat": /^sha(?:1|256)$/,
  "core.sharedrepository": /^(?:group|all|world|everybody|true|false|umask|[0-7]{1,4})$/,
  "receive.denynonfastforwards": /^(?:true|false|yes|no|on|off|0|1)$/,
  "receive.denydeletes": /^(?:true|false|yes|no|on|off|0|1)$/,
  "transfer.hiderefs": /^[!^]{0,2}refs\/[\w./-]{0,500}$/,
  "receive.hiderefs": /^[!^]{0,2}refs\/[\w./-]{0,500}$/,
};

type Setting = [key: string, value: string];
const settings = new Map<string, { print: string; kept: Setting[] }>();

export async function readSettings({ gitDir }: FoundRepository, user: GitUser | null): Promise<Setting[]> {
  const file = join(gitDir, "config");
  const found = await lstat(file, { bigint: true }).catch(() => null);
  if (found === null) return [];
  if (found.size > MAX_CONFIG_BYTES) {
    throw new GitError("repository_unsupported", "The repository's configuration is larger than 1 MB. Shorten it.");
  }
  const print = `${found.ino} ${found.size} ${found.ctimeNs}`;
  const known = settings.get(file);
  if (known?.print === print) return known.kept;
  const pattern = `^(${Object.keys(KEPT_SETTINGS).join("|").replaceAll(".", "\\.")})$`;
  // Git only parses a file given with --file: its settings do not apply to this call.
  const args = ["config", "--file", file, "--no-includes", "--null", "--get-regexp", pattern];
  const { stdout } = await runGit({ args, user, okCodes: [1] }).catch((cause: unknown) => {
    throw cause instanceof GitError && cause.code === "git_failed"
      ? new GitError("repository_damaged", "The repository's configuration can't be read. Repair its config file.", {
          cause,
        })
      : cause;
  });
  const kept = stdout
    .toString("utf8")
    .split("\0")
    .map((record): Setting => {
      const end = record.indexOf("\n");
      return end < 0 ? [record, "true"] : [record.slice(0, end), record.slice(end + 1)];
    })
    .filter(([key, value]) => KEPT_SETTINGS[key]?.test(value));
  settings.set(file, { print, kept });
  return kept;
}

async function describeConfig(found: FoundRepository, use: GitDirUse, user: GitUser | null): Promise<string> {
  const kept = await readSettings(found, user);
  const hasReftable = (await look(join(found.gitDir, "reftable"))) !== null;
  const hasLog = use === "write" && (await look(join(found.gitDir, "logs"))) !== null;
  const lines: Setting[] = [
    ["core.bare", String(found.isBare || use === "read")],
    ["core.logallrefupdates", String(hasLog && !found.isBare)],
    ...(hasReftable ? [["extensions.refstorage", "reftable"] as Setting] : []),
    ...kept,
  ];
  const isExtended = lines.some(([key]) => key.startsWith("extensions."));
  return [["core.repositoryformatversion", isExtended ? "1" : "0"], ...lines]
    .map(([key = "", value = ""]) => `[${key.split(".")[0]}]\n\t${key.split(".")[1]} = "${value}"\n`)
    .join("");
}

const PREFIX = "docsteward-git-dirs-";
let root: Promise<string> | null = null;

/** Holds the folders of this process, and goes with it. */
async function openRoot(): Promise<string> {
  await removeLeftRoots();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  process.once("exit", () => removeRoot(folder));
  return folder;
}

/** A process that was killed has left its folder behind. */
async function removeLeftRoots(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(name.startsWith(PREFIX) ? name.slice(PREFIX.length).split("-")[0] : Number.NaN);
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) removeRoot(join(tmpdir(), name));
  }
}

/**
 * Never deeper than what was made here: below there, another user may change what a name leads to. Everybody may put a folder, or a link to
 * one, of such a name among the temporary ones: it counts only when it is this user's own, and no link in it is followed.
 */
function removeRoot(folder: string): void {
  try {
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return;
    const parts = readdirSync(folder, { withFileTypes: true });
    for (const { name } of parts.filter((part) => part.isDirectory())) {
      for (const entry of readdirSync(join(folder, name))) unlinkSync(join(folder, name, entry));
      rmdirSync(join(folder, name));
    }
    rmdirSync(folder);
  } catch {
    // It belongs to another user, or is gone already.
  }
}

type Placed = { use: GitDirUse; head: string; config: string; user: GitUser | null };
const placed = new Map<string, string>();

async function placeGitDir(source: string, { use, head, config, user }: Placed): Promise<string> {
  root ??= openRoot();
  const name = createHash("sha256").update(source).digest("hex").slice(0, 32);
  const folder = join(await root, [name, use, ...(user ? [user.uid, user.gid] : [])].join("-"));
  const print = JSON.stringify([head, config]);
  // Something that tidies temporary folders may have taken it away.
  if (placed.get(folder) === print && (await look(join(folder, "HEAD"))) !== null) return folder;
  await mkdir(folder, { recursive: true });
  for (const link of use === "write" ? [...LINKED, "logs"] : LINKED) {
    await symlink(join(source, link), join(folder, link)).catch(ignoreExisting);
  }
  await replaceFile(join(folder, "config"), config);
  await replaceFile(join(folder, "HEAD"), head);
  // receive-pack keeps files of its own there. Only the owner could tamper with them, and it runs as the owner.
  if (use === "write" && user !== null) await chown(folder, user.uid, user.gid);
  placed.set(folder, print);
  if (user !== null && !(await isReachable(folder, user))) {
    throw new GitError(
      "access_denied",
      "The repository's owner can't access the service's temporary folder. Set TMPDIR to a folder that all users can enter.",
    );
  }
  return folder;
}

/**
 * Git processes may be reading the old one. The folder may belong to another user, who must not lead this process to a file that it
 * does not mean.
 */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = await open(draft, "wx", 0o644);
  try {
    await file.writeFile(text);
    await file.chmod(0o644);
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
