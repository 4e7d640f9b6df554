import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { Id, LinkToken, NewPassword } from "@docsteward/contract/input-schema";
import type { User } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type PersonContext, type SystemContext } from "../context.ts";
import { addMember } from "../member/members.ts";
import { Role } from "../member/role.ts";
import { requireOrganization } from "../organization.ts";
import { createLink, findLink, redeemLink } from "../sign-in/link.ts";
import { countPasswordCheck } from "../sign-in/with-password.ts";
import { revokeSessions } from "./account.ts";
import { EmailAddress, type NewUser, PersonName } from "./new-user.ts";

/** Input of `createUser`, from the command line. `org` is the organization's short name. */
export type CreateUser = z.infer<typeof CreateUser>;
/** Input of `createUser`, from the operator. */
export const CreateUser = z.object({ name: PersonName, email: EmailAddress, org: Id, role: Role });

/**
 * Creates an account in an organization, for the operator. It has no password until its link sets one.
 *
 * @returns the link with which its person sets the password
 * @throws AppError `not_found` for the organization, `conflict` when the address has an account
 */
export async function createUser(
  ctx: SystemContext,
  { name, email, org, role }: CreateUser,
): Promise<{ userId: string; url: string }> {
  const organization = await requireOrganization(ctx, { org });
  const password = randomBytes(32).toString("base64url");
  const account = await prepareUser(ctx, { name, email, password });
  const user = await inTransaction({ ...ctx, organization }, async (within) => {
    const made = await insertUser(within, account);
    await addMember(within, { user: made, role, by: "command line" });
    return made;
  });
  return { userId: user.id, url: await createPasswordLink(ctx, { email: user.email }) };
}

type UserView = { id: string; email: string; name: string; memberships: { org: string; role: Role }[] };

/** Every person of the installation with their organizations, for the operator. */
export async function listUsers({ db }: SystemContext): Promise<UserView[]> {
  const users = await db.user.findMany({
    include: { memberships: { include: { organization: true }, orderBy: { organization: { slug: "asc" } } } },
    orderBy: { email: "asc" },
  });
  return users.map(({ id, email, name, memberships }) => ({
    id,
    email,
    name,
    memberships: memberships.map(({ organization, role }) => ({ org: organization.slug, role })),
  }));
}

/** An account before it is written: its password is a hash. */
type PreparedUser = { name: string; email: string; hash: string };

/** Hashes the password of a new account, which takes a while and so is done before the transaction. */
export async function prepareUser({ auth }: SystemContext, { name, email, password }: NewUser): Promise<PreparedUser> {
  const context = await (await auth()).$context;
  return { name, email, hash: await context.password.hash(password) };
}

const UNIQUE_VIOLATION = "P2002";

/** Writes a new account. @throws AppError `conflict` when the address has an account */
export async function insertUser(
  { db, clock }: SystemContext,
  { name, email, hash: password }: PreparedUser,
): Promise<User> {
  const id = newId("usr");
  const accounts = { create: { id: newId("acc"), providerId: "credential", accountId: id, password } };
  try {
    return await db.user.create({ data: { id, name, email, createdAt: clock.now(), accounts } });
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new AppError("conflict", `${email} already has an account. Sign in, then open this link again.`);
  }
}

/** Input of `renameUser`, from a person's account page. */
export type RenameUser = z.infer<typeof RenameUser>;
/** Input of `renameUser`. */
export const RenameUser = z.object({ name: PersonName });

/** Gives the person another name. */
export async function renameUser({ db, actor }: PersonContext, { name }: RenameUser): Promise<void> {
  await db.user.update({ where: { id: actor.userId }, data: { name } });
}

/** Input of `changePassword`, from a person's account page. */
export type ChangePassword = z.infer<typeof ChangePassword>;
/** Input of `changePassword`. */
export const ChangePassword = z.object({
  /** Not needed by a person who has only signed in through a provider. */
  current: z.string().max(1_000),
  next: NewPassword,
});

/**
 * Gives a person another password and signs their other browsers out.
 *
 * @param input.sessionId the session that stays
 * @throws AppError `conflict` when the current one is wrong, `rate_limited` after too many tries
 */
export async function changePassword(
  ctx: PersonContext,
  { sessionId, current, next }: ChangePassword & { sessionId: string },
): Promise<void> {
  const { userId } = ctx.actor;
  const { password } = await (await ctx.auth()).$context;
  const account = await ctx.db.userAccount.findFirst({ where: { userId, providerId: "credential" } });
  if (account?.password) {
    const giveBack = await countPasswordCheck(ctx, { sessionId });
    if (!(await password.verify({ hash: account.password, password: current }))) {
      throw new AppError("conflict", "The current password is wrong. Nothing was changed.");
    }
    await giveBack();
  }
  const hash = await password.hash(next);
  await inTransaction(ctx, async (within) => {
    await storePassword(within, { userId, hash });
    await revokeSessions(within, { userId, keepId: sessionId });
  });
}

/** Input of `setPasswordByLink`: the token of a reset link and the new password. */
export type SetPasswordByLink = z.infer<typeof SetPasswordByLink>;
/** Input of `setPasswordByLink`: the token of the link and the new password. */
export const SetPasswordByLink = z.object({ token: LinkToken, password: NewPassword });

/** Whether a link still sets a password, so that nobody thinks of one in vain. */
export async function isPasswordLink(ctx: SystemContext, { token }: Pick<SetPasswordByLink, "token">) {
  return (await findLink(ctx, { purpose: "password", token })) !== null;
}

/**
 * Sets the password of the person that a link was made for, and signs them out everywhere.
 *
 * @throws AppError `not_found` when the link was used or is too old
 */
export async function setPasswordByLink(
  ctx: SystemContext,
  { token, password }: SetPasswordByLink,
): Promise<{ userId: string }> {
  // Anybody may call this: a password is hashed only for callers with the link.
  if (!(await findLink(ctx, { purpose: "password", token }))) throw ended();
  const hash = await (await ctx.auth()).$context.then((context) => context.password.hash(password));
  return inTransaction(ctx, async (within) => {
    const link = await redeemLink(within, { purpose: "password", token });
    if (!link?.userId) throw ended();
    await storePassword(within, { userId: link.userId, hash });
    await revokeSessions(within, { userId: link.userId });
    return { userId: link.userId };
  });
}

function ended(): AppError {
  return new AppError("not_found", "This link is no longer valid. Ask the operator for a new one.");
}

const LIFETIME_MS = 86_400_000;

/**
 * Makes a link with which a person sets a new password, for an operator to pass on. It works once, for a day.
 *
 * @throws AppError `not_found` when no user has the address
 */
export async function createPasswordLink(ctx: SystemContext, { email }: { email: string }): Promise<string> {
  const user = await ctx.db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const token = await createLink(ctx, { purpose: "password", userId: user.id, lifetimeMs: LIFETIME_MS });
  return `${ctx.baseUrl}/sign-in/password?token=${token}`;
}

/** Makes a hash the password of a person, whether they had one or not. */
async function storePassword({ db }: SystemContext, { userId, hash }: { userId: string; hash: string }): Promise<void> {
  const account = { providerId: "credential", accountId: userId };
  await db.userAccount.upsert({
    where: { providerId_accountId: account },
    create: { id: newId("acc"), userId, ...account, password: hash },
    update: { password: hash },
  });
}
