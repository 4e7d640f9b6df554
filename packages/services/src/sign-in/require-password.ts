import { AppError } from "@docsteward/contract/error";

export const PASSWORD_CHARACTERS = { min: 10, max: 128 } as const;

/** @throws AppError `invalid_request` when a new password is too short or too long */
export function requirePassword(password: string): void {
  const { min, max } = PASSWORD_CHARACTERS;
  if (password.length >= min && password.length <= max) return;
  throw new AppError(
    "invalid_request",
    `The password must have ${min} to ${max} characters. A sentence is a good one.`,
  );
}
