import type { Installation, Repository } from "../state.ts";

export function installationHas({ account, repositoryIds }: Installation, repository: Repository): boolean {
  return account.id === repository.owner.id && (repositoryIds?.has(repository.id) ?? true);
}
