import { AppError } from "@docsteward/contract/error";
import type { PullRequest, Transaction } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { repositoryKey } from "../git-host/repository-key.ts";

export type PullRequestName = {
  number: number;
  /** Address of its repository, where that is another one than the project has now. */
  repository?: string;
};

/**
 * Finds a pull request of the project by its number. The repository that the project has now comes first; where that has none of
 * this number, the newest of an earlier repository is meant, so that addresses from before go on working.
 *
 * @throws AppError `not_found` when the project has no such pull request
 */
export async function requirePullRequest(
  { project }: Pick<ServiceContext, "project">,
  db: Pick<Transaction, "pullRequest">,
  { number, repository }: PullRequestName,
): Promise<PullRequest> {
  const projectId = project.id;
  const rows = await db.pullRequest.findMany({
    where: { projectId, number, ...(repository !== undefined && { repository }) },
    orderBy: { createdAt: "desc" },
  });
  const key = repositoryKey(project);
  const row = rows.find((found) => found.repositoryKey === key) ?? rows[0];
  if (!row) throw new AppError("not_found", "Pull request not found.");
  return row;
}
