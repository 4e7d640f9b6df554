import { AppError } from "@docsteward/contract/error";
import { PASSWORD_ADVICE, PASSWORD_CHARACTERS } from "@docsteward/contract/password";

/** @throws AppError `invalid_request` when a new password is too short or too long */
export function requirePassword(password: string): void {
  const { min, max } = PASSWORD_CHARACTERS;
  if (password.length >= min && password.length <= max) return;
  throw new AppError("invalid_request", `The password must have ${min} to ${max} characters. ${PASSWORD_ADVICE}`);
}
