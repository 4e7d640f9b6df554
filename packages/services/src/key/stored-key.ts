import { LIMIT_NAMES } from "@docsteward/contract/limits";
import type { ApiKey, Database } from "@docsteward/db/client";
import type { Quotas } from "../actor.ts";

/** A key's row, and the limits that are other than the configured ones for it. */
export type StoredKey = ApiKey & { quotas: Quotas };

/** The key with this hash; null when there is none. */
export async function findStoredKey(db: Database, hash: string): Promise<StoredKey | null> {
  const row = await db.apiKey.findUnique({
    where: { hash },
    include: { organization: { select: { limitOverrides: true } } },
  });
  if (!row) return null;
  const { organization, ...key } = row;
  const quotaOf = (owner: string) =>
    organization.limitOverrides.filter(({ ownerId }) => ownerId === owner).map(({ name, quota }) => [name, quota]);
  const all = Object.fromEntries([...quotaOf(key.organizationId), ...quotaOf(key.id)]) as Record<string, number>;
  const quotas = Object.fromEntries(LIMIT_NAMES.filter((name) => name in all).map((name) => [name, all[name]]));
  return { ...key, quotas };
}
