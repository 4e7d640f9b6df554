import { GitError } from "../error.ts";
import { parseRemoteRefs } from "./parse-remote-refs.ts";
import type { RepositoryCache } from "./repository-cache.ts";

const HEADS = "refs/heads/";

/** Says why a project's base ref is no branch of its repository, as far as that can be seen: people give tags, and full names. */
export async function toMissingRef(cache: RepositoryCache, ref: string): Promise<GitError> {
  if (ref.startsWith(HEADS)) {
    const name = ref.slice(HEADS.length);
    return new GitError(
      "ref_not_found",
      `The project's base ref ${ref} is a full ref name. Set it to the branch name: ${name}.`,
    );
  }
  const tag = `refs/tags/${ref}`;
  const { stdout } = await cache.remoteGit({ args: ["ls-remote", "--quiet", "origin", tag] });
  const isTag = parseRemoteRefs(stdout.toString("utf8")).some(({ name }) => name === tag);
  return new GitError(
    "ref_not_found",
    isTag
      ? `The project's base ref ${ref} is a tag. Set it to a branch.`
      : `The repository has no branch ${ref}. Check the project's base ref.`,
  );
}
