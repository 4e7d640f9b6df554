import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { createLink } from "../link/create.ts";

const LIFETIME_MS = 86_400_000;

/**
 * Makes a link with which a person sets a new password, for an operator to pass on. It works once, for a day.
 *
 * @throws AppError `not_found` when nobody has the address
 */
export async function createPasswordLink(services: Services, { email }: { email: string }): Promise<string> {
  const { db, baseUrl } = services;
  const user = await db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const token = await createLink(db, services, { purpose: "password", userId: user.id, lifetimeMs: LIFETIME_MS });
  return `${baseUrl}/sign-in/password?token=${token}`;
}
