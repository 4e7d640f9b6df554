import { type Comparison, compareCommits } from "../files/compare-commits.ts";
import type { RepositoryBounds } from "../rules/repository-bounds.ts";
import { findMergeBase, openLocalRepository } from "./open-local.ts";

/**
 * What a pull request brings: the difference from where its branch left the base (three dots), and its commits.
 *
 * @param input.base the base's branch while the pull request is open; the commit it began from once it has ended
 * @returns null when a commit is no longer in the repository
 */
export async function readComparison(input: {
  repository: string;
  base: string;
  headSha: string;
  bounds?: RepositoryBounds;
}): Promise<Comparison | null> {
  const repository = await openLocalRepository(input.repository, input.bounds);
  const base = await findMergeBase(repository, input.base, input.headSha);
  return base === null ? null : compareCommits(repository, { base, head: input.headSha });
}
