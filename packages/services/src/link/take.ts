import type { SignInLink, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { hashToken } from "../key/hash-token.ts";
import type { LinkPurpose } from "./create.ts";

export type LinkInput = { purpose: LinkPurpose; token: string };

/** Uses a link up, in the transaction of what it is used for. @returns null when it is none, has expired or was used */
export async function takeLink(
  tx: Transaction,
  { keySecret, clock }: Services,
  { purpose, token }: LinkInput,
): Promise<SignInLink | null> {
  const hash = hashToken(keySecret, token);
  const [link] = await tx.signInLink.findMany({ where: { hash, purpose, expiresAt: { gt: clock.now() } } });
  if (!link) return null;
  const { count } = await tx.signInLink.deleteMany({ where: { hash } });
  return count === 1 ? link : null;
}
