import { randomBytes } from "node:crypto";
import type { Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { hashToken } from "../key/hash-token.ts";

/** What a link is for: the first account, a new password, or to sign in to the demo. */
export type LinkPurpose = "setup" | "password" | "demo";

const BYTES = 32;

/**
 * Makes a link that works once, in the place of earlier ones for the same purpose and person.
 *
 * @param userId whom it is for; none for the set-up, which is for whoever runs the service
 * @returns its token, which is stored nowhere
 */
export async function createLink(
  tx: Transaction,
  { keySecret, clock }: Pick<Services, "keySecret" | "clock">,
  { purpose, userId = null, lifetimeMs }: { purpose: LinkPurpose; userId?: string | null; lifetimeMs: number },
): Promise<string> {
  const token = randomBytes(BYTES).toString("base64url");
  const createdAt = clock.now();
  await tx.signInLink.deleteMany({ where: { purpose, userId } });
  await tx.signInLink.create({
    data: {
      hash: hashToken(keySecret, token),
      purpose,
      userId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifetimeMs),
    },
  });
  return token;
}
