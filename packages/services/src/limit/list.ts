import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import type { Services } from "../context.ts";
import { LIMIT_RULES } from "./limits.ts";
import type { WindowKind } from "./window.ts";

export type LimitSummary = {
  name: LimitName;
  window: WindowKind;
  /** What the organization has: its own figure, else the configured one. */
  quota: number;
  configured: number;
  /** Keys that have a figure of their own. */
  keys: { keyId: string; quota: number }[];
};

/** Every limit as it holds for an organization. */
export async function listLimits(
  { db, limits }: Services,
  { organizationId }: { organizationId: string },
): Promise<LimitSummary[]> {
  const overrides = await db.limitOverride.findMany({ where: { organizationId }, orderBy: { ownerId: "asc" } });
  return LIMIT_NAMES.map((name) => {
    const { window, setting } = LIMIT_RULES[name];
    const own = overrides.filter((override) => override.name === name);
    const quota = own.find(({ ownerId }) => ownerId === organizationId)?.quota ?? limits[setting];
    const keys = own
      .filter(({ ownerId }) => ownerId !== organizationId)
      .map((override) => ({ keyId: override.ownerId, quota: override.quota }));
    return { name, window, quota, configured: limits[setting], keys };
  });
}
