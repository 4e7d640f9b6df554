import { readCommit } from "../git/commits.ts";
import { rulesFor } from "../git/push-rules.ts";
import { branchHead, runGit } from "../git/run-git.ts";
import type { Repository, State } from "../state.ts";
import { fullName, repositoryApiUrl } from "./repository.ts";

/** A commit as git has it (`git-commit`). */
export async function presentGitCommit(state: State, repository: Repository, sha: string) {
  const commit = await readCommit(repository.path, sha);
  const api = `${repositoryApiUrl(state, repository)}/git`;
  const html = `${state.url}/${fullName(repository)}/commit`;
  return {
    sha,
    node_id: `C_${sha}`,
    url: `${api}/commits/${sha}`,
    html_url: `${html}/${sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${api}/commits/${parent}`,
      html_url: `${html}/${parent}`,
    })),
    verification: presentVerification(repository, sha),
  };
}

/** A commit as lists and branches show it (`commit`). */
export async function presentCommit(state: State, repository: Repository, sha: string) {
  const api = repositoryApiUrl(state, repository);
  const { parents, node_id, html_url, ...git } = await presentGitCommit(state, repository, sha);
  return {
    sha,
    node_id,
    url: `${api}/commits/${sha}`,
    html_url,
    comments_url: `${api}/commits/${sha}/comments`,
    commit: {
      url: git.url,
      author: git.author,
      committer: git.committer,
      message: git.message,
      comment_count: 0,
      tree: git.tree,
      verification: { ...git.verification, verified_at: null },
    },
    author: null,
    committer: null,
    parents: parents.map((parent) => ({ ...parent, url: `${api}/commits/${parent.sha}` })),
  };
}

function presentVerification(repository: Repository, sha: string) {
  return repository.verifiedCommits.has(sha)
    ? { verified: true, reason: "valid", signature: "-----BEGIN PGP SIGNATURE-----", payload: sha, verified_at: null }
    : { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null };
}

/** A branch as lists show it (`short-branch`). */
export async function presentBranchBrief(state: State, repository: Repository, name: string) {
  const sha = (await branchHead(repository.path, name)) ?? "";
  const url = `${repositoryApiUrl(state, repository)}/commits/${sha}`;
  return { name, commit: { sha, url }, protected: isProtected(repository, name) };
}

/** A branch by itself (`branch-with-protection`). */
export async function presentBranch(state: State, repository: Repository, name: string) {
  const sha = (await branchHead(repository.path, name)) ?? "";
  const self = `${repositoryApiUrl(state, repository)}/branches/${name}`;
  return {
    name,
    commit: await presentCommit(state, repository, sha),
    _links: { self, html: `${state.url}/${repository.owner.login}/${repository.name}/tree/${name}` },
    protected: isProtected(repository, name),
    protection: { enabled: isProtected(repository, name) },
    protection_url: `${self}/protection`,
  };
}

function isProtected(repository: Repository, name: string): boolean {
  const { isProtected: isClosed = false, needsVerifiedCommits = false } = rulesFor(repository, name);
  return isClosed || needsVerifiedCommits;
}

const MAX_COMMITS = 20;

/** The commits of a push as its event names them, oldest first. */
export async function presentCommits(
  state: State,
  repository: Repository,
  { oldSha, newSha }: { oldSha: string | null; newSha: string },
) {
  const { path, owner, name } = repository;
  const range = oldSha ? [newSha, `^${oldSha}`] : [newSha];
  const count = oldSha ? MAX_COMMITS : 1;
  const args = [
    "log",
    "-z",
    "--no-show-signature",
    `--max-count=${count}`,
    "--format=%H%x01%T%x01%an%x01%ae%x01%aI%x01%B",
    ...range,
  ];
  const printed = await runGit({ path, args });
  const commits = printed.split("\0").filter((entry) => entry !== "");
  return commits.reverse().map((entry) => {
    const [id = "", tree = "", author = "", email = "", timestamp = "", ...message] = entry.split("\x01");
    return {
      id,
      tree_id: tree,
      distinct: true,
      message: message.join("\x01").trim(),
      timestamp,
      url: `${state.url}/${owner.login}/${name}/commit/${id}`,
      author: { name: author, email },
      committer: { name: author, email },
      added: [],
      removed: [],
      modified: [],
    };
  });
}
