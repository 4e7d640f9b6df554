import { AppError } from "@docsteward/contract/error";
import { LIMIT_NAMES, type LimitName } from "@docsteward/contract/limits";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { lockKey } from "../key/lock-key.ts";

export type SetLimitInput = {
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
 * Gives an organization, or one of its keys, another limit than the configured one. A key's own figure wins over its organization's.
 * Calls of the running window count against it.
 *
 * @throws AppError `not_found` when there is no such organization or key; `invalid_request` for a name or a figure that cannot be
 */
export async function setLimit({ db, clock, memory }: Services, input: SetLimitInput): Promise<void> {
  const { organizationId, projectId, keyId, name, quota, actor = { kind: "operator" } } = input;
  if (!LIMIT_NAMES.includes(name)) {
    throw new AppError("invalid_request", `There is no limit "${name}". There are: ${LIMIT_NAMES.join(", ")}.`);
  }
  if (quota !== null && !(Number.isInteger(quota) && quota >= 0 && quota <= MAX_QUOTA)) {
    throw new AppError("invalid_request", `A limit is a whole number from 0 to ${MAX_QUOTA}.`);
  }
  const ownerId = keyId ?? organizationId;
  const now = clock.now();
  await withTransaction(db, async (tx) => {
    if (keyId === undefined) await lockOrganization(tx, organizationId);
    else await lockKey(tx, { organizationId, projectId, id: keyId });
    await tx.limitOverride.deleteMany({ where: { organizationId, ownerId, name } });
    if (quota !== null) await tx.limitOverride.create({ data: { organizationId, ownerId, name, quota } });
    const action = quota === null ? "limit.cleared" : "limit.set";
    await recordAudit(tx, { organizationId, actor, action, targetId: ownerId, details: { name, quota }, at: now });
  });
  memory.forget();
}

async function lockOrganization(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM "Organization" WHERE id = ${id} FOR UPDATE`;
  if (!row) throw new AppError("not_found", "There is no such organization.");
}
