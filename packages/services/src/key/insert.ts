import { KEY_PREFIX } from "@docsteward/contract/key";
import type { ApiKey, Prisma, Transaction } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { hashToken } from "./hash-token.ts";
import { makeToken } from "./make-token.ts";

export type NewKey = Omit<Prisma.ApiKeyUncheckedCreateInput, "id" | "prefix" | "last4" | "hash">;

/** Writes a new key: of its token the row keeps a keyed hash, the prefix and the last 4. */
export async function insertKey(
  tx: Transaction,
  { keySecret }: Pick<Services, "keySecret">,
  key: NewKey,
): Promise<{ token: string; row: ApiKey }> {
  const token = makeToken(key.kind);
  const row = await tx.apiKey.create({
    data: {
      ...key,
      id: newId("key"),
      prefix: token.slice(0, KEY_PREFIX[key.kind].length + 4),
      last4: token.slice(-4),
      hash: hashToken(keySecret, token),
    },
  });
  return { token, row };
}
