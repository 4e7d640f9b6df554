import { AppError } from "@docsteward/contract/error";
import { z } from "zod";
import { requirePassword } from "../sign-in/require-password.ts";
import type { NewUser } from "./new-user.ts";

const MAX_NAME = 100;
const MAX_EMAIL = 254;

/** @returns the account with its name trimmed and its address in lower case @throws AppError `invalid_request` */
export function requireNewUser({ name, email, password }: NewUser): NewUser {
  requirePassword(password);
  return { name: requireUserName(name), email: requireEmail(email), password };
}

/** @throws AppError `invalid_request` for no name or one that is too long */
export function requireUserName(name: string): string {
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
