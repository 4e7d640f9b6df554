import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import { KeyName, KeyScope } from "@docsteward/contract/key";
import { isAddressRange } from "@docsteward/platform/ip-ranges";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { type KeySummary, keyState, lockKey, presentKey } from "./key.ts";

const MAX_ENTRIES = 100;
const TOO_MANY = `A key can have at most ${MAX_ENTRIES} IP addresses and ${MAX_ENTRIES} websites.`;
const AddressRange = z
  .string()
  .max(300)
  .refine(isAddressRange, {
    error: ({ input }) => `"${input}" isn't an IP address or a range such as 10.0.0.0/8.`,
  });
const Origin = z
  .string()
  .max(300)
  .refine(isOrigin, {
    error: ({ input }) => `"${input}" isn't a website's origin such as https://docs.example.com.`,
  });

const GroupName = Text.trim().min(1, "A group's name is empty.").max(100);

/** What people choose about a key, and may change while it lives. */
export const KeySettings = z.object({
  name: KeyName,
  /** Of an admin key. */
  scopes: z.array(KeyScope).min(1, "The key has no scope. Choose read, write or both.").max(2).optional(),
  /** Addresses and ranges that may use it; empty is any. */
  allowedIps: z.array(AddressRange).max(MAX_ENTRIES, TOO_MANY).optional(),
  /** Websites whose pages may use it, of an assistant key. */
  allowedOrigins: z.array(Origin).max(MAX_ENTRIES, TOO_MANY).optional(),
  /** Groups that the bearer of an assistant key is in, where the project enforces groups. */
  groups: z.array(GroupName).max(MAX_ENTRIES, `A key can have at most ${MAX_ENTRIES} groups.`).optional(),
});

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Input of `updateKey`. Omitted settings do not change. */
export type UpdateKey = z.infer<typeof UpdateKey>;
/** Input of `updateKey`; missing fields stay unchanged. */
export const UpdateKey = KeySettings.partial().extend({ id: Id });

/**
 * Changes what a key allows, or its name; what is left out stays. Takes effect on every process as a revocation does.
 *
 * @throws AppError `not_found` when no such key opens the project; `conflict` when it has ended
 */
export async function updateKey(ctx: ProjectContext, input: UpdateKey): Promise<KeySummary> {
  const { id, name, scopes, allowedIps, allowedOrigins, groups } = input;
  const { id: organizationId } = ctx.organization;
  const now = ctx.clock.now();
  return inTransaction(ctx, async (within) => {
    const before = await lockKey(within, { id });
    if (keyState(before, now) !== "valid") {
      throw new AppError("conflict", "This API key has ended and can't be changed. Create a new one.");
    }
    const changes = {
      ...(name !== undefined && { name }),
      ...(scopes && before.kind === "admin" && { scopes }),
      ...(allowedIps && { allowedIps }),
      ...(allowedOrigins && before.kind === "assistant" && { allowedOrigins }),
      ...(groups && before.kind === "assistant" && { groups }),
    };
    const after = await within.db.apiKey.update({ where: { id, organizationId }, data: changes });
    const { projectId } = before;
    await recordAudit(within, { organizationId, projectId, action: "key.updated", targetId: id, details: changes });
    afterCommit(within, () => ctx.memory.forget());
    return presentKey(after, now);
  });
}
