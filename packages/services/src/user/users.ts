import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { Transaction, User } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import type { Services } from "../context.ts";
import { addMember } from "../member/membership.ts";
import type { Role } from "../member/role.ts";
import { requireOrganization } from "../organization.ts";
import { requirePassword } from "../sign-in/with-password.ts";
import { createPasswordLink } from "./password.ts";

/**
 * Makes an account in an organization, for whoever runs the service. Its password is nobody's until the link sets one.
 *
 * @returns the link with which its person sets the password
 * @throws AppError `invalid_request` for a name or address that cannot be, `not_found` for the organization, `conflict` when the
 *   address has an account
 */
export async function createUser(
  services: Services,
  { name, email, org, role }: { name: string; email: string; org: string; role: Role },
): Promise<{ userId: string; url: string }> {
  const organization = await requireOrganization(services, { org });
  const password = randomBytes(32).toString("base64url");
  const insert = await prepareUser(services, { name, email, password });
  const user = await withTransaction(services.db, async (tx) => {
    const made = await insert(tx);
    await addMember(tx, services, { organization, user: made, role, by: "command line" });
    return made;
  });
  return { userId: user.id, url: await createPasswordLink(services, { email: user.email }) };
}

type UserView = { id: string; email: string; name: string; memberships: { org: string; role: Role }[] };

/** Every person of the installation with their organizations, for whoever runs it. */
export async function listUsers({ db }: { db: Transaction }): Promise<UserView[]> {
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

const UNIQUE_VIOLATION = "P2002";

/**
 * Prepares an account: checks what was entered and hashes the password, which takes a while and so is done before a transaction.
 *
 * @returns writes it; throws AppError `conflict` when the address has an account
 * @throws AppError `invalid_request` for a name, address or password that cannot be
 */
export async function prepareUser(
  { auth, clock }: Services,
  input: NewUser,
): Promise<(tx: Transaction) => Promise<User>> {
  const { name, email, password } = requireNewUser(input);
  const context = await (await auth()).$context;
  const hash = await context.password.hash(password);
  const createdAt = clock.now();
  const id = newId("usr");
  const accounts = { create: { id: newId("acc"), providerId: "credential", accountId: id, password: hash } };
  return async (tx) => {
    try {
      return await tx.user.create({ data: { id, name, email, createdAt, accounts } });
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      throw new AppError("conflict", `${email} already has an account. Sign in, then open this link again.`);
    }
  };
}

const MAX_NAME = 100;
const MAX_EMAIL = 254;

/** @returns the account with its name trimmed and its address in lower case @throws AppError `invalid_request` */
function requireNewUser({ name, email, password }: NewUser): NewUser {
  requirePassword(password);
  return { name: requireUserName(name), email: requireEmail(email), password };
}

/** @throws AppError `invalid_request` for no name or one that is too long */
function requireUserName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length > 0 && trimmed.length <= MAX_NAME && !trimmed.includes("\0")) return trimmed;
  throw new AppError("invalid_request", `The name must have 1 to ${MAX_NAME} characters.`);
}

/** @returns the address in lower case @throws AppError `invalid_request` when it is none */
export function requireEmail(email: string): string {
  const trimmed = email.trim().toLowerCase();
  if (trimmed.length <= MAX_EMAIL && z.email().safeParse(trimmed).success) return trimmed;
  throw new AppError("invalid_request", "The email address is invalid. Use the form ada@example.com.");
}

/** A person's account as they enter it. */
export type NewUser = { name: string; email: string; password: string };

/** Gives a person another name. @throws AppError `invalid_request` for no name or one that is too long */
export async function renameUser({ db }: Services, { userId, name }: { userId: string; name: string }): Promise<void> {
  await db.user.update({ where: { id: userId }, data: { name: requireUserName(name) } });
}
