import type { Invitation, Organization, Transaction } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { hashToken } from "../key/hash-token.ts";
import { isOpen } from "./is-open.ts";

/** The open invitation behind a link, with its organization; null when it is none, or none any more. */
export function findOpenInvitation(
  db: Transaction,
  { keySecret, clock }: Services,
  { token }: { token: string },
): Promise<(Invitation & { organization: Organization }) | null> {
  return db.invitation.findFirst({
    where: { hash: hashToken(keySecret, token), ...isOpen(clock.now()) },
    include: { organization: true },
  });
}
