import { GitError } from "../error.ts";
import type { CommitSha, RepositoryAccess } from "../host.ts";
import { tooManyRefs } from "../rules/repository-bounds.ts";
import { runRemoteGit } from "../run/run-remote-git.ts";

type RemoteRefs = {
  /** The branch HEAD points to, when it is a branch. */
  defaultBranch: string | null;
  /** Head of each requested branch that exists. */
  branches: Map<string, CommitSha>;
  /** False when the repository has no branch and no tag at all. */
  hasCommits: boolean;
};

/** Some 100,000 refs. */
const MAX_REF_BYTES = 8_000_000;
const HEADS = "refs/heads/";
const SYMBOLIC_HEAD = /^ref: refs\/heads\/(.+)\tHEAD$/m;

/**
 * Asks a repository where its branches are, without fetching anything.
 *
 * @param access called again when the credentials it returned are refused
 * @param branches names to look for; without them all branches are returned
 */
export async function listRemote(
  access: RepositoryAccess | (() => Promise<RepositoryAccess>),
  branches?: readonly string[],
  signal?: AbortSignal,
): Promise<RemoteRefs> {
  const wanted = branches && [...new Set(branches)].map((branch) => `${HEADS}${branch}`);
  const asked = typeof access === "function" ? access : async () => access;
  const { stdout } = await runRemoteGit(asked, {
    args: ["ls-remote", "--quiet", "--symref", "origin", ...(wanted ? ["HEAD", ...wanted] : [])],
    timeoutMs: 60_000,
    maxBytes: MAX_REF_BYTES,
    signal,
  }).catch((error: unknown) => {
    throw error instanceof GitError && error.code === "limit_reached" ? tooManyRefs() : error;
  });
  const text = stdout.toString("utf8");
  const refs = parseRemoteRefs(text);
  // An unborn HEAD and a branch that is not there say nothing about other branches.
  const isSilent = wanted !== undefined && refs.length === 0;
  return {
    defaultBranch: text.match(SYMBOLIC_HEAD)?.[1] ?? null,
    branches: new Map(
      refs.flatMap(({ name, sha }) =>
        // ls-remote matches the ends of names too: refs/heads/x/refs/heads/main is not main.
        name.startsWith(HEADS) && (!wanted || wanted.includes(name)) ? [[name.slice(HEADS.length), sha] as const] : [],
      ),
    ),
    hasCommits: isSilent ? (await listRemote(access, undefined, signal)).hasCommits : refs.length > 0,
  };
}

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
