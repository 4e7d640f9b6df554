import { AppError } from "@docsteward/contract/error";
import type { ApiKey, Transaction } from "@docsteward/db/client";

/** A key of an organization. @throws AppError `not_found`, the same for an unknown key and for another organization's */
export async function requireKey(
  db: Pick<Transaction, "apiKey">,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ApiKey> {
  const key = await db.apiKey.findUnique({ where: { id, organizationId } });
  if (!key) throw new AppError("not_found", "There is no such API key.");
  return key;
}
