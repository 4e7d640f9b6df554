import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import type { Services } from "../context.ts";
import { boundsOf, type OwnFigure } from "./bounds.ts";
import { LIMIT_RULES } from "./limits.ts";
import type { WindowKind } from "./window.ts";

export type LimitSummary = {
  name: LimitName;
  window: WindowKind;
  /** What holds for the organization. */
  quota: number;
  configured: number;
  /** Keys that have a figure of their own, and what holds for each. */
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
    const configured = limits[setting];
    const organization = toFigure(own.find(({ ownerId }) => ownerId === organizationId));
    const { effective: quota } = boundsOf({ installation: configured, organization });
    const keys = own
      .filter(({ ownerId }) => ownerId !== organizationId)
      .map((override) => {
        const { effective } = boundsOf({ installation: configured, organization, part: toFigure(override) });
        return { keyId: override.ownerId, quota: effective };
      });
    return { name, window, quota, configured, keys };
  });
}

/** A row of the database as a figure. */
export function toFigure(row: { quota: number; grantedQuota: number | null } | undefined): OwnFigure {
  return { own: row?.quota, granted: row?.grantedQuota };
}
