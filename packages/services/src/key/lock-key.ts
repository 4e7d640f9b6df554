import type { ApiKey, Transaction } from "@docsteward/db/client";
import { type KeyPath, requireKey } from "./require-key.ts";

/**
 * Reads a key of an organization and keeps everybody else from changing it until `tx` ends.
 *
 * @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere
 */
export async function lockKey(tx: Transaction, path: KeyPath): Promise<ApiKey> {
  await tx.$queryRaw`
    SELECT 1 FROM "ApiKey" WHERE id = ${path.id} AND "organizationId" = ${path.organizationId} FOR UPDATE`;
  return requireKey(tx, path);
}
