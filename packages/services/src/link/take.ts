import type { SignInLink, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { findLink, type LinkInput } from "./find.ts";

/** Uses a link up, in the transaction of what it is used for. @returns null when it is none, has expired or was used */
export async function takeLink(tx: Transaction, services: Services, input: LinkInput): Promise<SignInLink | null> {
  const link = await findLink(tx, services, input);
  if (!link) return null;
  const { count } = await tx.signInLink.deleteMany({ where: { hash: link.hash } });
  return count === 1 ? link : null;
}
