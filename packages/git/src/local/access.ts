import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import type { GitUser } from "../run/git-process.ts";
import { hardenedArguments, hardenedEnvironment } from "../run/hardened-git.ts";
import { openGitDirs } from "./git-dir.ts";

/**
 * How git reaches a repository on this machine.
 *
 * The serving program gets an environment of its own, in which it fetches nothing from anywhere, and works as the owner of the
 * repository. Its configuration is ours: nothing of the repository's counts, and nothing is written to it.
 *
 * @throws GitError that says what is wrong with the repository
 */
export async function localAccess(repository: string): Promise<RepositoryAccess> {
  const open = await openGitDirs(repository);
  const [read, write] = await Promise.all([open("read"), open("write")]);
  return {
    // Settings of git name a remote by its address, too, and there a = would end the name.
    url: pathToFileURL(read.gitDir).href.replaceAll("=", "%3D"),
    env: {},
    uploadPack: serve(read.user, ["upload-pack", read.gitDir], ALLOW_PARTIAL),
    receivePack: serve(write.user, ["receive-pack", write.gitDir], KEEP_CHECKOUTS),
  };
}

const ALLOW_PARTIAL = ["uploadpack.allowFilter=true", "uploadpack.allowAnySHA1InWant=true"];
/** What is pushed was made here; what lies below it was there before, sound or not. */
const KEEP_CHECKOUTS = ["receive.denyCurrentBranch=refuse", "receive.autogc=false", "receive.fsckObjects=false"];
/** The directory is ours, whichever user git runs as. And no program is run to list refs of other repositories. */
const SERVING = ["safe.directory=*", "core.alternateRefsCommand=true"];

/** git hands the program to a shell, with an address behind it that is not needed: it becomes the name of the inner shell. */
function serve(user: GitUser | null, args: readonly string[], config: readonly string[]): string {
  const env = Object.entries(hardenedEnvironment("")).map(([name, value]) => quote(`${name}=${value}`));
  const git = ["git", ...hardenedArguments(undefined, [...SERVING, ...config]), ...args].map(quote);
  const command = [...asUser(user), "env", "-i", 'GIT_PROTOCOL="$GIT_PROTOCOL"', ...env, ...git];
  return `sh -c ${quote(`exec ${command.join(" ")}`)}`;
}

const SETPRIV = "/usr/bin/setpriv";

function asUser(user: GitUser | null): string[] {
  if (user === null) return [];
  if (!existsSync(SETPRIV)) {
    throw new GitError(
      "access_denied",
      "The repository belongs to another user of this machine, and setpriv isn't installed. Install util-linux, or run the service as that user.",
    );
  }
  return [SETPRIV, `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--no-new-privs", "--"];
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
