import { GitHubError } from "../github-error.ts";
import type { Access, Account, Caller, Installation, Repository, Role, State } from "../state.ts";

/** In whose name something is done: a person's, or the bot's of an App. */
export function accountOf(caller: Caller): Account {
  if (caller.kind === "person") return caller.account;
  if (caller.kind === "anonymous") throw new GitHubError(401, "Requires authentication");
  return caller.app.bot;
}

/** A repository by its name, or by an earlier name that no other repository has taken. Names are case-insensitive. */
export function findRepository(
  state: State,
  owner: string,
  name: string,
): { repository: Repository; isRenamed: boolean } | null {
  const ofOwner = [...state.repositories.values()].filter((one) => isSame(one.owner.login, owner));
  const named = ofOwner.find((one) => isSame(one.name, name));
  if (named) return { repository: named, isRenamed: false };
  const former = ofOwner.find((one) => one.formerNames.some((old) => isSame(old, name)));
  return former ? { repository: former, isRenamed: true } : null;
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

/** Whether an App that is installed there may see the repository: all of the account's, or those that were picked. */
export function installationHas({ account, repositoryIds }: Installation, repository: Repository): boolean {
  return account.id === repository.owner.id && (repositoryIds?.has(repository.id) ?? true);
}

/** A person's role in a repository. The owner may do everything; everyone may read a public one. */
export function roleOf(repository: Repository, login: string): Role {
  if (repository.owner.login === login) return "admin";
  return repository.roles.get(login) ?? (repository.isPrivate ? "none" : "read");
}

/** Whether an installation's token reaches a repository and allows the request. */
export function tokenAllows(
  caller: Caller & { kind: "installation" },
  repository: Repository,
  permission: string,
  access: Access,
): boolean {
  return tokenReaches(caller, repository) && hasPermission(caller, permission, access);
}

/** Whether the installation has the repository and its token was not made for others alone. */
export function tokenReaches(
  { installation, token }: Caller & { kind: "installation" },
  repository: Repository,
): boolean {
  return installationHas(installation, repository) && (token.repositoryIds?.includes(repository.id) ?? true);
}

/** Of the permissions that the token was given, what the installation still has. */
export function hasPermission(
  { installation, token }: Caller & { kind: "installation" },
  permission: string,
  access: Access,
): boolean {
  if (permission === "metadata" && access === "read") return true;
  return [token.permissions, installation.permissions].every((permissions) =>
    access === "read" ? permission in permissions : permissions[permission] === "write",
  );
}
