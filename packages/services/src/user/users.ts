import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import type { User } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type PersonContext, type SystemContext } from "../context.ts";
import { addMember } from "../member/membership.ts";
import { Role } from "../member/role.ts";
import { requireOrganization } from "../organization.ts";
import { EmailAddress, type NewUser, PersonName } from "./new-user.ts";
import { createPasswordLink } from "./password.ts";

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
