import { rulesFor } from "../git/rules-for.ts";
import { branchHead } from "../git/run-git.ts";
import type { Repository, State } from "../state.ts";
import { presentCommit } from "./commit.ts";
import { repositoryApiUrl } from "./repository.ts";

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
