import type { PullRequest, Transaction } from "@docsteward/db/client";
import { requirePullRequest } from "./require.ts";

/** Reads a pull request and keeps everybody else from changing it until `tx` ends. @throws AppError `not_found` */
export async function lockPullRequest(
  tx: Transaction,
  input: { projectId: string; number: number },
): Promise<PullRequest> {
  const { projectId, number } = input;
  await tx.$queryRaw`SELECT 1 FROM "PullRequest" WHERE "projectId" = ${projectId} AND number = ${number} FOR UPDATE`;
  return requirePullRequest(tx, { projectId, number });
}
