import { AppError } from "@docsteward/contract/error";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type SystemContext } from "../context.ts";
import { PLAYGROUND_READER } from "../thread/reader.ts";
import { EmailAddress } from "./new-user.ts";

const TIMEOUT_MS = 60_000;

/** Input of `eraseUser`, from the operator. */
export type EraseUser = z.infer<typeof EraseUser>;
/** Names a person by their address. */
export const EraseUser = z.object({ email: EmailAddress });

/**
 * Deletes a person: account, sessions, roles, invitations, what they tried in playgrounds, and their name and address wherever they
 * are written. Jobs and keys that they made stay, without them. Audit logs keep what was done, by "Deleted user".
 *
 * @throws AppError `not_found`; `conflict` for the only owner of an organization
 */
export async function eraseUser(ctx: SystemContext, { email }: EraseUser): Promise<{ userId: string }> {
  const work = async (within: SystemContext) => {
    const { db } = within;
    const user = await db.user.findUnique({ where: { email }, include: { accounts: true, memberships: true } });
    if (user === null) throw new AppError("not_found", `No account has the address ${email}.`);
    const { id: userId, memberships } = user;
    await requireOtherOwners(within, { userId, email, organizationIds: memberships.map((row) => row.organizationId) });
    const gitHubIds = user.accounts
      .filter(({ providerId }) => providerId === "github")
      .map(({ accountId }) => accountId);
    const people = await db.gitHubPerson.findMany({ where: { id: { in: gitHubIds } } });
    const logins = people.map(({ login }) => login);
    await db.job.updateMany({ where: { createdByUserId: userId }, data: { createdByUserId: null, reviewer: null } });
    await db.job.updateMany({ where: { reviewer: { in: logins } }, data: { reviewer: null } });
    // The key of an open playground is theirs alone.
    const playground = { createdById: userId, isPlayground: true, revokedAt: null };
    await db.apiKey.updateMany({ where: playground, data: { revokedAt: ctx.clock.now() } });
    await db.apiKey.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.savedPrompt.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.gitHubMention.deleteMany({ where: { author: { in: logins } } });
    await db.gitHubPerson.deleteMany({ where: { id: { in: gitHubIds } } });
    await db.thread.deleteMany({ where: { fp: `${PLAYGROUND_READER}-${userId}` } });
    await db.invitation.deleteMany({ where: { OR: [{ email }, { acceptedById: userId }] } });
    await db.invitation.updateMany({ where: { createdById: userId }, data: { createdById: null } });
    await db.signInVerification.deleteMany({
      where: {
        OR: [{ identifier: { contains: email } }, { value: { contains: email } }, { value: { contains: userId } }],
      },
    });
    await db.$executeRaw`
      UPDATE "AuditEvent" SET details = (details::jsonb - 'email' || '{"name": "Deleted user"}')::json
      WHERE "targetId" = ${userId} OR details->>'email' = ${email}`;
    await db.user.delete({ where: { id: userId } });
    for (const { organizationId } of memberships)
      await recordAudit(within, { organizationId, action: "member.deleted", targetId: userId, details: {} });
    afterCommit(within, () => ctx.memory.forget());
    return { userId };
  };
  return inTransaction(ctx, work, { timeoutMs: TIMEOUT_MS });
}

type Leaving = { userId: string; email: string; organizationIds: string[] };

/** Locks their organizations as a change of members does: of two owners who go at the same time, one stays. */
async function requireOtherOwners({ db }: SystemContext, { userId, email, organizationIds }: Leaving): Promise<void> {
  await db.$queryRaw`
    SELECT id FROM "Organization" WHERE id = ANY(${organizationIds}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  const only = await db.organization.findFirst({
    where: {
      memberships: { some: { userId, role: "owner" }, none: { userId: { not: userId }, role: "owner" } },
    },
  });
  if (only === null) return;
  throw new AppError(
    "conflict",
    `${email} is the only owner of ${only.slug}. Give another account the role owner with \`docsteward member set-role\`, or delete the organization.`,
  );
}
