import { fileURLToPath } from "node:url";
import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";

/**
 * How git reaches a repository on this machine.
 *
 * The repository's own hooks do not run and its owner may be somebody else: both are settings of the serving program alone, so
 * the repository's configuration is neither read for them nor written.
 */
export function localAccess(repository: string): RepositoryAccess {
  const path = toPath(repository);
  const serve = (program: string, ...config: string[]) =>
    [
      "git",
      ...[`safe.directory=${path}`, "safe.directory=*", "core.hooksPath=/dev/null", ...config].flatMap((setting) => [
        "-c",
        quote(setting),
      ]),
      program,
    ].join(" ");
  return {
    url: repository,
    env: {},
    uploadPack: serve("upload-pack", "uploadpack.allowFilter=true", "uploadpack.allowAnySHA1InWant=true"),
    receivePack: serve("receive-pack", "receive.denyCurrentBranch=refuse", "receive.autogc=false"),
  };
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
