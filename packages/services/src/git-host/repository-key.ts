/** A repository as rows name it: its address now, and its host's own name of it where that is known. */
export type NamedRepository = { repository: string; hostRepositoryId: string | null };

/**
 * Names a repository for good: a rename does not change it, and another repository that gets the same address later has another one.
 * A number of a pull request means nothing without it.
 */
export function repositoryKey({ repository, hostRepositoryId }: NamedRepository): string {
  if (hostRepositoryId !== null) return `github:${hostRepositoryId}`;
  return repository.startsWith("file:") ? repository : repository.toLowerCase();
}
