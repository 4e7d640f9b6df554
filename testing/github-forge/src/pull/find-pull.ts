import type { Pull, Repository } from "../state.ts";

/** A pull request by its number, or null. */
export function findPull(repository: Repository, number: string | number | undefined): Pull | null {
  return repository.pulls.get(Number(number)) ?? null;
}
