import { AppError } from "@docsteward/contract/error";
import type { Transaction, User } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import type { NewUser } from "./new-user.ts";
import { requireNewUser } from "./require-new-user.ts";

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
