import { AppError } from "@docsteward/contract/error";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type SystemContext } from "../context.ts";
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
  ctx: SystemContext,
  { token, headers }: { token: string; headers: Headers },
): Promise<string[]> {
  const isHere = LOOPBACK.test(clientAddress(headers));
  const link = isHere ? await redeemLink(ctx, { purpose: "demo", token }) : null;
  if (!link?.userId) {
    throw new AppError(
      "not_found",
      "This link works once, and only on the machine that runs the demo. Restart the demo to get a new one.",
    );
  }
  return startSession(ctx, { userId: link.userId, headers });
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
  ctx: Pick<SystemContext, "db" | "keySecret" | "clock" | "baseUrl">,
  { next }: { next: string },
): Promise<string> {
  const token = await inTransaction(ctx, async (within) => {
    const { db } = within;
    const { id: userId } = await db.user.upsert({
      where: { email: EMAIL },
      create: { id: newId("usr"), email: EMAIL, name: "Demo" },
      update: {},
    });
    const organizations = await db.organization.findMany({ select: { id: true } });
    await db.membership.createMany({
      data: organizations.map(({ id: organizationId }) => ({ organizationId, userId, role: "owner" as const })),
      skipDuplicates: true,
    });
    return createLink(within, { purpose: "demo", userId, lifetimeMs: LIFETIME_MS });
  });
  return `${ctx.baseUrl}/sign-in/demo?token=${token}&next=${encodeURIComponent(next)}`;
}
