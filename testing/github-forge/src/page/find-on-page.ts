import { findRepository } from "../auth/find-repository.ts";
import { GitHubError } from "../github-error.ts";
import { findPull } from "../pull/find-pull.ts";
import type { Account, Pull, Repository, State } from "../state.ts";
import type { PageRequest } from "./page-route.ts";

/** The repository that a page's address names. */
export function repositoryOf({ state, params }: PageRequest): Repository {
  const found = findRepository(state, params.owner ?? "", params.repo ?? "");
  if (!found) throw new GitHubError(404, `There is no repository ${params.owner}/${params.repo}.`);
  return found.repository;
}

/** The pull request that a page's address names. @throws GitHubError 404 */
export function pullOf(request: PageRequest): { repository: Repository; pull: Pull } {
  const repository = repositoryOf(request);
  const pull = findPull(repository, request.params.number);
  if (!pull) throw new GitHubError(404, `${repository.name} has no pull request ${request.params.number}.`);
  return { repository, pull };
}

/** Who acts through a form: the account that it names, or the repository's owner. */
export function personOf({ state, form }: PageRequest, repository: Repository): Account {
  return state.accounts.get((form.get("as") ?? "").toLowerCase()) ?? repository.owner;
}

/** Whom somebody can act as in a repository: its owner and those who have a role there. */
export function peopleOf(state: State, { owner, roles }: Repository): Account[] {
  const others = [...roles].flatMap(([login, role]) =>
    role === "none" ? [] : (state.accounts.get(login.toLowerCase()) ?? []),
  );
  return [owner, ...others.filter((one) => one !== owner)];
}
