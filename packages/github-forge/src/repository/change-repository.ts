import { rm } from "node:fs/promises";
import type { Repository, State } from "../state.ts";
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
