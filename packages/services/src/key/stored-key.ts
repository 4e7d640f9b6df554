import { LIMIT_NAMES } from "@docsteward/contract/limits";
import type { ApiKey } from "@docsteward/db/client";
import type { Quotas } from "../actor.ts";
import type { Services } from "../context.ts";
import { boundsOf } from "../limit/bounds.ts";
import { LIMIT_RULES } from "../limit/limits.ts";
import { toFigure } from "../limit/list.ts";

/** A key's row, and the limits that are other than the configured ones for it. */
export type StoredKey = ApiKey & { quotas: Quotas };

/** The key with this hash; null when there is none. */
export async function findStoredKey(
  { db, limits }: Pick<Services, "db" | "limits">,
  { hash }: { hash: string },
): Promise<StoredKey | null> {
  const row = await db.apiKey.findUnique({
    where: { hash },
    include: { organization: { select: { limitOverrides: true } } },
  });
  if (!row) return null;
  const { organization, ...key } = row;
  const quotas = LIMIT_NAMES.flatMap((name) => {
    const rows = organization.limitOverrides.filter((override) => override.name === name);
    const ofOrganization = rows.find(({ ownerId }) => ownerId === key.organizationId);
    const ofKey = rows.find(({ ownerId }) => ownerId === key.id);
    if (!ofOrganization && !ofKey) return [];
    const { effective } = boundsOf({
      installation: limits[LIMIT_RULES[name].setting],
      organization: toFigure(ofOrganization),
      part: toFigure(ofKey),
    });
    return [[name, effective]];
  });
  return { ...key, quotas: Object.fromEntries(quotas) };
}
