import { Id } from "@docsteward/contract/input-schema";
import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import { z } from "zod";
import type { Quotas } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type OrganizationContext, type OwnerContext } from "../context.ts";
import { lockKey } from "../key/key.ts";
import { boundsOf, mayRaiseLimits, type OwnFigure, requireWithinBound } from "./bounds.ts";
import { LIMIT_RULES, type WindowKind } from "./rules.ts";

type LimitSummary = {
  name: LimitName;
  window: WindowKind;
  /** What holds for the organization. */
  quota: number;
  configured: number;
  /** Keys with a limit that was set for them, and the limit that applies to each. */
  keys: { keyId: string; quota: number }[];
};

/** Every limit as it applies to the organization. */
export async function listLimits({ db, limits, organization: { id } }: OrganizationContext): Promise<LimitSummary[]> {
  const organizationId = id;
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

/** What an organization has for a limit in place of the configured figure, for an actor whose key does not say it. */
export async function organizationQuota(
  { db, limits, organization: { id } }: OrganizationContext,
  name: LimitName,
): Promise<Quotas> {
  const row = await db.limitOverride.findFirst({ where: { organizationId: id, ownerId: id, name } });
  if (row === null) return {};
  return {
    [name]: boundsOf({ installation: limits[LIMIT_RULES[name].setting], organization: toFigure(row) }).effective,
  };
}

/** A row of the database as a figure. */
export function toFigure(row: { quota: number; grantedQuota: number | null } | undefined): OwnFigure {
  return { own: row?.quota, granted: row?.grantedQuota };
}

const MAX_QUOTA = 1_000_000_000;

/** Input of `setLimit`, from the limits page or the command line. */
export type SetLimit = z.infer<typeof SetLimit>;
/** Input of `setLimit`. */
export const SetLimit = z.object({
  /** One key of the organization, in a project one that opens it; without it, the limit is the organization's. */
  keyId: Id.optional(),
  name: z.enum(LIMIT_NAMES),
  /** Calls in a window, 0 to refuse all; null goes back to the configured limit. */
  quota: z.int().min(0).max(MAX_QUOTA).nullable(),
});

/**
 * Gives an organization, or one of its keys, another limit than the configured one. The lowest of a key's, its organization's and the
 * configured one holds; only the command line and owners of the first organization go above the configured one. Calls of the running
 * window count against it.
 *
 * @throws AppError `not_found` when there is no such key; `invalid_request` for a figure above the bound
 */
export async function setLimit(ctx: OwnerContext, { keyId, name, quota }: SetLimit): Promise<void> {
  const organizationId = ctx.organization.id;
  const ownerId = keyId ?? organizationId;
  const mayRaise = await mayRaiseLimits(ctx);
  await inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    await db.$queryRaw`SELECT 1 FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
    if (keyId !== undefined) await lockKey(ctx, { id: keyId });
    const rows = await db.limitOverride.findMany({ where: { organizationId, name } });
    await db.limitOverride.deleteMany({ where: { organizationId, ownerId, name } });
    if (quota !== null) {
      const figureOf = (id: string) => toFigure(rows.find((row) => row.ownerId === id));
      const installation = ctx.limits[LIMIT_RULES[name].setting];
      const bounds = boundsOf({
        installation,
        organization: figureOf(organizationId),
        ...(keyId !== undefined && { part: figureOf(keyId) }),
      });
      const grantedQuota = requireWithinBound(bounds, { name, figure: quota, installation, mayRaise });
      await db.limitOverride.create({ data: { organizationId, ownerId, name, quota, grantedQuota } });
    }
    const action = quota === null ? "limit.cleared" : "limit.set";
    await recordAudit(ctx, { organizationId, action, targetId: ownerId, details: { name, quota } });
    afterCommit(ctx, () => ctx.memory.forget());
  });
}
