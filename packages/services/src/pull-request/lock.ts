import type { PullRequest, Transaction } from "@docsteward/db/client";

/** Reads a pull request anew and keeps everybody else from changing it until `tx` ends. */
export async function lockPullRequest(tx: Transaction, { id }: Pick<PullRequest, "id">): Promise<PullRequest> {
  await tx.$queryRaw`SELECT 1 FROM "PullRequest" WHERE id = ${id} FOR UPDATE`;
  return tx.pullRequest.findUniqueOrThrow({ where: { id } });
}
