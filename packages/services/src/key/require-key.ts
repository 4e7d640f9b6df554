import { AppError } from "@docsteward/contract/error";
import type { ApiKey, Transaction } from "@docsteward/db/client";

/** Names a key of an organization; with `projectId` only one that opens that project: its own, or an admin key. */
export type KeyPath = { organizationId: string; projectId?: string; id: string };

/** A key of an organization. @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere */
export async function requireKey(db: Pick<Transaction, "apiKey">, path: KeyPath): Promise<ApiKey> {
  const key = await db.apiKey.findUnique({ where: { id: path.id, organizationId: path.organizationId } });
  const isElsewhere = path.projectId !== undefined && key?.projectId != null && key.projectId !== path.projectId;
  if (!key || isElsewhere) throw new AppError("not_found", "API key not found.");
  return key;
}
