import { findRepository } from "../auth/permissions.ts";
import { GitHubError } from "../github-error.ts";
import { findPull } from "../pull/pull-files.ts";
import type { Answer } from "../server/http.ts";
import type { Account, Pull, Repository, State } from "../state.ts";

export type PageRequest = {
  state: State;
  params: Record<string, string>;
  query: URLSearchParams;
  /** Fields of the form, for POST. */
  form: URLSearchParams;
};

export type PageRoute = {
  method: "GET" | "POST";
  path: string;
  /** Whether a form of another site may lead here, as a service's own does with a manifest. */
  isOpen?: boolean;
  answer(request: PageRequest): Answer | Promise<Answer>;
};

export const redirect = (location: string): Answer => ({ status: 303, headers: { location } });

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

/** The accounts that a visitor can act as in a repository: its owner and those with a role there. */
export function peopleOf(state: State, { owner, roles }: Repository): Account[] {
  const others = [...roles].flatMap(([login, role]) =>
    role === "none" ? [] : (state.accounts.get(login.toLowerCase()) ?? []),
  );
  return [owner, ...others.filter((one) => one !== owner)];
}
