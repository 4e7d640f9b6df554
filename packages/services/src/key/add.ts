import type { Transaction } from "@docsteward/db/client";
import type { Actor } from "../actor.ts";
import { actorIdOf } from "../audit/actor-id.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { insertKey, type NewKey } from "./insert.ts";
import { type KeySummary, presentKey } from "./present.ts";
import { requireAllowance } from "./require-allowance.ts";

export type AddKeyInput = Omit<NewKey, "createdById"> & { createdAt: Date; actor: Actor };

/**
 * Makes a key of an organization, if it may have one more now, and writes down who did it.
 *
 * @throws AppError `not_found` without the organization; `rate_limited` when enough were made in the last hour
 */
export async function addKey(
  tx: Transaction,
  services: Pick<Services, "clock" | "keySecret" | "limits">,
  { actor, ...settings }: AddKeyInput,
): Promise<{ token: string; key: KeySummary }> {
  const { organizationId, projectId, kind, isPlayground, createdAt: at } = settings;
  const createdById = actorIdOf(actor);
  await requireAllowance(tx, services, { organizationId, ...(isPlayground && { playgroundOf: { createdById } }) });
  const { token, row } = await insertKey(tx, services, { ...settings, createdById });
  const key = presentKey(row, at);
  const details = { name: key.name, kind, hint: key.hint, expiresAt: key.expiresAt?.toISOString() ?? null };
  const change = { action: "key.created", targetId: key.id, details, at } as const;
  await recordAudit(tx, { organizationId, projectId, actor, ...change });
  return { token, key };
}
