import type { ApiKey, Transaction } from "@docsteward/db/client";
import { requireKey } from "./require-key.ts";

/**
 * Reads a key of an organization and keeps everybody else from changing it until `tx` ends.
 *
 * @throws AppError `not_found`, the same for an unknown key and for another organization's
 */
export async function lockKey(tx: Transaction, input: { organizationId: string; id: string }): Promise<ApiKey> {
  await tx.$queryRaw`
    SELECT 1 FROM "ApiKey" WHERE id = ${input.id} AND "organizationId" = ${input.organizationId} FOR UPDATE`;
  return requireKey(tx, input);
}
