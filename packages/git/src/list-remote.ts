import type { CommitSha, RepositoryAccess } from "./host.ts";
import { runGit } from "./run-git.ts";

export type RemoteRefs = {
  /** The branch HEAD points to, when it is a branch. */
  defaultBranch: string | null;
  /** Head of each branch that was asked for and is there. */
  branches: Map<string, CommitSha>;
  /** False when the repository has no branch and no tag at all. */
  hasCommits: boolean;
};

const HEADS = "refs/heads/";

/**
 * Asks a repository where its branches are, without fetching anything.
 *
 * @param branches names to look for; without them all branches are returned
 */
export async function listRemote(
  access: RepositoryAccess,
  branches?: readonly string[],
  signal?: AbortSignal,
): Promise<RemoteRefs> {
  const wanted = branches && [...new Set(branches)].map((branch) => `${HEADS}${branch}`);
  const { stdout } = await runGit({
    args: ["ls-remote", "--quiet", "--symref", "origin", ...(wanted ? ["HEAD", ...wanted] : [])],
    remote: access,
    timeoutMs: 60_000,
    signal,
  });
  const refs: RemoteRefs = { defaultBranch: null, branches: new Map(), hasCommits: false };
  for (const line of stdout.toString("utf8").split("\n")) {
    const [value = "", name = ""] = line.split("\t");
    if (name === "") continue;
    if (value.startsWith("ref: ")) {
      if (name === "HEAD") refs.defaultBranch = value.slice("ref: ".length).replace(HEADS, "");
      continue;
    }
    refs.hasCommits = true;
    // ls-remote matches the ends of names too: refs/heads/x/refs/heads/main is not main.
    if (name.startsWith(HEADS) && (!wanted || wanted.includes(name)))
      refs.branches.set(name.slice(HEADS.length), value);
  }
  return refs;
}
