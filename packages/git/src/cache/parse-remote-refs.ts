import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";

const SHA1_LENGTH = 40;

/**
 * Reads what `git ls-remote` prints: an object's name, a tab, a ref.
 *
 * @throws GitError `repository_unsupported` when its objects have SHA-256 names: the cache could not hold them
 */
export function parseRemoteRefs(text: string): { name: string; sha: CommitSha }[] {
  const refs = text.split("\n").flatMap((line) => {
    const [sha = "", name = ""] = line.split("\t");
    return name === "" || sha.startsWith("ref: ") ? [] : [{ name, sha }];
  });
  if (refs.some(({ sha }) => sha.length !== SHA1_LENGTH)) {
    throw new GitError(
      "repository_unsupported",
      "The repository uses git's SHA-256 object format, which isn't supported. Use a repository in SHA-1 format.",
    );
  }
  return refs;
}
