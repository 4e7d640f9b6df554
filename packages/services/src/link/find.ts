import type { SignInLink, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { hashToken } from "../key/hash-token.ts";
import type { LinkPurpose } from "./create.ts";

export type LinkInput = { purpose: LinkPurpose; token: string };

/** The link behind a token; null when it is none, has expired or was used. */
export async function findLink(
  db: Transaction,
  { keySecret, clock }: Pick<Services, "keySecret" | "clock">,
  { purpose, token }: LinkInput,
): Promise<SignInLink | null> {
  const hash = hashToken(keySecret, token);
  return db.signInLink.findFirst({ where: { hash, purpose, expiresAt: { gt: clock.now() } } });
}
