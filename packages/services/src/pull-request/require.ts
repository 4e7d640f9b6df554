import { AppError } from "@docsteward/contract/error";
import type { PullRequest, Transaction } from "@docsteward/db/client";

/** @throws AppError `not_found` when the project has no pull request of this number */
export async function requirePullRequest(
  db: Pick<Transaction, "pullRequest">,
  input: { projectId: string; number: number },
): Promise<PullRequest> {
  const row = await db.pullRequest.findUnique({ where: { projectId_number: input } });
  if (!row) throw new AppError("not_found", "There is no such pull request.");
  return row;
}
