import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { lockKey } from "./lock-key.ts";
import { type KeySummary, presentKey, stateOf } from "./present.ts";
import type { KeyPath } from "./require-key.ts";
import { type KeySettings, requireSettings } from "./require-settings.ts";

/**
 * Changes what a key allows, or its name; what is left out stays. Takes effect on every process as a revocation does.
 *
 * @throws AppError `not_found` when the organization has no such key; `conflict` when it has ended; `invalid_request` for settings
 *   that cannot be
 */
export async function updateKey(
  { db, clock, memory }: Services,
  input: Partial<KeySettings> & KeyPath & { actor?: Actor },
): Promise<KeySummary> {
  const { organizationId, id, name, scopes, allowedIps, allowedOrigins, actor = { kind: "operator" } } = input;
  requireSettings(input);
  const now = clock.now();
  const key = await withTransaction(db, async (tx) => {
    const before = await lockKey(tx, input);
    if (stateOf(before, now) !== "valid") {
      throw new AppError("conflict", "This API key has ended and can't be changed. Create a new one.");
    }
    const changes = {
      ...(name !== undefined && { name: name.trim() }),
      ...(scopes && before.kind === "admin" && { scopes }),
      ...(allowedIps && { allowedIps }),
      ...(allowedOrigins && before.kind === "assistant" && { allowedOrigins }),
    };
    const after = await tx.apiKey.update({ where: { id, organizationId }, data: changes });
    const entry = { organizationId, projectId: before.projectId, actor, action: "key.updated", targetId: id } as const;
    await recordAudit(tx, { ...entry, details: changes, at: now });
    return after;
  });
  memory.forget();
  return presentKey(key, now);
}
