import type { PullRequest } from "@docsteward/db/client";
import { holdsCommits, openKept } from "@docsteward/git/cache/open-kept";
import { GitError } from "@docsteward/git/error";
import { type Comparison, compareCommits } from "@docsteward/git/files/compare-commits";
import { readComparison } from "@docsteward/git/local/read-comparison";
import type { ServiceContext } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { toAppError } from "./to-app-error.ts";

/** What a pull request changes, or a sentence on why that cannot be shown, or not all of it. */
export type Compared = { comparison: Comparison | null; problem: string | null };

const GONE = "This pull request's commits are no longer in the repository.";
const NOT_KEPT = "This pull request's changes aren't stored on this server. See its page at the Git host.";

const moreFiles = ({ files, range: { base, head } }: Comparison) =>
  `The pull request changes more than ${files.length.toLocaleString("en")} files, which are too many to show. See them with: git diff ${base.slice(0, 12)} ${head.slice(0, 12)}`;

/**
 * Compares a pull request with its base: with the base as it is now while it is open, as it was merged or closed afterwards. Of a
 * repository elsewhere it is what the agent pushed, for as long as the server's own copy holds it.
 */
export async function comparePullRequest(ctx: ServiceContext, row: PullRequest): Promise<Compared> {
  const isLocal = hostKindOf(row.repository) === "local";
  try {
    const comparison = await (isLocal ? compareLocal(ctx, row) : compareKept(ctx, row));
    if (comparison === null) return { comparison, problem: isLocal ? GONE : NOT_KEPT };
    return { comparison, problem: comparison.hasMoreFiles ? moreFiles(comparison) : null };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { comparison: null, problem: isLocal ? toAppError(error).message : NOT_KEPT };
  }
}

async function compareLocal(
  { repositoryBounds: bounds }: ServiceContext,
  { repository, state, headSha, baseSha, baseRef, branch }: PullRequest,
): Promise<Comparison | null> {
  const candidates =
    state === "open"
      ? [
          // A person may have pushed to the branch since, or deleted it.
          { base: `refs/heads/${baseRef}`, headSha: `refs/heads/${branch}` },
          { base: `refs/heads/${baseRef}`, headSha },
        ]
      : [{ base: baseSha, headSha }];
  for (const candidate of candidates) {
    const comparison = await readComparison({ repository, bounds, ...candidate });
    if (comparison) return comparison;
  }
  return null;
}

async function compareKept(
  { dataDir, repositoryBounds: bounds }: ServiceContext,
  { repository, baseSha, headSha }: PullRequest,
): Promise<Comparison | null> {
  using kept = await openKept({ dataDir, repository, bounds });
  if (!(await holdsCommits(kept, [baseSha, headSha]))) return null;
  return await compareCommits(kept, { base: baseSha, head: headSha });
}
