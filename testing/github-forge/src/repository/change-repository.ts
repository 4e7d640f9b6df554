import { rm } from "node:fs/promises";
import { presentAccount } from "../present/account.ts";
import type { Account, Repository, State } from "../state.ts";
import { emit } from "../webhook/emit.ts";

/** Gives a repository another name; who asks for the old one is sent on. */
export function renameRepository(state: State, repository: Repository, name: string): void {
  const from = repository.name;
  repository.formerNames.push(from);
  repository.name = name;
  emit(state, repository, {
    event: "repository",
    action: "renamed",
    sender: repository.owner,
    payload: { changes: { repository: { name: { from } } } },
  });
}

/** Gives a repository to another account: installations of the one that had it reach it no more. */
export function transferRepository(state: State, repository: Repository, account: Account): void {
  const from = repository.owner;
  for (const { repositoryIds } of state.installations.values()) repositoryIds?.delete(repository.id);
  repository.owner = account;
  const payload = { changes: { owner: { from: { user: presentAccount(state, from) } } } };
  emit(state, repository, { event: "repository", action: "transferred", sender: account, payload });
}

/** Archives a repository, which nobody can change from then on, or brings it back. */
export function archiveRepository(state: State, repository: Repository, isArchived: boolean): void {
  repository.isArchived = isArchived;
  const action = isArchived ? "archived" : "unarchived";
  emit(state, repository, { event: "repository", action, sender: repository.owner, payload: {} });
}

/** Deletes a repository with all that is in it. */
export async function deleteRepository(state: State, repository: Repository): Promise<void> {
  emit(state, repository, { event: "repository", action: "deleted", sender: repository.owner, payload: {} });
  state.repositories.delete(repository.id);
  await rm(repository.path, { recursive: true, force: true });
}
