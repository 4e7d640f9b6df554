import type { Installation, Repository } from "../state.ts";

/** Whether an App that is installed there may see the repository: all of the account's, or those that were picked. */
export function installationHas({ account, repositoryIds }: Installation, repository: Repository): boolean {
  return account.id === repository.owner.id && (repositoryIds?.has(repository.id) ?? true);
}
