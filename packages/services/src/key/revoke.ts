import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { type KeySummary, presentKey } from "./present.ts";

/**
 * Ends a key. It is refused at once by this process, by all others within 5 seconds. Revoking twice keeps the first time.
 *
 * @throws AppError `not_found` when the organization has no such key
 */
export async function revokeKey(
  { db, clock, memory }: Services,
  input: { organizationId: string; id: string },
): Promise<KeySummary> {
  const { id, organizationId } = input;
  const now = clock.now();
  await db.apiKey.updateMany({ where: { id, organizationId, revokedAt: null }, data: { revokedAt: now } });
  const key = await db.apiKey.findUnique({ where: { id, organizationId } });
  if (!key) throw new AppError("not_found", "There is no such API key.");
  memory.forget();
  return presentKey(key, now);
}
