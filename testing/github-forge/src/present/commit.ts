import { readCommit } from "../git/read-commit.ts";
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
