import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { clientAddress } from "./client-address.ts";
import { createLink, redeemLink } from "./link.ts";
import { startSession } from "./session.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Signs the demo's account in by the link that the demo printed.
 *
 * @returns the cookies to answer with
 * @throws AppError `not_found` from another machine or for a link that was used
 */
export async function signInByDemoLink(
  services: Services,
  { token, headers }: { token: string; headers: Headers },
): Promise<string[]> {
  const isHere = LOOPBACK.test(clientAddress(headers));
  const link = isHere ? await redeemLink(services.db, services, { purpose: "demo", token }) : null;
  if (!link?.userId) {
    throw new AppError(
      "not_found",
      "This link works once, and only on the machine that runs the demo. Restart the demo to get a new one.",
    );
  }
  return startSession(services, { userId: link.userId, headers });
}

const EMAIL = "demo@localhost";
const LIFETIME_MS = 86_400_000;

/**
 * Makes a link that signs the demo's own account in, on this machine alone. The account has no password and owns everything there is:
 * the demo's data are for the demo.
 *
 * @param next the page it leads to
 */
export async function createDemoLink(
  services: Pick<Services, "db" | "keySecret" | "clock" | "baseUrl">,
  { next }: { next: string },
): Promise<string> {
  const { db, baseUrl } = services;
  const token = await withTransaction(db, async (tx) => {
    const { id: userId } = await tx.user.upsert({
      where: { email: EMAIL },
      create: { id: newId("usr"), email: EMAIL, name: "Demo" },
      update: {},
    });
    const organizations = await tx.organization.findMany({ select: { id: true } });
    await tx.membership.createMany({
      data: organizations.map(({ id: organizationId }) => ({ organizationId, userId, role: "owner" as const })),
      skipDuplicates: true,
    });
    return createLink(tx, services, { purpose: "demo", userId, lifetimeMs: LIFETIME_MS });
  });
  return `${baseUrl}/sign-in/demo?token=${token}&next=${encodeURIComponent(next)}`;
}
