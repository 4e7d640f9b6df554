import { AppError } from "@docsteward/contract/error";
import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { lockKey } from "../key/key.ts";
import { boundsOf, mayRaiseLimits, type OwnFigure, requireWithinBound } from "./bounds.ts";
import { LIMIT_RULES, type WindowKind } from "./rules.ts";

type LimitSummary = {
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

type SetLimitInput = {
  organizationId: string;
  /** One key of the organization; all of them unless told. */
  keyId?: string;
  /** With it, only a key that opens this project. */
  projectId?: string;
  name: LimitName;
  /** Calls in a window, 0 to refuse all; null goes back to what is configured. */
  quota: number | null;
  actor?: Actor;
};

const MAX_QUOTA = 1_000_000_000;

/**
 * Gives an organization, or one of its keys, another limit than the configured one. The lowest of a key's, its organization's and the
 * configured one holds; only the command line and owners of the first organization go above the configured one. Calls of the running
 * window count against it.
 *
 * @throws AppError `not_found` when there is no such organization or key; `invalid_request` for a name or a figure that cannot be, and
 *   for a figure above the bound
 */
export async function setLimit(services: Services, input: SetLimitInput): Promise<void> {
  const { db, clock, memory } = services;
  const { organizationId, projectId, keyId, name, quota, actor = { kind: "operator" } } = input;
  if (!LIMIT_NAMES.includes(name)) {
    throw new AppError("invalid_request", `Limit "${name}" not found. Use one of: ${LIMIT_NAMES.join(", ")}.`);
  }
  if (quota !== null && !(Number.isInteger(quota) && quota >= 0 && quota <= MAX_QUOTA)) {
    throw new AppError("invalid_request", `A limit must be a whole number from 0 to ${MAX_QUOTA}.`);
  }
  const ownerId = keyId ?? organizationId;
  const now = clock.now();
  const mayRaise = await mayRaiseLimits(services, actor);
  await withTransaction(db, async (tx) => {
    await lockOrganization(tx, organizationId);
    const owner = { organization: { id: organizationId }, ...(projectId !== undefined && { project: { id: projectId } }) };
    if (keyId !== undefined) await lockKey({ db: tx, ...owner }, { id: keyId });
    const rows = await tx.limitOverride.findMany({ where: { organizationId, name } });
    await tx.limitOverride.deleteMany({ where: { organizationId, ownerId, name } });
    if (quota !== null) {
      const figureOf = (id: string) => toFigure(rows.find((row) => row.ownerId === id));
      const installation = services.limits[LIMIT_RULES[name].setting];
      const bounds = boundsOf({
        installation,
        organization: figureOf(organizationId),
        ...(keyId !== undefined && { part: figureOf(keyId) }),
      });
      const grantedQuota = requireWithinBound(bounds, { name, figure: quota, installation, mayRaise });
      await tx.limitOverride.create({ data: { organizationId, ownerId, name, quota, grantedQuota } });
    }
    const action = quota === null ? "limit.cleared" : "limit.set";
    await recordAudit(tx, { organizationId, actor, action, targetId: ownerId, details: { name, quota }, at: now });
  });
  memory.forget();
}

async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "Organization" WHERE id = ${id} FOR UPDATE`;
  if (!row) throw new AppError("not_found", "Organization not found.");
}
